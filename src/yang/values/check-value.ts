/** Validates and canonicalizes values by their types (RFC 7950 9, RFC 7951 6). */

import { canonicalText, isArray, isObject, type Json } from "../../model/json.ts";
import { underWay } from "../../model/meter.ts";
import { type Matcher, matcherOf } from "../patterns/matcher.ts";
import type { SchemaNode } from "../schema/node.ts";
import type { Schema } from "../schema/schema.ts";
import { type Interval, isInIntervals, scaled, wholeRange, type YangType } from "../types/type.ts";
import { leafrefTarget, parsePath, pathText, withFewPrefixes } from "./leafref.ts";

/**
 * A canonical value, as text and as JSON (RFC 7951). `fault`: for an invalid value, the words that follow "must be" in
 * a message.
 */
type ValueResult = { readonly canonical: string; readonly json: Json } | { readonly fault: string };

/** The maximum length of a chain of leafrefs. It is also the maximum depth of nested unions. */
const maxChain = 30;
/** The maximum size of the cache, in pattern states of about 100 bytes each. */
const maxStates = 400_000;
/** The maximum length of a text that is matched with patterns. */
const maxPatternText = 65_536;

const known = new WeakMap<Schema, Values>();

/** Returns the value checker of a schema. It is shared so that patterns are compiled once. */
export function valuesOf(schema: Schema): Values {
  const values = known.get(schema) ?? new Values(schema);
  known.set(schema, values);
  return values;
}

/** Checks the leaf values of one schema. */
export class Values {
  readonly #schema: Schema;
  readonly #matchers = new Map<string, Matcher | undefined>();
  #states = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /**
   * Checks a value of a leaf or a leaf-list entry. If the type is unambiguous, a number may be written as a text and
   * vice versa, because people and devices write both.
   */
  check(node: SchemaNode, value: Json): ValueResult {
    return this.#check({ node, type: node.type, depth: 0, isLoose: true }, value);
  }

  /** True if a text at a node is an instance-identifier. In a union, the first matching member decides. */
  isPath(node: SchemaNode, value: string): boolean {
    return this.#isPath({ node, type: node.type, depth: 0, isLoose: true }, value);
  }

  #isPath({ node, type, depth, isLoose }: Place, value: string): boolean {
    if (depth > maxChain) return false;
    const below = { isLoose, depth: depth + 1 };
    const target = type.base === "leafref" ? leafrefTarget(this.#schema, node, type) : undefined;
    if (target !== undefined) return this.#isPath({ ...below, node: target, type: target.type }, value);
    const member = type.members.find((each) => "json" in this.#check({ ...below, node, type: each }, value));
    if (member !== undefined) return this.#isPath({ ...below, node, type: member }, value);
    return type.base === "instance-identifier";
  }

  #check(at: Place, value: Json): ValueResult {
    const { type, isLoose } = at;
    switch (type.base) {
      case "boolean":
        return boolean(value, isLoose);
      case "empty":
        return isEmpty(value, isLoose) ? { canonical: "", json: [null] } : { fault: "empty: `[null]`" };
      case "leafref":
        return this.#leafref(at, value);
      case "union":
        return this.#union(at, value);
      case "string":
      case "binary":
      case "bits":
      case "enumeration":
      case "identityref":
      case "instance-identifier":
        return typeof value === "string" ? this.#text(at, value) : { fault: "a text" };
      default:
        return canonicalNumber(type, value, isLoose);
    }
  }

  #text({ node, type }: Place, value: string): ValueResult {
    switch (type.base) {
      case "binary":
        return binary(type, value);
      case "bits":
        return bits(type, value);
      case "enumeration":
        return type.enums.has(value) ? text(value) : { fault: oneOf([...type.enums.keys()]) };
      case "identityref":
        return this.#identity(node, type, value);
      case "instance-identifier":
        return onePath(value);
      default:
        return this.#string(type, value);
    }
  }

  #string(type: YangType, value: string): ValueResult {
    const fault = this.#stringFault(type, value);
    if (fault !== undefined) return { fault };
    const spelled = type.spelling?.(value) ?? value;
    // A derived type may require the original spelling.
    return text(spelled === value || this.#stringFault(type, spelled) !== undefined ? value : spelled);
  }

  #stringFault({ length: lengths, patterns }: YangType, value: string): string | undefined {
    const length = [...value].length;
    if (!isInIntervals(BigInt(length), lengths))
      return `of a length that its type allows, not ${length} characters`;
    for (const { text, isInverted } of patterns) {
      const isMatch = this.#matches(text, value);
      if (isMatch === isInverted)
        return `a text that ${isInverted ? "does not match" : "matches"} \`${text}\``;
      if (isMatch === undefined && underWay()?.exhausted !== undefined)
        return "checked by the device: matching the patterns of all values would take too long";
    }
    return undefined;
  }

  /** Returns whether a text matches a pattern. Undefined: that cannot be determined, so the device decides. */
  #matches(pattern: string, value: string): boolean | undefined {
    if (value.length > maxPatternText) return undefined;
    const known = this.#matchers.get(pattern);
    if (known !== undefined || this.#matchers.has(pattern)) return known?.(value);
    const made = matcherOf(pattern);
    // The budget of this load is used up. The result is not cached, because the next load has a new budget, and may
    // compile the pattern.
    if (made === undefined && underWay()?.exhausted !== undefined) return undefined;
    this.#states += made?.states ?? 0;
    if (this.#states > maxStates) {
      this.#matchers.clear();
      this.#states = made?.states ?? 0;
    }
    this.#matchers.set(pattern, made);
    return made?.(value);
  }

  #identity(node: SchemaNode, { identities }: YangType, value: string): ValueResult {
    const canonical = value.includes(":") ? value : `${node.module}:${value}`;
    const derived = identities.map((each) => this.#schema.identities.derivedFrom(each));
    if (derived.every((each) => each.has(canonical))) return text(canonical);
    const [first = new Set<string>(), ...others] = derived;
    return { fault: oneOf([...first].filter((name) => others.every((each) => each.has(name))).sort()) };
  }

  #leafref({ node, type, depth, isLoose }: Place, value: Json): ValueResult {
    const target = depth < maxChain ? leafrefTarget(this.#schema, node, type) : undefined;
    if (target?.kind.startsWith("leaf"))
      return this.#check({ node: target, type: target.type, depth: depth + 1, isLoose }, value);
    if (isObject(value) || (isArray(value) && !isEmpty(value, false))) return { fault: "a single value" };
    return { canonical: typeof value === "string" ? value : canonicalText(value), json: value };
  }

  /**
   * Returns the result for a value of a union. The value belongs to the first member that accepts its text (RFC 7950
   * 9.12), because XML shows only the text.
   */
  #union(at: Place, value: Json): ValueResult {
    const { depth, isLoose } = at;
    if (depth > maxChain) return { fault: "of a simpler type" };
    const faults = new Set<string>();
    for (const loose of isLoose ? [false, true] : [false])
      for (const result of this.#members({ ...at, isLoose: loose }, value)) {
        if ("canonical" in result) return this.#byText(at, value) ?? result;
        if (faults.size < 5) faults.add(result.fault);
      }
    return { fault: [...faults].join(", or ") || "of a type that has values" };
  }

  *#members({ node, type, depth, isLoose }: Place, value: Json): Iterable<ValueResult> {
    for (const member of type.members)
      yield this.#check({ node, type: member, depth: depth + 1, isLoose }, value);
  }

  #byText(at: Place, value: Json): ValueResult | undefined {
    if (!at.isLoose || isArray(value) || isObject(value) || value === null) return undefined;
    for (const result of this.#members(at, String(value))) if ("canonical" in result) return result;
    return undefined;
  }
}

interface Place {
  readonly node: SchemaNode;
  readonly type: YangType;
  readonly depth: number;
  readonly isLoose: boolean;
}

/** Returns the result for a path in JSON notation (RFC 7951, 6.11). */
function onePath(value: string): ValueResult {
  const nodes = parsePath(value);
  return nodes ? text(pathText(withFewPrefixes(nodes))) : { fault: "a path such as `/module:node/leaf`" };
}

function boolean(value: Json, isLoose: boolean): ValueResult {
  const isBoolean = typeof value === "boolean" || (isLoose && (value === "true" || value === "false"));
  return isBoolean
    ? { canonical: String(value), json: String(value) === "true" }
    : { fault: "true or false" };
}

function isEmpty(value: Json, isLoose: boolean): boolean {
  return isArray(value) ? value.length === 1 && value[0] === null : isLoose && value === null;
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

function binary({ length }: YangType, value: string): ValueResult {
  const packed = value.replace(/[ \t\r\n]/g, "");
  if (packed.length % 4 !== 0 || !base64.test(packed)) return { fault: "base64" };
  const bytes = (packed.length / 4) * 3 - (packed.endsWith("==") ? 2 : packed.endsWith("=") ? 1 : 0);
  const isLong = isInIntervals(BigInt(bytes), length);
  return isLong ? text(packed) : { fault: `of a length that its type allows, not ${bytes} bytes` };
}

function bits(type: YangType, value: string): ValueResult {
  const names = value.split(/\s+/).filter(Boolean);
  const isSet = new Set(names);
  if (isSet.size < names.length || names.some((name) => !type.bits.has(name)))
    return { fault: `some of ${shownNames([...type.bits.keys()])}, each once` };
  return text([...type.bits.keys()].filter((name) => isSet.has(name)).join(" "));
}

/** Returns the result for a value that is also a text in JSON. */
function text(canonical: string): ValueResult {
  return { canonical, json: canonical };
}

const maxShown = 20;

function oneOf(names: readonly string[]): string {
  return `one of ${shownNames(names)}`;
}

function shownNames(names: readonly string[]): string {
  const shown = names.slice(0, maxShown).map((name) => `\`${name}\``);
  return `${shown.join(", ")}${names.length > maxShown ? " ..." : ""}`;
}

/** Types that RFC 7951 6.1 writes as texts, because JSON numbers may lose precision. */
const asTexts = new Set(["int64", "uint64", "decimal64"]);

const integer = /^[+-]?(?:0|[1-9][0-9]{0,19})$/;
const decimal = /^[+-]?(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{1,18})?$/;

/**
 * Returns a number's canonical form, or the error in the number. With `isLoose`, texts and numbers are interchangeable.
 */
function canonicalNumber(
  type: YangType,
  value: Json,
  isLoose: boolean,
): { readonly canonical: string; readonly json: Json } | { readonly fault: string } {
  const isText = typeof value === "string";
  const isDecimal = type.base === "decimal64";
  const isForm = isText || typeof value === "number";
  const digits = type.fractionDigits;
  if (
    !isForm ||
    (!isLoose && isText !== asTexts.has(type.base)) ||
    !(isDecimal ? decimal : integer).test(String(value))
  )
    return {
      fault: isDecimal ? `a decimal number with at most ${digits} digits after the point` : "a whole number",
    };
  const number = scaled(String(value), digits);
  if (number === undefined)
    return { fault: `a decimal number with at most ${digits} digits after the point` };
  const whole = wholeRange[type.base];
  const intervals = type.range ?? (whole ? [whole] : []);
  if (!isInIntervals(number, intervals)) return { fault: `within ${shownRange(intervals, digits)}` };
  const canonical = spelled(number, digits);
  return { canonical, json: asTexts.has(type.base) ? canonical : Number(canonical) };
}

function shownRange(intervals: readonly Interval[], digits: number): string {
  const shown = intervals.slice(0, 10).map(([low, high]) => {
    const from = spelled(low, digits);
    return low === high ? from : `${from}..${spelled(high, digits)}`;
  });
  return `${shown.join(" | ")}${intervals.length > 10 ? " ..." : ""}`;
}

/** Returns a decimal with at least one digit after the point, and without other trailing zeros. */
function spelled(number: bigint, digits: number): string {
  if (digits === 0) return String(number);
  const sign = number < 0n ? "-" : "";
  const text = String(number < 0n ? -number : number).padStart(digits + 1, "0");
  const fraction = text.slice(-digits).replace(/0+$/, "");
  return `${sign}${text.slice(0, -digits)}.${fraction || "0"}`;
}
