/**
 * Handles keys that evaluate to the same text, if at least one of the keys is computed. Their values are merged if the
 * keys come from different layers.
 */

import type { HeldEntry } from "../entry.ts";
import { type EntryPlace, layerOfKey, layersOf } from "../field-places.ts";
import { HeldEntries } from "./overlay.ts";

/**
 * Returns the entries of an inner section. Entries with the same address are merged, unless they are in the same layer.
 */
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

/**
 * Returns a function that finds the layer of an entry's field: 0 is the highest layer. Undefined if no layer has the
 * field.
 */
export function layerFinder(place: EntryPlace): (path: readonly string[]) => number | undefined {
  return (path) => {
    const found = layersOf(place, path).findIndex(({ depth }) => depth === path.length);
    return found < 0 ? undefined : found;
  };
}
