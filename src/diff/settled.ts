/** Fields that a server stores in another form than written, or ignores. They are remembered as digests. Pure. */

import type { Address } from "../model/address.ts";
import type { Resource } from "../model/desired.ts";
import { canonicalText, isArray, isObject, type Json } from "../model/json.ts";
import type { FieldForm } from "../model/memory.ts";
import { type Pointer, segments } from "../model/pointer.ts";
import { holds } from "../model/sameness/holds.ts";
import { type AlikeOf, type ComparedPlace, placeBelow } from "../model/sameness/places.ts";
import type { Digest } from "../model/wire.ts";
import { isNothing } from "./probable-cause.ts";

/** The declared and the live value of one field. A value is undefined if the field does not exist there. */
export interface FieldValues {
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
}

/** A field of a resource, with list elements by identity. */
export interface SettledPlace {
  readonly resource: Resource;
  readonly path: Pointer;
}

/** Returns what the memory says about a differing field; undefined if it says nothing, or remembers other values. */
type SettledCheck = (field: SettledPlace, sides: FieldValues) => FieldForm["is"] | undefined;

/**
 * Returns true if a server may store the field in another form. `place`: the names and list positions that lead to the
 * field.
 */
export type MayDiffer = (resource: Resource, place: readonly string[]) => boolean;

/** The rules that decide whether one of two values may be the server's form of the other (`isPair`). */
export interface PairRules {
  readonly mayDiffer: MayDiffer;
  /** Returns how values of a resource are compared. Default: literally. */
  readonly alike?: AlikeOf | undefined;
}

/** The known stored forms. */
export interface KnownForms extends PairRules {
  /** Returns the remembered forms, by the address in the record; undefined if there are none. */
  readonly formsOf: (address: Address) => readonly FieldForm[] | undefined;
  readonly digest: Digest;
}

/** The remembered forms that a comparison uses. */
export interface SettledForms {
  readonly check: SettledCheck;
  /** Returns true if the live value is what a remembered write left or sent, so that nobody has changed it since. */
  readonly isLeft: (field: SettledPlace, live: Json | undefined) => boolean;
  /** True: fields that the server ignored are to be written again. */
  readonly retry?: boolean | undefined;
}

/** Prepares remembered forms for a comparison. */
export function settledBy(known: KnownForms, retry?: boolean): SettledForms {
  return { check: settledCheck(known), isLeft: leftCheck(known), retry };
}

/** The number of hexadecimal digits that are kept of a digest: 128 bits. */
const digits = 32;

/** Returns the digest of a value together with its path, so that it matches no other field. */
export function formDigest(
  { path, value }: { path: Pointer; value: Json | undefined },
  digest: Digest,
): string {
  const text = value === undefined ? "" : canonicalText(value);
  return digest(`trueup form\0${path}\0${text}`).slice(0, digits);
}

/**
 * Returns a check that looks up a differing field in the memory.
 *
 * | remembered for these two values | the field may be stored in another form     | it is            |
 * |---------------------------------|---------------------------------------------|------------------|
 * | stored                          | yes                                         | stored otherwise |
 * | stored                          | no: the memory must have been tampered with | nothing          |
 * | not taken                       | any                                         | not taken        |
 * | nothing, or other values        | any                                         | nothing          |
 */
function settledCheck({ formsOf, digest, ...rules }: KnownForms): SettledCheck {
  return ({ resource, path }, { desired, live }) => {
    const forms = formsOf(resource.address)?.filter((one) => one.path === path);
    if (!forms || forms.length === 0) return undefined;
    const sent = formDigest({ path, value: desired }, digest);
    const kept = formDigest({ path, value: live }, digest);
    const own = forms.filter((one) => one.sent === sent && one.live === kept);
    const isStored = own.some(({ is }) => is === "stored");
    if (isStored && isPair({ resource, path }, { desired, live }, rules)) return "stored";
    return own.some(({ is }) => is === "notTaken") ? "notTaken" : undefined;
  };
}

/**
 * Returns a check of whether a live value is as a remembered write left it, no matter what was declared then.
 *
 * | remembered | live is                                       | as it was left                             |
 * |------------|-----------------------------------------------|--------------------------------------------|
 * | not taken  | the value after the write                     | yes                                        |
 * | not taken  | the value sent: its server has shown it later | yes                                        |
 * | stored     | the server's form of it                       | if the field may be stored in another form |
 * | any        | anything else                                 | no                                         |
 */
function leftCheck({ formsOf, digest, mayDiffer }: KnownForms): SettledForms["isLeft"] {
  return ({ resource, path }, live) => {
    const forms = formsOf(resource.address)?.filter((one) => one.path === path) ?? [];
    if (forms.length === 0) return false;
    const kept = formDigest({ path, value: live }, digest);
    return forms.some(({ is, sent, live: left }) =>
      is === "notTaken"
        ? left === kept || sent === kept
        : left === kept && mayDiffer(resource, segments(path)),
    );
  };
}

/**
 * True if a server may have turned one value into the other without changing its meaning. This is possible for texts,
 * numbers, lists of these, and empty values in any form. For lists of objects, it is possible if they have the same
 * length and all their differences are of this sort.
 */
export function isPair(
  { resource, path }: SettledPlace,
  { desired, live }: FieldValues,
  { mayDiffer, alike }: PairRules,
): boolean {
  const root: ComparedPlace = { alike: alike?.(resource) };
  const placeAt = (place: readonly string[]) => place.reduce(placeBelow, root);
  const isPlain = (place: readonly string[], a: Json | undefined, b: Json | undefined): boolean => {
    if (a !== undefined && isNothing(a) && isNothing(b)) return true;
    if (a === undefined || b === undefined) return false;
    if (isSimple(a) && isSimple(b)) return !isVerdict(a, b) && mayDiffer(resource, place);
    const inside = (name: string, one: Json | undefined, other: Json | undefined) => {
      const inner = [...place, name];
      return (one !== undefined && holds(one, other, placeAt(inner))) || isPlain(inner, one, other);
    };
    if (isArray(a) && isArray(b))
      return a.length === b.length && a.every((each, index) => inside(String(index), each, b[index]));
    if (!isObject(a) || !isObject(b)) return false;
    return Object.entries(a).every(([name, each]) =>
      inside(name, each, Object.hasOwn(b, name) ? b[name] : undefined),
    );
  };
  return isPlain(segments(path), desired, live);
}

/** True for a text, a number, or a list of them. */
function isSimple(value: Json): boolean {
  return isLeaf(value) || (isArray(value) && value.every(isLeaf));
}

function isLeaf(value: Json): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/**
 * Words that express a decision, wherever they appear. Two different words of this set never count as spellings of one
 * value.
 */
const verdicts: ReadonlySet<string> = new Set([
  ...["true", "false", "yes", "no", "on", "off", "enable", "disable", "enabled", "disabled", "none"],
  ...["permit", "deny", "allow", "block", "accept", "drop", "reject", "pass", "any", "all", "up", "down"],
]);

function isVerdict(a: Json, b: Json): boolean {
  if ([a, b].every((each) => each === 0 || each === 1)) return true;
  const [one, other] = [decisionsIn(a), decisionsIn(b)];
  return one.join("\n") !== other.join("\n");
}

function decisionsIn(value: Json): readonly string[] {
  const texts = (isArray(value) ? value : [value]).map((each) => String(each).trim().toLowerCase());
  return texts.filter((text) => verdicts.has(text)).sort();
}
