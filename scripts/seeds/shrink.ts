/** Reduces a broken seed to the fewest parts of its world with which it is broken in the same way. */

import { wordsOf } from "./words.ts";

/** What became of a world. */
export interface Answer {
  readonly broken: readonly string[];
  /** The parts that it has. */
  readonly parts: readonly string[];
}

/** What is left of a seed. */
export interface Shrunk extends Answer {
  /** How often a world was asked. */
  readonly asks: number;
  /** True: no part can be left out. False: it was asked too often before that was known. */
  readonly isLeast: boolean;
}

/** How a seed is reduced. */
export interface Shrinking {
  /** Asks a world of these parts alone. */
  readonly ask: (parts: readonly string[]) => Promise<Answer>;
  /** What became of the whole world. */
  readonly whole: Answer;
  /** How many worlds are asked at most. */
  readonly most: number;
}

/** Leaves out halves, then quarters, and single parts in the end, for as long as it is broken with the same words. */
export async function shrunk({ ask, whole, most }: Shrinking): Promise<Shrunk> {
  const words = wordsOf(whole.broken[0] ?? "");
  const isSame = ({ broken }: Answer) => broken.some((line) => wordsOf(line) === words);
  let least = whole;
  let asks = 0;
  const refused = new Set<string>();
  let size = Math.ceil(whole.parts.length / 2);
  let isLeast = whole.parts.length === 0;
  while (!isLeast && asks < most) {
    const before = least;
    for (let at = 0; at < least.parts.length && asks < most; ) {
      const some = [...least.parts.slice(0, at), ...least.parts.slice(at + size)];
      const name = some.join();
      const answer = refused.has(name) ? undefined : await ask(some);
      if (answer) asks += 1;
      if (answer && isSame(answer))
        least = { ...answer, parts: some.filter((one) => answer.parts.includes(one)) };
      else {
        refused.add(name);
        at += size;
      }
    }
    if (size === 1) isLeast = asks < most && before.parts.length === least.parts.length;
    size = Math.max(1, Math.ceil(size / 2));
  }
  return { ...least, asks, isLeast };
}
