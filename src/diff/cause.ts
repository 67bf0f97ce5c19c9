/** Why a field differs: which of Git and the live state has changed since the last apply. */

import type { Cause } from "../model/change.ts";
import { isObject, type Json } from "../model/json.ts";
import { holds } from "../model/sameness/holds.ts";
import { type ComparedPlace, memberIn, placeBelow } from "../model/sameness/places.ts";

/**
 * The values of a differing field in desired, base and live state. A value is undefined if the field does not exist
 * there.
 */
export interface FieldSides {
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
}

/**
 * How much of the resource base declares. `nothing`: the comparison is two-way, or the resource is newly declared.
 * `declared`: some fields. `exclusive`: its whole tree.
 */
export type BaseKnows = "nothing" | "declared" | "exclusive";

/**
 * Returns the cause of one field's difference. In the table, `a`, `b` and `c` are different values, and `-` means that
 * the field does not exist. If desired and live are equal, there is no difference, whatever base is. The rows without
 * desired apply only to `ownership: exclusive`. In other trees, such a field is unmanaged, which is not a difference.
 *
 * | desired | base | live | cause    |                                                                     |
 * |---------|------|------|----------|---------------------------------------------------------------------|
 * | a       | any  | a    |          | live already is what Git wants                                      |
 * | a       | a    | b, - | drift    | live changed                                                        |
 * | b       | a    | a    | pending  | Git changed                                                         |
 * | b       | a    | c, - | conflict | both changed, differently                                           |
 * | a       | -    | b, - | pending  | newly declared: the earlier live value is unknown                   |
 * | -       | a    | a    | pending  | Git dropped it                                                      |
 * | -       | a    | b    | conflict | Git dropped it, live changed it                                     |
 * | -       | -    | a    | drift    | someone added it to a tree that was exclusive; pending if it wasn't |
 * | -       | any  | -    |          | nothing there                                                       |
 *
 * If base does not declare the resource, every difference is pending. `place` defines which values are equal. Another
 * spelling in Git is not a change, and neither are members of elements that are no longer declared.
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
 * Makes a conflict pending if the live value may be the server's form of base's value (`isFormOf`), because nobody has
 * changed the live value then. Any other cause stays.
 */
export function causeByForms(
  { cause, base }: { readonly cause: Cause; readonly base?: Json | undefined },
  isFormOf: (base: Json) => boolean,
): Cause {
  return cause === "conflict" && base !== undefined && isFormOf(base) ? "pending" : cause;
}

/**
 * True if the live value is base's value. Undeclared live members of objects do not count. They are separate
 * differences, even in an exclusive tree.
 */
function isLive(base: Json, live: Json | undefined, place: ComparedPlace): boolean {
  if (!isObject(base) || live === undefined || !isObject(live)) return holds(base, live, place);
  for (const name in base) {
    const value = base[name];
    if (value === undefined) continue;
    if (!isLive(value, memberIn(live, name, place.alike), placeBelow(place, name))) return false;
  }
  return true;
}
