/**
 * Compiles CEL expressions: parses and checks them, adds metering, and finds the variables that they use. Each
 * expression is compiled once.
 */

import { Environment } from "@marcbachmann/cel-js";
import { Allowance } from "./allowance.ts";
import { ExpressionFault } from "./faults.ts";
import type { LibraryPart } from "./library/function.ts";
import { lists, records } from "./library/lists.ts";
import { networks } from "./library/networks.ts";
import { texts } from "./library/texts.ts";
import { type AllowanceUnderWay, putMeter } from "./metered.ts";
import type { CelValue } from "./values.ts";

interface CompiledExpression {
  /** Evaluates the expression. Throws the library's errors, trueup's own errors, and an error if a limit is reached. */
  readonly run: (variables: Readonly<Record<string, CelValue>>, allowance: Allowance) => unknown;
  /** The variables that the expression names, each with its position. An evaluation may not need all of them. */
  readonly names: readonly FreeName[];
}

/** A name that is a variable, not bound by a surrounding comprehension. */
interface FreeName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The maximum length of an expression, in UTF-16 code units. */
const maxLength = 10_000;
/**
 * The limits of the cache for compiled expressions: their number, and their total length in characters. The cache needs
 * about 200 bytes per character.
 */
const maxKept = 10_000;
const maxKeptCharacters = 1_000_000;
/** The maximum nesting of nodes. Each operator in a chain, such as a sum, adds a level. */
const maxLevels = 500;

const limits = {
  maxAstNodes: 10_000,
  maxDepth: 64,
  maxListElements: 1000,
  maxMapEntries: 1000,
  maxCallArguments: 16,
};

let environment: Environment | undefined;
/** The methods whose first argument is a name. They bind this name in their other arguments. */
let binding: ReadonlySet<string> | undefined;
const kept = new Map<string, CompiledExpression>();
let keptCharacters = 0;

/** True if the expression is in the cache. */
export function isCompiled(expression: string): boolean {
  return kept.has(expression);
}

/**
 * Returns the compiled expression. Throws the library's errors if the expression is invalid, or if its types can never
 * fit.
 */
export function compile(expression: string): CompiledExpression {
  const before = kept.get(expression);
  if (before) return before;
  if (expression.length > maxLength)
    throw new ExpressionFault(`an expression has at most ${maxLength.toLocaleString("en-US")} characters`);
  environment ??= newEnvironment();
  binding ??= bindingIn(environment);
  const parsed = parse(environment, expression);
  checkNodes(parsed.ast);
  allowNothing(parsed.ast, environment);
  plainKeys(parsed.ast, environment);
  const { valid, error } = parsed.check();
  if (!valid && error) throw error;
  const meter: AllowanceUnderWay = { allowance: new Allowance() };
  const names = freeNames(parsed.ast, binding);
  putMeter(parsed.ast, meter);
  const compiled: CompiledExpression = {
    names,
    run: (variables, allowance) => {
      meter.allowance = allowance;
      meter.error = undefined;
      return parsed(variables);
    },
  };
  keptCharacters += expression.length;
  if (kept.size >= maxKept || keptCharacters > maxKeptCharacters) {
    kept.clear();
    keptCharacters = expression.length;
  }
  kept.set(expression, compiled);
  return compiled;
}

/** Parses an expression. The parser is recursive: a thousand signs before a number would overflow its stack. */
function parse(by: Environment, expression: string): ReturnType<Environment["parse"]> {
  try {
    return by.parse(expression);
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

function tooDeep(): ExpressionFault {
  const hint = "Compute parts of it as variables, under `vars:`.";
  return new ExpressionFault(`the expression has more than ${maxLevels} levels of operators`, hint);
}

/** Visits all nodes, without recursion. Too many levels are an error, and so are integers of more than 64 bits. */
function checkNodes(root: unknown): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels * levelsOfNode) throw tooDeep();
    const next: unknown[] = [];
    for (const value of level) {
      if (Array.isArray(value)) for (const member of value) next.push(member);
      else if (typeof value === "object" && value !== null && "op" in value && "args" in value)
        next.push(value.args);
      else if (typeof value === "bigint" && BigInt.asIntN(64, value) !== value)
        throw new ExpressionFault("a whole number has at most 64 bits");
    }
    level = next;
  }
}

/** The number of levels of a node: one for itself, and one for its list of arguments. */
const levelsOfNode = 2;

/** The names of everything that can be called: CEL's functions and methods, and trueup's own functions. */
export function functionNames(): readonly string[] {
  environment ??= newEnvironment();
  return environment.getDefinitions().functions.map(({ name }) => name);
}

/** True if a variable can have this name. CEL's keywords, types and namespaces are reserved. */
export function isVariableName(name: string): boolean {
  environment ??= newEnvironment();
  if (!/^[A-Za-z_]\w{0,99}$/.test(name) || environment.hasVariable(name)) return false;
  try {
    return nameOf(environment.parse(name).ast) === name;
  } catch {
    return false;
  }
}

function newEnvironment(): Environment {
  const made = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    limits,
  });
  for (const { namespace, functions } of library) {
    if (namespace)
      made
        .registerType(namespace.type, namespace.of)
        .registerConstant(namespace.name, namespace.type, new namespace.of());
    for (const { signature, run } of functions) {
      // The receiver of a method is its first argument. In a namespace, the receiver is the namespace itself, which is
      // no value and is left out.
      const isWithin = namespace !== undefined && signature.startsWith(`${namespace.type}.`);
      const named = isWithin ? (_: unknown, ...values: readonly unknown[]) => run(...values) : run;
      made.registerFunction(signature, named, { async: false });
    }
  }
  return made;
}

/** Allows `a ? null : 5` whatever the type of the other branch, because null means that nothing is declared. */
function allowNothing(root: unknown, from: Environment): void {
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) walk(member);
    if (typeof value !== "object" || value === null || !("op" in value) || !("args" in value)) return;
    const { op, args } = value;
    if (op === "?:" && Array.isArray(args))
      for (const branch of [1, 2]) if (isNull(args[branch])) args[branch] = from.parse("dyn(null)").ast;
    walk(args);
  };
  walk(root);
}

/** Gives computed keys a dynamic type. Otherwise, the size of the types of nested keys would double at each level. */
function plainKeys(root: unknown, from: Environment): void {
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) walk(member);
    if (typeof value !== "object" || value === null || !("op" in value) || !("args" in value)) return;
    const { op, args } = value;
    walk(args);
    if (op !== "map" || !Array.isArray(args)) return;
    for (const pair of args) {
      if (!Array.isArray(pair) || !isComputed(pair[0])) continue;
      const made = from.parse("dyn(null)").ast;
      if (Array.isArray(made.args) && Array.isArray(made.args[1])) made.args[1][0] = pair[0];
      pair[0] = made;
    }
  };
  walk(root);
}

function isComputed(node: unknown): boolean {
  return typeof node === "object" && node !== null && "op" in node && node.op !== "value";
}

function isNull(node: unknown): boolean {
  return typeof node === "object" && node !== null && "op" in node && "args" in node && node.args === null;
}

/** Returns the names in an expression, except for names that a macro binds. */
function freeNames(root: unknown, binding: ReadonlySet<string>): readonly FreeName[] {
  const found: FreeName[] = [];
  const walk = (value: unknown, bound: ReadonlySet<string>): void => {
    if (Array.isArray(value)) {
      for (const member of value) walk(member, bound);
      return;
    }
    if (typeof value !== "object" || value === null || !("op" in value) || !("args" in value)) return;
    const { op, args } = value;
    if (op === "id" && typeof args === "string") {
      const { start, end } = placeOf(value);
      if (!bound.has(args)) found.push({ name: args, start, end });
      return;
    }
    if (op !== "rcall" || !Array.isArray(args)) {
      walk(args, bound);
      return;
    }
    const [method, receiver, rest] = args;
    const variable =
      binding.has(String(method)) && Array.isArray(rest) && rest.length > 1 ? nameOf(rest[0]) : undefined;
    walk(receiver, bound);
    walk(rest, variable === undefined ? bound : new Set([...bound, variable]));
  };
  walk(root, new Set(["cel", ...library.flatMap(({ namespace }) => namespace?.name ?? [])]));
  return found;
}

/** Returns the library's methods that get an argument without evaluating it. */
function bindingIn(of: Environment): ReadonlySet<string> {
  const methods = of.getDefinitions().functions.filter(({ receiverType }) => receiverType !== null);
  return new Set(methods.filter(({ params }) => params[0]?.type === "ast").map(({ name }) => name));
}

function nameOf(node: unknown): string | undefined {
  if (typeof node !== "object" || node === null || !("op" in node) || !("args" in node)) return undefined;
  return node.op === "id" && typeof node.args === "string" ? node.args : undefined;
}

function placeOf(node: object): { readonly start: number; readonly end: number } {
  const start = "start" in node && typeof node.start === "number" ? node.start : 0;
  return { start, end: "end" in node && typeof node.end === "number" ? node.end : start };
}

/** All parts of the library. */
export const library: readonly LibraryPart[] = [networks, texts, lists, records];
