/** Why a field may still differ after it was written, as far as both values tell. Pure. */

import type { LikelyCause } from "../model/change.ts";
import { canonicalText, isArray, isObject, type Json, sameJson } from "../model/json.ts";

/**
 * | desired and live                                | likely          |
 * |-------------------------------------------------|-----------------|
 * | both are empty, or live has nothing of what is empty | empty      |
 * | live has nothing                                | not readable    |
 * | the same number, once as text or padded         | number format   |
 * | texts that are equal without case               | case            |
 * | texts that are equal but for blanks at their ends, around commas, and line ends | blanks |
 * | texts that are equal in their composed form     | Unicode form    |
 * | texts that are equal but for several of these   | the first one   |
 * | lists of the same elements                      | order           |
 * | lists of texts that are equal without case      | case            |
 * | lists of values that are spelled alike, in order | as the first of them that differs |
 * | anything else                                   | server default  |
 */
export function probableCause(desired: Json | undefined, live: Json | undefined): LikelyCause {
  if (desired !== undefined && isNothing(desired) && isNothing(live)) return "empty";
  if (live === undefined || live === null) return "not readable";
  if (desired === undefined) return "server default";
  const spelled = spellingOf(desired, live);
  if (spelled) return spelled;
  if (!isArray(desired) || !isArray(live)) return "server default";
  if (sameJson(sorted(desired), sorted(live))) return "order";
  return sameJson(sorted(desired.map(lowered)), sorted(live.map(lowered))) ? "case" : "server default";
}

/** True when the server took what was written, and only spells or orders it in another way. */
export function isSpelling({ likely }: { readonly likely: LikelyCause }): boolean {
  return isMereSpelling({ likely }) || likely === "order";
}

/** True when it only spells it in another way: order may mean something. */
export function isMereSpelling({ likely }: { readonly likely: LikelyCause }): boolean {
  return ["case", "blanks", "Unicode form", "number format", "empty"].includes(likely);
}

/** How two values differ that mean the same, one after the other in lists; undefined: they may mean something else. */
function spellingOf(desired: Json, live: Json): LikelyCause | undefined {
  if (isArray(desired) && isArray(live)) {
    if (desired.length !== live.length) return undefined;
    return firstOf(desired.map((each, at) => [each, live[at] ?? null]));
  }
  if (isObject(desired) && isObject(live)) {
    const declared = Object.entries(desired);
    return firstOf(
      declared.map(([name, each]) => [each, Object.hasOwn(live, name) ? live[name] : undefined]),
    );
  }
  const number = decimalOf(desired);
  if (number !== undefined && number === decimalOf(live)) return "number format";
  return typeof desired === "string" && typeof live === "string" ? textSpelling(desired, live) : undefined;
}

/** What does not change what a text says. */
const spellings: readonly (readonly [LikelyCause, (text: string) => string])[] = [
  ["case", (text) => text.toLowerCase()],
  ["blanks", unblanked],
  ["Unicode form", (text) => text.normalize("NFC")],
];

function unblanked(text: string): string {
  const parts = text.replaceAll(/\r\n?/g, "\n").split(",");
  return parts.map((part) => part.trim()).join(",");
}

/** The first without which they differ. */
function textSpelling(a: string, b: string): LikelyCause | undefined {
  const isSame = (by: typeof spellings) =>
    by.reduce((text, [, of]) => of(text), a) === by.reduce((text, [, of]) => of(text), b);
  if (!isSame(spellings)) return undefined;
  return spellings.find((one) => !isSame(spellings.filter((each) => each !== one)))?.[0] ?? "case";
}

/** The first spelling that differs; undefined where one value may mean something else, or none differs. */
function firstOf(pairs: readonly (readonly [Json, Json | undefined])[]): LikelyCause | undefined {
  let first: LikelyCause | undefined;
  for (const [desired, live] of pairs) {
    if (sameJson(desired, live)) continue;
    const own = live === undefined ? undefined : spellingOf(desired, live);
    if (own === undefined) return undefined;
    first ??= own;
  }
  return first;
}

/** The one form of a decimal number, exactly: `1.5` of `+01.50`. Undefined: it is none, or written with an exponent. */
function decimalOf(value: Json): string | undefined {
  if (typeof value !== "number" && (typeof value !== "string" || value.length > 100)) return undefined;
  const [, sign = "", whole = "", part = ""] = /^([-+]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(String(value)) ?? [];
  if (whole === "" || /\.$/.test(String(value))) return undefined;
  const digits = part === "" ? whole : `${whole}.${part}`;
  return sign === "-" && digits !== "0" ? `-${digits}` : digits;
}

/** Nothing, however it is said: null, an empty text, list or object, or no member at all. */
export function isNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  if (isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function lowered(value: Json): Json {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function sorted(list: readonly Json[]): readonly Json[] {
  return list.map(canonicalText).sort();
}
