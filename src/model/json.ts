/** JSON values and the total functions over them that every stage needs. */

/** Any JSON value. Objects and arrays are never changed in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Made with `Object.create(null)` or literals only; never holds `__proto__`. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for JSON objects: not for null, not for arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for JSON arrays. (`Array.isArray` alone narrows readonly arrays to `any[]`.) */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The one text of a value: keys in code-unit order, no white space (as RFC 8785 orders them). */
export function canonicalText(value: Json): string {
  if (isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

/** Deep equality; the order of keys does not count, the order of elements does. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((v, i) => sameJson(v, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

/**
 * A JSON text in which controls, format characters (bidirectional, zero-width) and what a runner of workflows takes
 * for a command stand as `\u` escapes: the same value, and harmless where it is printed. Line breaks stay.
 */
export function printableJson(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?<=#)#(?=\w*\[)/gu, escapedUnits);
}

function escapedUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** The value of a JSON text, or undefined when the text is not JSON. `__proto__` keys are dropped. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text, (key, member) => (key === "__proto__" ? undefined : member));
    return value;
  } catch {
    return undefined;
  }
}
