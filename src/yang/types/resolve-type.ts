/** Resolves `type` statements to types: follows typedefs, and accumulates restrictions (RFC 7950 7.3, 9). */

import { sentence } from "../../model/problem.ts";
import type { Features } from "../schema/features.ts";
import type { Names, ScopedStatement } from "../schema/scope.ts";
import { argumentOf, every, first, type Statement } from "../syntax/statement.ts";
import { isSecretTypedef } from "./secret-marks.ts";
import { spellingOf } from "./spelled-types.ts";
import {
  type BuiltInType,
  builtInTypes,
  type Interval,
  intervalsOf,
  wholeRange,
  type YangType,
} from "./type.ts";

/** The maximum length of a chain of typedefs. It is also the maximum depth of nested unions. */
const maxChain = 50;
/** The maximum number of component types. */
const maxWeight = 5000;

const builtIn = (name: string): BuiltInType | undefined => builtInTypes.find((each) => each === name);

const plain: YangType = {
  base: "string",
  name: "string",
  defaultValue: undefined,
  range: undefined,
  length: undefined,
  fractionDigits: 0,
  spelling: undefined,
  patterns: [],
  enums: new Map(),
  bits: new Map(),
  identities: [],
  path: undefined,
  requiresInstance: true,
  members: [],
  isSecret: false,
  weight: 1,
};

/** Resolves types. Each statement is resolved once. A type that cannot be resolved is reported, and treated as text. */
export class Types {
  readonly #names: Names;
  readonly #features: Features;
  /** The types resolved so far. Undefined: the type is being resolved. */
  readonly #known = new Map<Statement, YangType | undefined>();

  constructor(names: Names, features: Features) {
    this.#names = names;
    this.#features = features;
  }

  /** Returns the type of a `type` statement. */
  of(at: ScopedStatement, depth = 0): YangType {
    const { statement } = at;
    const isKnown = this.#known.has(statement);
    const known = this.#known.get(statement);
    if (known !== undefined) return known;
    if (isKnown || depth > maxChain) {
      this.#report(
        at,
        "yang-circle",
        `the type ${statement.argument} is derived from itself, or through too many other types`,
      );
      return { ...plain, name: statement.argument };
    }
    this.#known.set(statement, undefined);
    const made = this.#restricted(at, this.#restricts(at, depth), depth);
    const type = made.weight > maxWeight ? { ...plain, name: made.name } : made;
    if (type !== made)
      this.#report(at, "yang-too-large", `the type ${type.name} is derived through too many other types`);
    this.#known.set(statement, type);
    return type;
  }

  /** Returns the type to which a statement refers by name. */
  #restricts(at: ScopedStatement, depth: number): YangType {
    const name = at.statement.argument;
    const base = builtIn(name);
    if (base !== undefined) return { ...plain, base, name };
    const definition = this.#names.find("typedef", name, at);
    const inner = definition && first(definition.statement, "type");
    if (definition === undefined || inner === undefined) return plain;
    const type = this.of({ statement: inner, scope: definition.scope }, depth + 1);
    const { file, outer } = definition.scope;
    const own = outer === undefined ? spellingOf(file.owner, definition.statement.argument) : undefined;
    return {
      ...type,
      defaultValue: argumentOf(definition.statement, "default") ?? type.defaultValue,
      spelling: own ?? type.spelling,
      isSecret: type.isSecret || isSecretTypedef(definition.statement),
    };
  }

  /** Returns a type, restricted by the statement that names it. */
  #restricted(at: ScopedStatement, from: YangType, depth: number): YangType {
    const { statement, scope } = at;
    const type = { ...from, name: statement.argument };
    if (statement.children.length === 0) return type;
    const digits = argumentOf(statement, "fraction-digits");
    const fractionDigits = digits === undefined ? from.fractionDigits : Math.min(18, Number(digits) || 1);
    const path = first(statement, "path");
    const members = every(statement, "type").map((each) => this.of({ statement: each, scope }, depth + 1));
    return {
      ...type,
      fractionDigits,
      range: this.#intervals(at, "range", { within: from.range, type: { ...from, fractionDigits } }),
      length: this.#intervals(at, "length", { within: from.length, type: from }),
      patterns: [...from.patterns, ...every(statement, "pattern").map(patternRule)],
      enums: this.#numbered(at, from.enums, "enum"),
      bits: this.#numbered(at, from.bits, "bit"),
      identities: [...from.identities, ...this.#identities(at)],
      path: path ? { statement: path, scope } : from.path,
      requiresInstance: from.requiresInstance && argumentOf(statement, "require-instance") !== "false",
      members: members.length > 0 ? members : from.members,
      isSecret: from.isSecret || members.some((each) => each.isSecret),
      weight: members.reduce((sum, { weight }) => sum + weight, from.weight),
    };
  }

  #intervals(
    { statement, scope }: ScopedStatement,
    keyword: "range" | "length",
    { within, type }: { readonly within: readonly Interval[] | undefined; readonly type: YangType },
  ): readonly Interval[] | undefined {
    const own = first(statement, keyword);
    const whole = wholeRange[type.base];
    if (own === undefined || whole === undefined) return within;
    const found = intervalsOf(own.argument, within ?? [whole], keyword === "range" ? type.fractionDigits : 0);
    if (found === undefined) {
      const message = `the ${keyword} ${own.argument} is not valid, or is not within the ${keyword} of ${type.name}`;
      this.#report({ statement: own, scope }, "yang-bad-argument", message);
    }
    return found ?? within;
  }

  /**
   * Returns enums or bits with their numbers, which restricted types keep. Enums or bits whose feature is disabled are
   * left out.
   */
  #numbered(
    { statement, scope }: ScopedStatement,
    from: ReadonlyMap<string, number>,
    keyword: "enum" | "bit",
  ): ReadonlyMap<string, number> {
    const own = every(statement, keyword);
    if (own.length === 0) return from;
    let next = 0;
    const numbered = own.map((each) => {
      const written = argumentOf(each, keyword === "enum" ? "value" : "position");
      const value = written === undefined ? (from.get(each.argument) ?? next) : Number(written);
      next = Math.max(next, value + 1);
      return { each, value };
    });
    const allowed = numbered.filter(({ each }) => this.#features.allow({ statement: each, scope }));
    const pairs = allowed.map(({ each, value }) => [each.argument, value] as const);
    return new Map(keyword === "bit" ? pairs.sort(([, a], [, b]) => a - b) : pairs);
  }

  #identities({ statement, scope }: ScopedStatement): readonly ScopedStatement[] {
    return every(statement, "base").flatMap(
      (each) => this.#names.find("identity", each.argument, { statement: each, scope }) ?? [],
    );
  }

  #report({ statement, scope }: ScopedStatement, code: string, text: string): void {
    this.#names.set.report(scope.file, statement.offset, { code, message: sentence`${text}` });
  }
}

function patternRule(statement: Statement): { readonly text: string; readonly isInverted: boolean } {
  return { text: statement.argument, isInverted: argumentOf(statement, "modifier") === "invert-match" };
}
