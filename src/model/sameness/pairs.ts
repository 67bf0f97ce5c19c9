/** Which live element of a list is which declared one, where nothing identifies them. Pure. */

import { canonicalText, isArray, type Json } from "../json.ts";
import { heldBy, type Pairs, setPairs } from "./holds.ts";
import { longestRise } from "./longest-rise.ts";
import { type ComparedPlace, elementPlace } from "./places.ts";

/** The most pairs that stand in one order; of a set, in whatever order. */
export function pairsOf(declared: readonly Json[], live: readonly Json[], place: ComparedPlace): Pairs {
  const inner = elementPlace(place);
  if (place.alike?.set) return setPairs(declared, live, inner);
  return orderedPairs(heldBy(declared, live, inner));
}

/** The most pairs that stand in one order, of those that live elements hold. */
export function orderedPairs(candidates: readonly (readonly number[])[]): Pairs {
  // The last ones first, so that of one declared element's only one can be in what rises.
  const all = candidates.flatMap((positions, index) => positions.toReversed().map((at) => ({ index, at })));
  const pairs = new Map<number, number>();
  for (const position of longestRise(all.map(({ at }) => at))) {
    const pair = all[position];
    if (pair) pairs.set(pair.index, pair.at);
  }
  return candidates.map((_, index) => pairs.get(index));
}

/**
 * A live value as it stands beside what is declared: of a list without identity, the elements that hold a declared one
 * stand as declared, since nothing of them differs. All else is as it is live.
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
