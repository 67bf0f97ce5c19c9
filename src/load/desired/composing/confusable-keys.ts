/** Keys with the same result, at least one of them computed: their values from different layers are merged. */

import type { HeldEntry } from "../entry.ts";
import { type EntryPlace, layerOfKey, layersOf } from "../field-places.ts";
import { HeldEntries } from "./overlay.ts";

/** Entries of one section inside another entry; those with one address are merged, unless one layer has both. */
export function laidTogether(entries: readonly HeldEntry[]): readonly HeldEntry[] {
  const alike = Map.groupBy(entries, ({ address }) => address);
  if (alike.size === entries.length) return entries;
  return [...alike.values()].flatMap((own) => {
    if (own.length === 1) return own;
    const held = new HeldEntries();
    for (const entry of own) {
      const { context, section, writtenKey } = entry;
      const rank = -layerOfKey(context.place, section.spellings, writtenKey);
      held.hold({ ...entry, context: { ...context, rank } });
    }
    return [...held.entries()];
  });
}

/** The layer of an entry's field: the highest is 0. Undefined if none has it. */
export function layerFinder(place: EntryPlace): (path: readonly string[]) => number | undefined {
  return (path) => {
    const found = layersOf(place, path).findIndex(({ depth }) => depth === path.length);
    return found < 0 ? undefined : found;
  };
}
