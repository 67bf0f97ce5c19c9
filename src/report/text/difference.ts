/** Formats a difference for every output format: differing parts are shown, long equal parts are only counted. Pure. */

import type { Difference } from "../../model/change.ts";
import { canonicalText, isArray, isObject, type Json, sameJson } from "../../model/json.ts";
import { isHidden } from "../../model/live/hidden.ts";
import { isSecretReference } from "../../model/secret.ts";
import { endsOf, merged, type Run, runsOf } from "./alike-runs.ts";
import { counted, memberName, quoted, shown } from "./value.ts";

/** The texts of both sides of a difference. They are equal only if the sides are equal. */
export interface ShownDifference {
  readonly live: string;
  readonly desired: string;
  readonly base: string;
}

/** The length up to which values are shown completely. */
const maxWhole = 100;

/** The number of equal characters that are shown before and after a differing part. */
const context = 20;

/** The minimum number of equal characters that a count replaces. A count would not be shorter than fewer characters. */
const minCounted = 30;

/**
 * The texts of all sides of a difference. The applied value is complete, because it may differ from both other sides.
 * `most` limits the characters per side, counted from the first difference; further characters are only counted.
 */
export function differenceShown(
  { desired, live, base }: Pick<Difference, "desired" | "live" | "base">,
  most = Number.POSITIVE_INFINITY,
): ShownDifference {
  const isUnreadable = live === undefined && isSecretReference(desired);
  const sides = isUnreadable
    ? (["(cannot be read)", shown(desired)] as const)
    : besideEachOther(live, desired);
  const [ofLive, ofDesired] = around(sides, most);
  return { live: ofLive, desired: ofDesired, base: briefly(shown(base), most) };
}

/** The texts of two values of one field. Of long values, only the parts that differ are shown. */
export function besideEachOther(one: Json | undefined, other: Json | undefined): readonly [string, string] {
  const isShort = [one, other].every((side) => atMost(side, maxWhole) && shown(side).length <= maxWhole);
  const isOne = [one, other].some((side) => isSecretReference(side) || isHidden(side));
  if (isShort || isOne) return [shown(one), shown(other)];
  if (typeof one === "string" && typeof other === "string") return texts(one, other);
  if (isArray(one) && isArray(other)) return lists(one, other);
  return isObject(one) && isObject(other) ? objects(one, other) : [shown(one), shown(other)];
}

/** True if the text of the value fits in this many characters. Examines no more of the value than needed. */
function atMost(value: Json | undefined, characters: number): boolean {
  let left = characters;
  const fits = (part: Json | undefined): boolean => {
    left -= typeof part === "string" ? part.length : 1;
    if (left < 0 || typeof part !== "object" || part === null) return left >= 0;
    if (isArray(part)) return part.every(fits);
    return Object.keys(part).every((name) => fits(name) && fits(part[name]));
  };
  return fits(value);
}

/** The text, truncated to a maximum length, with the number of omitted characters. */
export function briefly(text: string, most: number): string {
  return around([text, ""], most)[0];
}

function around(sides: readonly [string, string], most: number): readonly [string, string] {
  if (sides.every((side) => side.length <= most)) return sides;
  const [one, other] = [charactersOf(sides[0]), charactersOf(sides[1])];
  const [{ one: alike }] = endsOf(one, other);
  const start = alike.length > most / 2 ? alike.length - context : 0;
  const part = (all: readonly string[]) => {
    const more = all.length - start - most;
    const before = start > 0 ? `(after ${counted(start, "character")}) ` : "";
    const after = more > 0 ? ` (and ${counted(more, "more character")})` : "";
    return `${before}${all.slice(start, start + most).join("")}${after}`;
  };
  return [part(one), part(other)];
}

/** The characters of a displayed text. An escape counts as one character, so that it is never cut. */
function charactersOf(text: string): readonly string[] {
  return text.match(/\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\.|[^\\]|\\/gsu) ?? [];
}

/** The number of equal characters at each end that are still aligned, because they may belong to differing words. */
const maxEnd = 100;

/** The maximum length of texts that are aligned. In longer texts, everything between their common ends is shown. */
const maxSearched = 100_000;

function texts(one: string, other: string): readonly [string, string] {
  const [before, after] = alikeEnds(one, other);
  const inner = (text: string) => quoted(text.slice(before, text.length - after)).slice(1, -1);
  const [a, b] = [charactersOf(inner(one)), charactersOf(inner(other))];
  const runs = merged(Math.max(a.length, b.length) > maxSearched ? endsOf(a, b) : textRuns(a, b));
  const start = [...one.slice(0, before)].length;
  const end = [...one.slice(one.length - after)].length;
  const side = (of: "one" | "other") => {
    const parts = runs.flatMap((run, at) => runParts(run[of], run, [at === 0, at === runs.length - 1]));
    return partsText([start, ...parts, end]);
  };
  return [side("one"), side("other")];
}

/** The lengths of the common ends in UTF-16 code units, each reduced by `maxEnd`. No character is cut. */
function alikeEnds(one: string, other: string): readonly [number, number] {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const [before, after] = [Math.max(0, start - maxEnd), Math.max(0, end - maxEnd)];
  const isCut = (at: number) => /^[\udc00-\udfff]/.test(one.slice(at, at + 1));
  return [isCut(before) ? before - 1 : before, isCut(one.length - after) ? after - 1 : after];
}

/** Aligns lines, then the words of differing lines, then the characters of differing words. */
function textRuns(
  one: readonly string[],
  other: readonly string[],
  cuts = [linesOf, wordsOf],
): readonly Run[] {
  const [cut, ...finer] = cuts;
  if (!cut) return endsOf(one, other);
  return runsOf(cut(one), cut(other)).flatMap((run) => {
    const [a, b] = [charactersOf(run.one.join("")), charactersOf(run.other.join(""))];
    return run.isAlike ? [{ isAlike: true, one: a, other: b }] : textRuns(a, b, finer);
  });
}

function linesOf(characters: readonly string[]): readonly string[] {
  const lines: string[][] = [[]];
  for (const character of characters) {
    lines.at(-1)?.push(character);
    if (character === "\\n") lines.push([]);
  }
  return lines.map((line) => line.join(""));
}

function wordsOf(characters: readonly string[]): readonly string[] {
  return characters.join("").match(/\\u\{[0-9a-f]+\}|\\u[0-9a-f]{4}|\\.|[\p{L}\p{N}]+|[^\\]/gsu) ?? [];
}

/** A text to show, or a number of characters to omit. */
type Part = string | number;

function runParts(all: readonly string[], { isAlike }: Run, [isFirst, isLast]: readonly [boolean, boolean]) {
  const [before, after] = [isFirst ? 0 : context, isLast ? 0 : context];
  const left = all.length - before - after;
  if (!isAlike || left < minCounted) return [all.join("")];
  return [all.slice(0, before).join(""), left, all.slice(all.length - after).join("")];
}

/** Joins the parts. Only original text is in quotes; counts are outside. */
function partsText(parts: readonly Part[]): string {
  const words: string[] = [];
  let text = "";
  for (const part of joined(parts)) {
    if (typeof part === "string") text += part;
    else if (part > 0) {
      if (text !== "") words.push(`"${text}"`);
      words.push(alike(part, "character"));
      text = "";
    }
  }
  if (text !== "" || words.length === 0) words.push(`"${text}"`);
  return words.join(" ");
}

/** Adds up adjacent counts and removes empty texts. */
function joined(parts: readonly Part[]): readonly Part[] {
  const all: Part[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part === "") continue;
    if (typeof part === "number" && typeof last === "number") all[all.length - 1] = last + part;
    else all.push(part);
  }
  return all;
}

function alike(count: number, what: string): string {
  return `(${counted(count, what)} alike)`;
}

/** The added and removed elements, and the numbers of equal elements between them. */
function lists(one: readonly Json[], other: readonly Json[]): readonly [string, string] {
  const sides: readonly [string[], string[]] = [[], []];
  let [left, right] = [0, 0];
  for (const run of runsOf(one.map(canonicalText), other.map(canonicalText))) {
    const [a, b] = [one.slice(left, left + run.one.length), other.slice(right, right + run.other.length)];
    left += a.length;
    right += b.length;
    const parts = run.isAlike
      ? ([[alike(a.length, "element")], [alike(b.length, "element")]] as const)
      : elements(a, b);
    for (const part of parts[0]) sides[0].push(part);
    for (const part of parts[1]) sides[1].push(part);
  }
  return [`[${sides[0].join(", ")}]`, `[${sides[1].join(", ")}]`];
}

/** The texts of differing elements. If both sides have as many elements, these are compared in pairs. */
function elements(one: readonly Json[], other: readonly Json[]) {
  if (one.length !== other.length) return [one.map(shown), other.map(shown)] as const;
  const pairs = one.map((element, at) => besideEachOther(element, other[at]));
  return [pairs.map(([a]) => a), pairs.map(([, b]) => b)] as const;
}

/** The differing members in pairs, and the number of equal members. */
function objects(
  one: Readonly<Record<string, Json>>,
  other: Readonly<Record<string, Json>>,
): readonly [string, string] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  const sides: readonly [string[], string[]] = [[], []];
  let same = 0;
  for (const name of names) {
    const [a, b] = [own(one, name), own(other, name)];
    if (a !== undefined && b !== undefined && sameJson(a, b)) same += 1;
    else {
      const [left, right] = besideEachOther(a, b);
      if (a !== undefined) sides[0].push(`${memberName(name)}:${left}`);
      if (b !== undefined) sides[1].push(`${memberName(name)}:${right}`);
    }
  }
  const of = (members: readonly string[]) => (same > 0 ? [alike(same, "member"), ...members] : members);
  return [`{${of(sides[0]).join(",")}}`, `{${of(sides[1]).join(",")}}`];
}

function own(of: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

/** The value of a created field, or of a node that the create displaces. */
export function createdValue({ desired, live }: Pick<Difference, "desired" | "live">): string {
  return desired === undefined && live !== undefined
    ? `${shown(live)}, which this create removes`
    : shown(desired);
}
