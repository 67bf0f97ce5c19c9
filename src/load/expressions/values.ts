/**
 * Converts JSON to CEL values and back. Integers are `int` (as BigInt), objects are maps. No BigInt leaves this folder.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Allowance } from "./allowance.ts";
import { ExpressionFault } from "./faults.ts";

/** A value in expressions. Objects become maps, because in JavaScript objects some keys have a special meaning. */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly CelValue[]
  | ReadonlyMap<string, CelValue>;

const known = new WeakMap<object, CelValue>();

/** Converts a JSON value. The result is cached by object, so that each layer is converted once. */
export function celOf(value: Json): CelValue {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const made: CelValue = isArray(value) ? value.map(celOf) : mapOf(value);
  known.set(value, made);
  return made;
}

/** Like `celOf`, but without the cache, for values that are used once. */
export function celOnce(value: Json): CelValue {
  if (typeof value !== "object" || value === null) return celOf(value);
  if (isArray(value)) return value.map(celOnce);
  return isObject(value) ? mapOf(value, celOnce) : null;
}

function mapOf(value: JsonObject, of: (member: Json) => CelValue = celOf): ReadonlyMap<string, CelValue> {
  return new Map(Object.entries(value).map(([name, member]) => [name, of(member)]));
}

/** The maximum nesting of a result. It is the same as in files. */
const maxDepth = 100;

/**
 * Returns the JSON of a result. Throws for values that YAML does not have: unsafe integers, NaN, timestamps, bytes,
 * types.
 */
export function jsonOf(value: unknown, allowance: Allowance, depth = 0): Json {
  allowance.take("elements", 1);
  if (depth > maxDepth) throw new ExpressionFault(`the result has more than ${maxDepth} levels`);
  switch (typeof value) {
    case "string":
      allowance.made(value);
      return value;
    case "boolean":
      return value;
    case "bigint":
      if (BigInt.asIntN(54, value) === value && Number.isSafeInteger(Number(value))) return Number(value);
      throw new ExpressionFault(`${value} is too large: integers up to 9007199254740991 are exact`);
    case "number":
      if (Number.isFinite(value)) return value;
      throw new ExpressionFault(`the result is ${value}, which is not a number that can be declared`);
    case "object":
      return value === null ? null : compoundOf(value, allowance, depth + 1);
    default:
      throw unfit(typeof value);
  }
}

function compoundOf(value: object, allowance: Allowance, depth: number): Json {
  if (Array.isArray(value)) return value.map((member: unknown) => jsonOf(member, allowance, depth));
  const entries =
    value instanceof Map ? [...value] : isObject(value) && isPlain(value) ? Object.entries(value) : undefined;
  if (entries === undefined) throw unfit(value.constructor.name);
  const members = entries.map(([name, member]): [string, Json] => {
    const key = typeof name === "bigint" || typeof name === "string" ? String(name) : undefined;
    if (key === undefined) throw new ExpressionFault("the keys of a map must be texts");
    if (key === "__proto__") throw new ExpressionFault("`__proto__` cannot be a key");
    return [key, jsonOf(member, allowance, depth)];
  });
  return Object.fromEntries(members);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function unfit(what: string): ExpressionFault {
  const names: Readonly<Record<string, string>> = {
    Date: "a timestamp",
    Duration: "a duration",
    Uint8Array: "bytes",
    Buffer: "bytes",
    UnsignedInt: "a uint",
  };
  const name = names[what] ?? "a type or a function";
  return new ExpressionFault(
    `the result is ${name}, which cannot be declared`,
    "Convert it to a text with string(...), or to a number with int(...).",
  );
}
