/** Protected resources, and resources that stay because of them. */

import type { Expected } from "../expected.ts";
import { fateOf, type Thing } from "../truth.ts";

/** True if Git protects the resource, by its own entry or by an entry around it. */
export function isProtected({ protect, parent, species }: Thing): boolean {
  return protect || (species.isWrittenWithin === true && parent !== undefined && isProtected(parent));
}

/**
 * Returns the ancestors of a protected resource that Git no longer declares. If the resource cannot be read, these
 * ancestors stay.
 */
function protectedAround(thing: Thing): readonly Thing[] {
  const around: Thing[] = [];
  for (let outer = thing.parent; outer; outer = outer.parent) around.push(outer);
  return isProtected(thing) && !fateOf(thing).desired ? around : [];
}

/**
 * Returns the undeclared resources that stay, and the parents that stay because of them. `named` contains the resources
 * that others still refer to.
 */
export function stayingOf(
  first: readonly Expected[],
  isAsked: (thing: Thing) => boolean,
  named: ReadonlySet<Thing> = new Set(),
): ReadonlySet<Thing> {
  const unread = first.flatMap(({ thing, isUnknown }) => (isUnknown ? protectedAround(thing) : []));
  const stays = new Set([...unread, ...named]);
  const removed = new Set(first.filter(({ action }) => action === "remove").map(({ thing }) => thing));
  for (const { thing, action } of first.toReversed()) {
    if (action !== "remove") continue;
    const inner = first.filter((one) => one.action === "remove" && holderOf(one.thing, removed) === thing);
    if (isProtected(thing) || !isAsked(thing) || inner.some((one) => stays.has(one.thing))) stays.add(thing);
  }
  return stays;
}

/**
 * Returns the nearest ancestor that is also to be removed; undefined if there is none. Ancestors in between may be
 * unreadable.
 */
function holderOf({ parent }: Thing, removed: ReadonlySet<Thing>): Thing | undefined {
  return parent === undefined || removed.has(parent) ? parent : holderOf(parent, removed);
}
