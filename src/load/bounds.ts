/**
 * The limits of a load. They grow with the size of its files, so that small projects fail fast and large projects have
 * room.
 */

import type { Bounds } from "../model/meter.ts";

/** The limits of a load. */
export interface LoadBounds extends Bounds {
  /** The number of values of all documents with `each`: rows times values per row. */
  readonly values: number;
}

/** The limits of a load whose files have at most `small` characters. */
const least: LoadBounds = { steps: 16_000_000, elements: 2_000_000, bytes: 20_000_000, values: 1_000_000 };
/** The amount added per character of the files beyond the first `small` characters. */
const perCharacter: LoadBounds = { steps: 100, elements: 20, bytes: 200, values: 10 };
const small = 50_000;
/** The limits that no load may exceed, whatever the size of its files. */
const most: LoadBounds = {
  steps: 200_000_000,
  elements: 50_000_000,
  bytes: 500_000_000,
  values: 20_000_000,
};

/** Returns the limits of a load whose files have this many characters. */
export function loadBounds(characters: number): LoadBounds {
  const more = Math.max(0, characters - small);
  const of = (what: keyof LoadBounds) => Math.min(most[what], least[what] + more * perCharacter[what]);
  return { steps: of("steps"), elements: of("elements"), bytes: of("bytes"), values: of("values") };
}
