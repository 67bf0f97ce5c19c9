/** Pairs live and declared elements of a list without identity. Pure. */

import { canonicalText, isArray, type Json } from "../json.ts";
import { heldBy, type Pairs, setPairs } from "./holds.ts";
import { longestRise } from "./longest-rise.ts";
import { type ComparedPlace, elementPlace } from "./places.ts";

/** Pairs as many elements as possible: in the same order, or in any order for a set. */
export function pairsOf(declared: readonly Json[], live: readonly Json[], place: ComparedPlace): Pairs {
  const inner = elementPlace(place);
  if (place.alike?.set) return setPairs(declared, live, inner);
  return orderedPairs(heldBy(declared, live, inner));
}

/**
 * Pairs as many elements as possible in the same order. A declared element is paired only with a live element that
 * contains it.
 */
export function orderedPairs(candidates: readonly (readonly number[])[]): Pairs {
  // Each element's positions are in descending order, so that an increasing subsequence contains at most one of them.
  const all = candidates.flatMap((positions, index) => positions.toReversed().map((at) => ({ index, at })));
  const pairs = new Map<number, number>();
  for (const position of longestRise(all.map(({ at }) => at))) {
    const pair = all[position];
    if (pair) pairs.set(pair.index, pair.at);
  }
  return candidates.map((_, index) => pairs.get(index));
}

/**
 * Returns a live value for display next to the declared value. In lists without identity, a live element that contains
 * a declared element does not differ, so the declared element is shown instead. All other values stay live.
 */
export function besideDeclared(declared: Json | undefined, live: Json, place: ComparedPlace): Json {
  if (declared === undefined || !isArray(declared) || !isArray(live)) return live;
  const { leaves } = place.shape ?? {};
  if (leaves !== undefined) return live;
  const shown = [...live];
  for (const [index, at] of pairsOf(declared, live, place).entries())
    if (at !== undefined) shown[at] = declared[index] ?? null;
  return place.alike?.set ? shown.toSorted(byText) : shown;
}

function byText(one: Json, other: Json): number {
  const [a, b] = [one, other].map((each) => (typeof each === "string" ? each : canonicalText(each)));
  return a === undefined || b === undefined || a === b ? 0 : a < b ? -1 : 1;
}
