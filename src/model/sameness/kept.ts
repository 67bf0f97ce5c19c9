/** Decides which live element provides the undeclared members of each element in a written list. Pure. */

import { isArray, isObject, type Json, sameJson } from "../json.ts";
import { byIdentity } from "../list-identity.ts";
import { heldBy, holds, type Pairs } from "./holds.ts";
import { orderedPairs } from "./pairs.ts";
import { type ComparedPlace, elementPlace, placeBelow } from "./places.ts";

/** A list to be written: its declared and its live elements, and its place. */
export interface WrittenList {
  readonly declared: readonly Json[];
  readonly live: readonly Json[];
  readonly place: ComparedPlace;
  /** The members that every element must have. They distinguish the elements of a list without identity. */
  readonly required: readonly string[];
}

/**
 * Returns for each declared element the live element from which it takes undeclared members; undefined if in doubt. A
 * rule that took a port from another rule would allow less, or more, than declared. Without a port, the product's
 * default applies.
 *
 * | the declared element is                  | if                                              | takes from           |
 * |------------------------------------------|-------------------------------------------------|----------------------|
 * | in a list with identity                  | one live element has its identity               | that one             |
 * | contained in one live element            | that contains no other declared element         | that one             |
 * | contained in several equal ones          | these contain at most as many declared ones (1) | any of them          |
 * | contained in several others              | these contain just as many declared ones (1)    | the one at its index |
 * | otherwise contained in several           |                                                 | none                 |
 * | changed, except in required members (2)  | only one live element is in its position (3)    | that one             |
 * | any other; exclusive tree or closed list |                                                 | none                 |
 *
 * (1) No other live element contains these declared elements. (2) The members that the catalog requires; there must be
 * at least two. (3) The position is between the same two paired elements, or between a paired element and an end of the
 * list. The live element there contains no declared element.
 */
export function keptFrom(list: WrittenList): readonly (Json | undefined)[] {
  const { declared, live, place } = list;
  const none = declared.map(() => undefined);
  const inner = elementPlace(place);
  if (inner.exclusive) return none;
  const { leaves } = place.shape ?? {};
  if (leaves !== undefined) {
    const [wanted, found] = [declared, live].map((side) => byIdentity(side, leaves, inner.alike));
    if (!wanted || !found) return none;
    const at = new Map([...wanted].map(([identity, index]) => [index, found.get(identity)]));
    return declared.map((_, index) => live[at.get(index) ?? -1]);
  }
  const candidates = heldBy(declared, live, inner);
  const holding = Map.groupBy(
    candidates.flatMap((positions, index) => positions.map((at) => ({ at, index }))),
    ({ at }) => at,
  );
  const isSet = place.alike?.set === true;
  const same = declared.map((_, index) => {
    const positions = candidates[index] ?? [];
    const others = (holding.get(positions[0] ?? -1) ?? []).map((one) => one.index);
    return live[heldPosition({ index, positions, others, isSet }, { candidates, live }) ?? -1];
  });
  if (isSet) return same;
  const changed = changedPositions(orderedPairs(candidates), live.length);
  return same.map((own, index) => {
    const at = changed[index];
    if (own !== undefined || at === undefined || holding.has(at)) return own;
    return isSameThing(declared[index], live[at], { ...list, place: inner }) ? live[at] : undefined;
  });
}

/**
 * A declared element with the positions of the live elements that contain it, and the declared elements that the first
 * of these live elements contains.
 */
interface HeldElement {
  readonly index: number;
  readonly positions: readonly number[];
  readonly others: readonly number[];
  readonly isSet: boolean;
}

function heldPosition(
  { index, positions, others, isSet }: HeldElement,
  of: { readonly candidates: readonly (readonly number[])[]; readonly live: readonly Json[] },
): number | undefined {
  const [first] = positions;
  if (first === undefined || others.length > positions.length) return undefined;
  const isOneGroup = others.every((other) => sameJson([...positions], [...(of.candidates[other] ?? [])]));
  if (!isOneGroup) return undefined;
  if (positions.every((at) => sameJson(of.live[at], of.live[first]))) return first;
  return !isSet && others.length === positions.length ? positions[others.indexOf(index)] : undefined;
}

/**
 * Pairs the elements that are alone in a gap: between two paired elements, or between a paired element and an end of
 * the list. If the gap contains exactly one declared and one live element, these two are paired.
 */
function changedPositions(pairs: Pairs, length: number): Pairs {
  return pairs.map((at, index) => {
    if (at !== undefined) return undefined;
    const before = index === 0 ? -1 : pairs[index - 1];
    const after = index === pairs.length - 1 ? length : pairs[index + 1];
    return before !== undefined && after === before + 2 ? before + 1 : undefined;
  });
}

function isSameThing(
  declared: Json | undefined,
  live: Json | undefined,
  { place, required }: Pick<WrittenList, "place" | "required">,
): boolean {
  if (declared === undefined || live === undefined || !isObject(declared) || !isObject(live)) return false;
  const isSame = (name: string) => {
    const value = declared[name];
    return value !== undefined && holds(value, live[name], placeBelow(place, name));
  };
  return required.length > 1 && required.every(isSame);
}

/**
 * Adds undeclared members to the elements of a declared list, from the live elements that contain them. A value that is
 * not a list stays unchanged.
 */
export function overKept(declared: Json | undefined, live: Json | undefined): Json | undefined {
  if (declared === undefined || live === undefined || !isArray(declared) || !isArray(live)) return declared;
  const from = keptFrom({ declared, live, place: {}, required: [] });
  return declared.map((each, index) => laidOver(each, from[index]));
}

function laidOver(declared: Json, live: Json | undefined): Json {
  if (live === undefined || !isObject(declared) || !isObject(live)) return declared;
  const members = Object.entries(declared).map(([name, own]): [string, Json] => [
    name,
    laidOver(own, Object.hasOwn(live, name) ? live[name] : undefined),
  ]);
  return { ...live, ...Object.fromEntries(members) };
}
