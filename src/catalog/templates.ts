/** Templates of paths and bodies: variables in braces, and their values. Pure. */

import { asObject, isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { ours, type Problem, problem, sentence } from "../model/problem.ts";
import { pathSegments } from "./path-segments.ts";

/** Returns the value of a variable. Undefined: the variable is unknown. */
export type WordValue = (word: string) => string | undefined;

const words = /\{([a-zA-Z][\w.]*)(\*?)\}/g;

/** The prefix of variables that stand for fields: `{fields.NAME}`. */
export const fieldPrefix = "fields.";

/** Returns the variables of a template, without braces and stars. */
export function wordsIn(template: string): readonly string[] {
  return [...template.matchAll(words)].map(([, word = ""]) => word);
}

/** True if a path contains the variable that identifies its resource. */
export function saysWhich(path: string): boolean {
  return wordsIn(path).some((word) => word === "id" || word === "identity");
}

/**
 * Fills in a path template. A variable is one encoded segment. A variable with a star is several segments, separated at
 * the slashes outside of brackets. Throws if a variable is unknown.
 */
export function filledPath(path: string, of: WordValue): string {
  return path.replaceAll(words, (_, word: string, star: string) => {
    const value = of(word);
    if (value === undefined || value === "") throw new Error(`${path} is requested without its ${word}`);
    return star === "" ? segment(value) : pathSegments(value).map(segment).join("/");
  });
}

/**
 * Fills in a query template, including its question mark. The result is empty if there are no parameters. A parameter
 * with an unknown variable is omitted.
 */
export function filledQuery(query: Readonly<Record<string, string>>, of: WordValue): string {
  const isKnown = (value: string) => wordsIn(value).every((word) => of(word) !== undefined);
  const pairs = Object.entries(query)
    .filter(([, value]) => isKnown(value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(filledText(value, of))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Fills in the texts of a value. Unknown variables stay. */
export function filledValue(value: Json, of: WordValue): Json {
  if (typeof value === "string") return filledText(value, of);
  if (isArray(value)) return value.map((each) => filledValue(each, of));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledValue(each, of)]));
}

/** Fills in the names and values of fields. The result is empty if there are no fields. */
export function filledFields(fields: JsonObject | undefined, of: WordValue): JsonObject {
  return asObject(fields && filledValue(fields, of));
}

/** Fills in a text. Unknown variables stay. */
export function filledText(text: string, of: WordValue): string {
  return text.replaceAll(words, (whole, word: string) => of(word) ?? whole);
}

/** True if a text can result from the template with a number for `{position}`. */
export function isPositioned(template: string, text: string): boolean {
  const [before = "", after = ""] = template.split("{position}");
  if (!template.includes("{position}")) return text === template;
  const isNamed = text.startsWith(before) && text.endsWith(after);
  return isNamed && /^\d*$/.test(text.slice(before.length, text.length - after.length));
}

/**
 * True if a text may be a path segment: 1 to 1,024 complete characters, no control characters, no `..`, and not `.`
 * itself. Ids from a controller are checked like ids that people write.
 */
export function isSegment(text: string): boolean {
  const whole = text.length > 0 && text.length <= 1024 && text.isWellFormed();
  return whole && text !== "." && !text.includes("..") && !/\p{Cc}/u.test(text);
}

/** Returns a percent-encoded segment. */
export function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Returns the problem of the first id that cannot be part of a path. Undefined ids are skipped. */
export function badId(target: string, ids: readonly (string | undefined)[]): Problem | undefined {
  const bad = ids.find((id) => id !== undefined && !isSegment(id));
  if (bad === undefined) return undefined;
  const message = sentence`${ours(target)}: the id ${JSON.stringify(bad)} cannot be part of a path; nothing was sent.`;
  return problem("bad-id", message, {
    hint: "An id has 1 to 1,024 characters, no control characters and no `..`.",
  });
}
