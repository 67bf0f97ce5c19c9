/** Templates of paths and bodies: words in braces, and what stands in their place. Pure. */

import { asObject, isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { ours, type Problem, problem, sentence } from "../model/problem.ts";
import { pathSegments } from "./path-segments.ts";

/** What stands instead of a word; undefined where it is unknown. */
export type WordValue = (word: string) => string | undefined;

const words = /\{([a-zA-Z][\w.]*)(\*?)\}/g;

/** The words of a template, without braces and stars. */
export function wordsIn(template: string): readonly string[] {
  return [...template.matchAll(words)].map(([, word = ""]) => word);
}

/** Whether a path says which thing it is about. */
export function saysWhich(path: string): boolean {
  return wordsIn(path).some((word) => word === "id" || word === "identity");
}

/**
 * The path of a template: each word is one segment, encoded; with a star several, and a slash in brackets divides none.
 * Throws where one is not known.
 */
export function filledPath(path: string, of: WordValue): string {
  return path.replaceAll(words, (_, word: string, star: string) => {
    const value = of(word);
    if (value === undefined || value === "") throw new Error(`${path} is asked for without its ${word}`);
    return star === "" ? segment(value) : pathSegments(value).map(segment).join("/");
  });
}

/**
 * A query of a template, with its question mark; empty where there is none. A parameter with an unknown word
 * is left out.
 */
export function filledQuery(query: Readonly<Record<string, string>>, of: WordValue): string {
  const isKnown = (value: string) => wordsIn(value).every((word) => of(word) !== undefined);
  const pairs = Object.entries(query)
    .filter(([, value]) => isKnown(value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(filledText(value, of))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** A value with the words in its texts filled in; an unknown word stays as it is. */
export function filledValue(value: Json, of: WordValue): Json {
  if (typeof value === "string") return filledText(value, of);
  if (isArray(value)) return value.map((each) => filledValue(each, of));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledValue(each, of)]));
}

/** Fields and their values, filled in alike; none of none. */
export function filledFields(fields: JsonObject | undefined, of: WordValue): JsonObject {
  return asObject(fields && filledValue(fields, of));
}

/** A text with the words in it filled in; an unknown word stays as it is. */
export function filledText(text: string, of: WordValue): string {
  return text.replaceAll(words, (whole, word: string) => of(word) ?? whole);
}

/** Whether a text is one that the template may have become, with a number instead of `{position}`. */
export function isPositioned(template: string, text: string): boolean {
  const [before = "", after = ""] = template.split("{position}");
  if (!template.includes("{position}")) return text === template;
  const isNamed = text.startsWith(before) && text.endsWith(after);
  return isNamed && /^\d*$/.test(text.slice(before.length, text.length - after.length));
}

/**
 * True when a text may be one segment of a path: 1 to 1,024 whole characters, no controls, no `..`, not `.`.
 * Ids that a controller gives are checked like those that people write.
 */
export function isSegment(text: string): boolean {
  const whole = text.length > 0 && text.length <= 1024 && text.isWellFormed();
  return whole && text !== "." && !text.includes("..") && !/\p{Cc}/u.test(text);
}

/** A segment, percent-encoded. */
export function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The problem of the first of these ids that cannot stand in a path. Undefined ids are passed over. */
export function badId(target: string, ids: readonly (string | undefined)[]): Problem | undefined {
  const bad = ids.find((id) => id !== undefined && !isSegment(id));
  if (bad === undefined) return undefined;
  const message = sentence`${ours(target)}: the id ${JSON.stringify(bad)} cannot be part of a path; nothing was sent.`;
  return problem("bad-id", message, {
    hint: "An id has 1 to 1,024 characters, no control characters and no `..`.",
  });
}
