/** Moves between base and desired: of keys, and of the paths or sections of devices. */

import { withMovedPlaces } from "../diff/moved-places.ts";
import { type MovedBase, withMoves } from "../diff/moves.ts";
import type { Desired } from "../model/desired.ts";
import type { TargetFacts } from "../plan/prerequisites.ts";

/**
 * The base with the keys, sections and paths of desired, and the moves between the two. All parts are missing without a
 * base.
 */
export type BaseWithMoves = { readonly [Name in keyof MovedBase]?: MovedBase[Name] | undefined };

/** Gives base the keys, sections and paths of desired, before anything is observed. Pure. */
export function movesOf(
  desired: Desired,
  base: Desired | undefined,
  facts: ReadonlyMap<string, TargetFacts>,
): BaseWithMoves {
  if (!base) return {};
  return withMovedPlaces(desired, withMoves(desired, base), (target, sides) =>
    facts.get(target)?.movedPlaces?.(sides),
  );
}
