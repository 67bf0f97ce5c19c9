/** Why a field differs: which side changed since the last apply. */

import type { Cause } from "../model/change.ts";
import { isObject, type Json, sameJson } from "../model/json.ts";

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
 * Where base knows nothing of the resource every difference is pending.
 */
export function causeOf({ desired, base, live }: FieldSides, knows: BaseKnows): Cause {
  if (knows === "nothing") return "pending";
  if (base === undefined) return desired === undefined && knows === "exclusive" ? "drift" : "pending";
  if (sameJson(desired, base)) return "drift";
  return holds(live, base) ? "pending" : "conflict";
}

/**
 * The cause of a field of which forms are remembered. Live that a server made of base's value is base, as far as it
 * was possible: nobody has changed it.
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

/** True when everything that is declared is live; what else is live does not count. */
function holds(live: Json | undefined, declared: Json): boolean {
  if (!isObject(declared) || !isObject(live)) return sameJson(live, declared);
  for (const key in declared) {
    const value = declared[key];
    if (value !== undefined && !(Object.hasOwn(live, key) && holds(live[key], value))) return false;
  }
  return true;
}
