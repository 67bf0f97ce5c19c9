/** Seeded randomness, and the material of hostile texts in every language: sizes, repetitions, patterns. */

import { lines } from "../../test/security/small/small-inputs.ts";

/** Seeded randomness (mulberry32): the same seed gives the same projects. */
export interface Chance {
  /** A non-negative integer below `count`. */
  readonly below: (count: number) => number;
  readonly one: <T>(of: readonly T[]) => T;
}

/** Randomness from a seed. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const one = <T>(of: readonly T[]): T => {
    const found = of[below(of.length)];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  };
  return { below, one };
}

/** The maximum length of a text in one language, in characters. */
export const most = 90_000;

/** Returns a size between one and a bound. Small and large orders of magnitude are equally likely. */
export function size(chance: Chance, bound: number): number {
  return Math.max(1, Math.floor(2 ** (Math.log2(bound) * ((chance.below(1000) + 1) / 1000))));
}

/** A piece, chosen at random and repeated. */
export function repeated(chance: Chance, pieces: readonly string[]): string {
  const piece = chance.one(pieces);
  return piece.repeat(size(chance, Math.floor(most / 8 / piece.length)));
}

/** A regular expression with nested repetitions. */
export function pattern(chance: Chance, depth = 0): string {
  const atom = () => {
    const leaf = chance.one(["a", "b", "[a-z]", ".", "\\\\pL", "\\\\w", "(?:)", "k", "[^a]", "ä", "$", "^"]);
    return depth < 5 && chance.below(3) === 0 ? `(${pattern(chance, depth + 1)})` : leaf;
  };
  const mark = () =>
    chance.one(["", "", "*", "+", "?", `{${size(chance, 1000)}}`, `{0,${size(chance, 1000)}}`]);
  const branch = () => lines(1 + chance.below(4), () => atom() + mark());
  return lines(1 + chance.below(3), (at) => (at > 0 ? "|" : "") + branch());
}

/**
 * Returns a JavaScript regular expression that catalogs usually accept. An invalid expression would end the reading of
 * a file.
 */
export function plainPattern(chance: Chance): string {
  for (let tries = 0; tries < 20; tries += 1) {
    const made = pattern(chance).replaceAll("\\\\", "\\").replaceAll("\\pL", "\\w").slice(0, 1000);
    if (isExpression(made)) return made;
  }
  return "(a|b){1,500}";
}

function isExpression(text: string): boolean {
  try {
    return new RegExp(text).source !== "";
  } catch {
    return false;
  }
}

/** Up to six different numbers below `count`. */
export function distinct(chance: Chance, count: number): readonly number[] {
  return [...new Set(Array.from({ length: chance.below(7) }, () => chance.below(count)))];
}
