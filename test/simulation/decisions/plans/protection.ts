/** Protected things, and things that stay because of them. */

import type { Expected } from "../expected.ts";
import { fateOf, type Thing } from "../truth.ts";

/** True if Git protects the thing, by its own entry or by an entry around it. */
export function isProtected({ protect, parent, species }: Thing): boolean {
  return protect || (species.isWrittenWithin === true && parent !== undefined && isProtected(parent));
}

/**
 * Returns the ancestors of a protected thing that Git no longer declares. If the thing cannot be read, these ancestors
 * stay.
 */
function protectedAround(thing: Thing): readonly Thing[] {
  const around: Thing[] = [];
  for (let outer = thing.parent; outer; outer = outer.parent) around.push(outer);
  return isProtected(thing) && !fateOf(thing).desired ? around : [];
}

/**
 * Returns the things that stay although they are no longer declared, and the parents that stay because of them. `named`
 * contains the things to which something else still refers.
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
 * Returns the nearest ancestor that is to be removed, too; undefined if there is none. Ancestors in between may be
 * unreadable.
 */
function holderOf({ parent }: Thing, removed: ReadonlySet<Thing>): Thing | undefined {
  return parent === undefined || removed.has(parent) ? parent : holderOf(parent, removed);
}
