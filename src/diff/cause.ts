/** Why a field differs: which side changed since the last apply. */

import type { Cause } from "../model/change.ts";
import { isObject, type Json } from "../model/json.ts";
import { holds } from "../model/sameness/holds.ts";
import { type ComparedPlace, memberIn, placeBelow } from "../model/sameness/places.ts";

/** The three sides of one field that differs; undefined means: not there. */
export interface FieldSides {
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
}

/** What base knows of the resource: nothing (two-way, or newly declared), its fields, or its whole tree. */
export type BaseKnows = "nothing" | "declared" | "exclusive";

/**
 * One field, with `a`, `b` and `c` for different values and `-` for: not there. `desired` is compared with `live`
 * first: where live holds what is declared there is no difference, whatever base says. The rows without desired are
 * for `ownership: exclusive` alone; elsewhere such a field is not managed, and no difference.
 *
 * | desired | base | live | cause    |                                                                    |
 * |---------|------|------|----------|--------------------------------------------------------------------|
 * | a       | any  | a    |          | live already is what Git wants                                     |
 * | a       | a    | b, - | drift    | live changed                                                       |
 * | b       | a    | a    | pending  | Git changed                                                        |
 * | b       | a    | c, - | conflict | both changed, differently                                          |
 * | a       | -    | b, - | pending  | newly declared: what live was is unknown                           |
 * | -       | a    | a    | pending  | Git dropped it                                                     |
 * | -       | a    | b    | conflict | Git dropped it, live changed it                                    |
 * | -       | -    | a    | drift    | someone added it to a tree that was exclusive; pending if it wasn't |
 * | -       | any  | -    |          | nothing there                                                      |
 *
 * Where base knows nothing of the resource every difference is pending. `place`: what is the same there; a value that
 * Git only spells otherwise than base is no change of Git, nor are members of elements that it declares no longer.
 */
export function causeOf(
  { desired, base, live }: FieldSides,
  knows: BaseKnows,
  place: ComparedPlace = {},
): Cause {
  if (knows === "nothing") return "pending";
  if (base === undefined) return desired === undefined && knows === "exclusive" ? "drift" : "pending";
  if (desired !== undefined && holds(desired, base, place)) return "drift";
  return isLive(base, live, place) ? "pending" : "conflict";
}

/**
 * The cause of a field of which forms are remembered. Live that a server made of base's value is base, as far as it
 * was possible: nobody has changed it. So is live that the last write has left or sent (`SettledForms.isLeft`),
 * whatever base is: where something was not taken, base stays what it was before.
 *
 * | desired | base | live                                        | cause                  |
 * |---------|------|---------------------------------------------|------------------------|
 * | b       | a    | what the server made of a, or left beside a | pending                |
 * | any     | any  | anything else                               | as `causeOf` says      |
 */
export function causeByForms(
  { cause, base }: { readonly cause: Cause; readonly base?: Json | undefined },
  isFormOf: (base: Json) => boolean,
): Cause {
  return cause === "conflict" && base !== undefined && isFormOf(base) ? "pending" : cause;
}

/** What else is live does not count in objects, in an exclusive tree either: there it is a difference of its own. */
function isLive(base: Json, live: Json | undefined, place: ComparedPlace): boolean {
  if (!isObject(base) || live === undefined || !isObject(live)) return holds(base, live, place);
  for (const name in base) {
    const value = base[name];
    if (value === undefined) continue;
    if (!isLive(value, memberIn(live, name, place.alike), placeBelow(place, name))) return false;
  }
  return true;
}
