/** Why a field may still differ after it was written, judging by both values. Pure. */

import type { LikelyCause } from "../model/change.ts";
import { canonicalText, isArray, isObject, type Json, sameJson } from "../model/json.ts";

/**
 * The probable cause, according to the first matching row:
 *
 * | desired and live                                                     | likely                            |
 * |----------------------------------------------------------------------|-----------------------------------|
 * | both are empty, or desired is and live is missing                    | empty                             |
 * | live is missing                                                      | not readable                      |
 * | the same number, as text or padded in one                            | number format                     |
 * | texts equal except for case                                          | case                              |
 * | texts equal except for outer blanks, blanks around commas, line ends | blanks                            |
 * | texts equal in their composed form                                   | Unicode form                      |
 * | texts equal except for several of these                              | the first one                     |
 * | lists with the same elements                                         | order                             |
 * | lists of texts equal except for case                                 | case                              |
 * | lists of equivalent values, in order                                 | as the first of them that differs |
 * | anything else                                                        | server default                    |
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

/** True if the server accepted the value and only spells or orders it differently. */
export function isSpelling({ likely }: { readonly likely: LikelyCause }): boolean {
  return isMereSpelling({ likely }) || likely === "order";
}

/** True if the server only spells the value differently. A different order does not count, as it may be significant. */
export function isMereSpelling({ likely }: { readonly likely: LikelyCause }): boolean {
  return ["case", "blanks", "Unicode form", "number format", "empty"].includes(likely);
}

/**
 * Returns how two equivalent values differ; lists are compared element by element. Undefined if the values may not be
 * equivalent.
 */
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

/** Differences in spelling: changes of a text that do not affect its meaning. */
const spellings: readonly (readonly [LikelyCause, (text: string) => string])[] = [
  ["case", (text) => text.toLowerCase()],
  ["blanks", unblanked],
  ["Unicode form", (text) => text.normalize("NFC")],
];

function unblanked(text: string): string {
  const parts = text.replaceAll(/\r\n?/g, "\n").split(",");
  return parts.map((part) => part.trim()).join(",");
}

/**
 * Returns the first spelling rule without which the texts stay different; `case` if no single rule is needed. Undefined
 * if the texts differ even after all rules.
 */
function textSpelling(a: string, b: string): LikelyCause | undefined {
  const isSame = (by: typeof spellings) =>
    by.reduce((text, [, of]) => of(text), a) === by.reduce((text, [, of]) => of(text), b);
  if (!isSame(spellings)) return undefined;
  return spellings.find((one) => !isSame(spellings.filter((each) => each !== one)))?.[0] ?? "case";
}

/** Returns the first difference in spelling. Undefined if two values may not be equivalent, or if no values differ. */
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

/**
 * The canonical form of a decimal number, exactly: `1.5` for `+01.50`. Undefined if the value is not a number or has an
 * exponent.
 */
function decimalOf(value: Json): string | undefined {
  if (typeof value !== "number" && (typeof value !== "string" || value.length > 100)) return undefined;
  const [, sign = "", whole = "", part = ""] = /^([-+]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(String(value)) ?? [];
  if (whole === "" || /\.$/.test(String(value))) return undefined;
  const digits = part === "" ? whole : `${whole}.${part}`;
  return sign === "-" && digits !== "0" ? `-${digits}` : digits;
}

/** True for a value that is empty in any form: null, an empty text, list or object, or a missing member. */
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
