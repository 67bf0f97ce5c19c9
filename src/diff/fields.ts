/** Field by field: which declared fields of one resource differ, and why. */

import type { Cause } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../model/json.ts";
import { type Pointer, pointer } from "../model/pointer.ts";
import { byIdentity, keysAt } from "./keyed.ts";

/** A field that differs, before it is known where it was written. */
export interface FieldDifference {
  readonly path: Pointer;
  readonly desired?: Json;
  readonly base?: Json;
  readonly live?: Json;
  readonly cause: Cause;
}

/** The three sides of one field. */
interface Sides {
  readonly desired?: Json | undefined;
  readonly base?: Json | undefined;
  readonly live?: Json | undefined;
}

/** How a resource is compared. */
type Rules = Pick<Resource, "lists" | "ownership" | "secrets">;

/**
 * Quick and without garbage: true when every declared field has its declared value. `secrets` at the top are left
 * out; false where one stands deeper, since live does not show it.
 */
export function covers(desired: Json, live: Json | undefined, secrets: readonly Pointer[] = []): boolean {
  if (desired === live) return true;
  if (!isObject(desired)) return sameJson(desired, live);
  if (!isObject(live)) return false;
  for (const key in desired) {
    const value = desired[key];
    if (secrets.length > 0 && secrets.includes(pointer([key]))) continue;
    if (value !== undefined && !(Object.hasOwn(live, key) && covers(value, live[key]))) return false;
  }
  return true;
}

/**
 * What differs, in the order of the pointers.
 *
 * One field, `a`, `b` and `c` being different values and `-` meaning that it is not there. Only declared fields
 * are looked at; the last three rows are for `ownership: exclusive` alone.
 *
 * ```
 * desired  base  live   result
 *    a      a     a     nothing
 *    a     any    a     nothing: live already is what Git wants
 *    b      a     a     pending     Git changed
 *    a      a    b, -   drift       live changed
 *    b      a    c, -   conflict    both did, differently
 *    a      -    b, -   pending     newly declared: nobody knows what it was
 *    -      -     a     drift       exclusive: somebody added it
 *    -      a     a     pending     exclusive: Git dropped it
 *    -      a     b     conflict    exclusive: Git dropped it, live changed it
 * ```
 *
 * Without base (two-way) every difference is pending.
 */
export function fieldDifferences(sides: Sides, rules: Rules, threeWay: boolean): readonly FieldDifference[] {
  const found: FieldDifference[] = [];
  walk(sides, [], { rules, threeWay, found });
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

interface Walk {
  readonly rules: Rules;
  readonly threeWay: boolean;
  readonly found: FieldDifference[];
}

function walk(sides: Sides, path: readonly string[], on: Walk): void {
  const here = pointer(path);
  if (on.rules.secrets.includes(here)) return;
  const { desired, base, live } = mapped(sides, here, on.rules);
  if (!isObject(desired) || (Object.keys(desired).length === 0 && !isObject(live))) {
    if (!sameJson(desired, live)) on.found.push(difference(sides, here, on.threeWay));
    return;
  }
  for (const key of membersToCompare(desired, live, on.rules)) {
    walk(
      { desired: member(desired, key), base: member(base, key), live: member(live, key) },
      [...path, key],
      on,
    );
  }
}

/** The sides with a list that has identity turned into maps, where that works for each side that is there. */
function mapped(sides: Sides, here: Pointer, rules: Rules): Sides {
  if (!isArray(sides.desired)) return sides;
  const keys = keysAt(rules.lists, here);
  const desired = keys && byIdentity(sides.desired, keys);
  const live = keys && byIdentity(isArray(sides.live) ? sides.live : [], keys);
  if (!keys || !desired || !live || Object.keys(desired).length === 0) return sides;
  return { desired, live, base: isArray(sides.base) ? byIdentity(sides.base, keys) : undefined };
}

function membersToCompare(desired: JsonObject, live: Json | undefined, rules: Rules): Iterable<string> {
  if (rules.ownership !== "exclusive" || !isObject(live)) return Object.keys(desired);
  return new Set([...Object.keys(desired), ...Object.keys(live)]);
}

function member(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function difference(sides: Sides, path: Pointer, threeWay: boolean): FieldDifference {
  const { desired, base, live } = sides;
  return {
    path,
    ...(desired !== undefined && { desired }),
    ...(base !== undefined && { base }),
    ...(live !== undefined && { live }),
    cause: threeWay ? causeOf(sides) : "pending",
  };
}

function causeOf({ desired, base, live }: Sides): Cause {
  if (base === undefined) return desired === undefined ? "drift" : "pending";
  if (sameJson(desired, base)) return "drift";
  return sameJson(live, base) ? "pending" : "conflict";
}
