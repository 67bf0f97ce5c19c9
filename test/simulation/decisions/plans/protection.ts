/** What is protected, and what stays because of it. */

import type { Expected } from "../expected.ts";
import { fateOf, type Thing } from "../truth.ts";

/** True for what Git protects, by itself or since it is written in something protected. */
export function isProtected({ protect, parent, species }: Thing): boolean {
  return protect || (species.isWrittenWithin === true && parent !== undefined && isProtected(parent));
}

/** What is not removed while something that is protected in it, and is to go, cannot be read. */
function protectedAround(thing: Thing): readonly Thing[] {
  const around: Thing[] = [];
  for (let outer = thing.parent; outer; outer = outer.parent) around.push(outer);
  return isProtected(thing) && !fateOf(thing).desired ? around : [];
}

/** Inner before outer: what something that stays is in stays too. `named`: what somebody who stays is in. */
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

/** The nearest that goes too: what is in between may be unreadable. */
function holderOf({ parent }: Thing, removed: ReadonlySet<Thing>): Thing | undefined {
  return parent === undefined || removed.has(parent) ? parent : holderOf(parent, removed);
}
