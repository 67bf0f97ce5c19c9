/** Decides whether a live value contains a declared value, in any spelling. Pure. */

import { canonicalText, isArray, isObject, type Json, type JsonObject } from "../json.ts";
import { byIdentity } from "../list-identity.ts";
import type { AlikeForm } from "./alike.ts";
import {
  type ComparedPlace,
  elementPlace,
  isAlike,
  isDerived,
  meaningText,
  memberIn,
  placeBelow,
} from "./places.ts";

/**
 * True if everything declared is live. Undeclared members are ignored, at any depth. Undeclared elements are not
 * ignored: a list must have exactly the declared elements, in order, or by identity.
 *
 * | declared      | live contains it                                                    |
 * |---------------|---------------------------------------------------------------------|
 * | a plain value | if it is equal, or equivalent at its place                          |
 * | an object     | if it has each member, except secrets and derived ones              |
 * | a list        | with as many elements, if each contains the one at its position     |
 * | with identity | if each contains the one with its identity, in order if significant |
 * | a set         | if each can be paired with one that contains it                     |
 *
 * The value that a product assumes counts as live if the live value is absent or null. In an exclusive tree, and in a
 * closed list, other members count too.
 */
export function holds(declared: Json, live: Json | undefined, place: ComparedPlace = {}): boolean {
  if (declared === live || place.shape?.secret) return true;
  const { unset = live } = place.alike ?? {};
  const shown = live === undefined || live === null ? unset : live;
  if (shown === undefined) return false;
  if (isObject(declared)) return isObject(shown) && holdsMembers(declared, shown, place);
  if (isArray(declared) && isArray(shown)) return holdsElements(declared, shown, place);
  return isAlike(declared, shown, place.alike);
}

function holdsMembers(declared: JsonObject, live: JsonObject, place: ComparedPlace): boolean {
  for (const name in declared) {
    const value = declared[name];
    if (value === undefined) continue;
    const inner = placeBelow(place, name);
    if (isDerived(inner.alike, declared)) continue;
    if (!holds(value, memberIn(live, name, place.alike), inner)) return false;
  }
  if (!place.exclusive) return true;
  return Object.keys(live).every(
    (name) => placeBelow(place, name).shape?.secret || memberIn(declared, name, place.alike) !== undefined,
  );
}

function holdsElements(declared: readonly Json[], live: readonly Json[], place: ComparedPlace): boolean {
  const inner = elementPlace(place);
  const { shape, alike } = place;
  const isPlain = (list: readonly Json[]) => !list.some((each) => isObject(each) || isArray(each));
  if (alike?.set && isPlain(declared) && isPlain(live)) return isSameSet(declared, live, inner.alike);
  if (declared.length !== live.length) return false;
  const [wanted, found] = [declared, live].map(
    (list) => shape?.leaves && byIdentity(list, shape.leaves, inner.alike),
  );
  if (wanted && found) {
    const isInPlace = ([identity, index]: readonly [string, number]) => {
      const at = found.get(identity);
      const isOrdered = !shape?.ordered || at === index;
      return at !== undefined && isOrdered && holds(declared[index] ?? null, live[at], inner);
    };
    return [...wanted].every(isInPlace);
  }
  if (declared.every((each, index) => holds(each, live[index], inner))) return true;
  return alike?.set === true && setPairs(declared, live, inner).every((each) => each !== undefined);
}

function isSameSet(one: readonly Json[], other: readonly Json[], form: AlikeForm | undefined): boolean {
  const [a, b] = [one, other].map((list) => new Set(list.map((each) => meaningText(each, form))));
  return a !== undefined && b !== undefined && a.size === b.size && [...a].every((text) => b.has(text));
}

/** For each declared element: the position of the live element with which it is paired, or undefined. */
export type Pairs = readonly (number | undefined)[];

/**
 * The maximum number of pairs that are compared. Above it, a declared element is compared only with the live elements
 * at its own position, counted from the start and from the end of the list.
 */
const maxCompared = 250_000;

/**
 * The maximum number of live elements that are tried for one more element of a set. If none of them can be freed for
 * it, the element stays unpaired.
 */
const maxMoved = 1000;

/**
 * For each declared element: the positions of the live elements that contain it, ascending. `inner` is the place of the
 * elements. To compare few pairs, elements are first looked up by the plain members that all declared elements have.
 */
export function heldBy(
  declared: readonly Json[],
  live: readonly Json[],
  inner: ComparedPlace,
): readonly (readonly number[])[] {
  const names = sharedMembers(declared, inner);
  const byText = Map.groupBy(live.keys(), (at) => lookupText(live[at] ?? null, names, inner));
  const near = declared.map((each) => byText.get(lookupText(each, names, inner)) ?? []);
  const compared = near.reduce((sum, each) => sum + each.length, 0);
  const fromEnd = live.length - declared.length;
  return near.map((positions, index) => {
    const looked =
      compared > maxCompared ? [...new Set([index, index + fromEnd])].sort((a, b) => a - b) : positions;
    return looked.filter((at) => holds(declared[index] ?? null, live[at], inner));
  });
}

/** The names of the plain members that all of these elements have. */
function sharedMembers(elements: readonly Json[], inner: ComparedPlace): readonly string[] {
  const [first] = elements;
  if (first === undefined || !isObject(first)) return [];
  return Object.keys(first).filter((name) => {
    const { shape, alike } = placeBelow(inner, name);
    if (shape?.secret || alike?.derivedFrom !== undefined) return false;
    return elements.every((each) => isObject(each) && isPlain(each[name]));
  });
}

function isPlain(value: Json | undefined): boolean {
  return value !== undefined && !isObject(value) && !isArray(value);
}

/** A lookup key: a live element and every declared element that it contains have the same key. */
function lookupText(element: Json, names: readonly string[], inner: ComparedPlace): string {
  if (isObject(element)) {
    const said = names.map((name) => {
      const value = element[name];
      return value === undefined ? null : meaningText(value, placeBelow(inner, name).alike);
    });
    return canonicalText(said);
  }
  return isArray(element) ? "" : meaningText(element, inner.alike);
}

/** Pairs as many elements as possible, in any order. */
export function setPairs(declared: readonly Json[], live: readonly Json[], inner: ComparedPlace): Pairs {
  const candidates = heldBy(declared, live, inner);
  const owner = new Map<number, number>();
  const place = (index: number, tried: Set<number>): boolean => {
    for (const at of candidates[index] ?? []) {
      if (tried.has(at) || tried.size >= maxMoved) continue;
      tried.add(at);
      const before = owner.get(at);
      if (before === undefined || place(before, tried)) {
        owner.set(at, index);
        return true;
      }
    }
    return false;
  };
  for (const index of declared.keys()) place(index, new Set());
  const pairs = new Map([...owner].map(([at, index]) => [index, at]));
  return declared.map((_, index) => pairs.get(index));
}
