/** Reduces a broken seed to the fewest parts of its world that break in the same way. */

import { wordsOf } from "./words.ts";

/** The result of running a world. */
export interface Answer {
  readonly broken: readonly string[];
  /** The parts of the world. */
  readonly parts: readonly string[];
}

/** The reduced seed. */
export interface Shrunk extends Answer {
  /** The number of worlds that were run. */
  readonly asks: number;
  /** True if no further part can be left out; false if the limit was reached first. */
  readonly isLeast: boolean;
}

/** How to reduce a seed. */
export interface Shrinking {
  /** Runs a world with only these parts. */
  readonly ask: (parts: readonly string[]) => Promise<Answer>;
  /** The result for the whole world. */
  readonly whole: Answer;
  /** The maximum number of worlds. */
  readonly most: number;
}

/** Leaves out halves, then quarters, and finally single parts, as long as the judges' words stay the same. */
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
