/** How much a load may take, by its size: what is small ends soon, and a large project has room. */

import type { Bounds } from "../model/meter.ts";

/** What is counted of a load. */
export interface LoadBounds extends Bounds {
  /** Values that all documents with `each` make: rows times the values of each. */
  readonly values: number;
}

/** What every load may take. */
const least: LoadBounds = { steps: 16_000_000, elements: 2_000_000, bytes: 20_000_000, values: 1_000_000 };
/** More of it for each character of its files beyond the first `small`. */
const perCharacter: LoadBounds = { steps: 100, elements: 20, bytes: 200, values: 10 };
const small = 50_000;
/** What no load may take more of. */
const most: LoadBounds = {
  steps: 200_000_000,
  elements: 50_000_000,
  bytes: 500_000_000,
  values: 20_000_000,
};

/** The bounds of a load whose files have so many characters together. */
export function loadBounds(characters: number): LoadBounds {
  const more = Math.max(0, characters - small);
  const of = (what: keyof LoadBounds) => Math.min(most[what], least[what] + more * perCharacter[what]);
  return { steps: of("steps"), elements: of("elements"), bytes: of("bytes"), values: of("values") };
}
