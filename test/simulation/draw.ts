/** Returns the next number of a seeded sequence, from 0 to below 1. */
export type Draw = () => number;

/** Returns an integer from 0 to below the bound. */
export function under(draw: Draw, bound: number): number {
  return Math.floor(draw() * bound);
}

/** Draws true with this probability, between 0 and 1. */
export function maybe(draw: Draw, share: number): boolean {
  return draw() < share;
}

/** Draws one of the values. */
export function pick<const T>(draw: Draw, values: readonly [T, ...T[]]): T {
  return values[under(draw, values.length)] ?? values[0];
}

/** Returns the values in a drawn order. */
export function shuffled<const T>(draw: Draw, values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, at: draw() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
