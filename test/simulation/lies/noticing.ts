/** A lie, and the seeds that are asked until one notices it. */

import { expect } from "vitest";

/** Which seeds are asked: from one on, every so manieth, up to another one. */
interface Seeds {
  readonly from?: number;
  readonly to: number;
  readonly step?: number;
  /** Those that the lie is about. */
  readonly asks?: ((seed: number) => boolean) | undefined;
}

/** Asks a seed in a world of lies: what its judges say. */
export type Liar = (seed: number) => Promise<readonly string[]>;

/** Told of each lie that was noticed: who asks it, by which words, and at which seed. */
export type NoticedListener = (lie: {
  readonly ask: Liar;
  readonly text: RegExp;
  readonly seed: number;
}) => void;

let listener: NoticedListener | undefined;

/** Whoever mutates judges wants to ask the same again. */
export function listenToNoticed(told: NoticedListener): void {
  listener = told;
}

/** Asks one seed after another until one complains as it should. Fails where none does. */
export async function noticing(ask: Liar, text: RegExp, { from = 1, to, step = 1, asks }: Seeds) {
  const said: string[] = [];
  for (let seed = from; seed <= to; seed += step) {
    if (asks && !asks(seed)) continue;
    said.push(...(await ask(seed)));
    if (!said.some((line) => text.test(line))) continue;
    listener?.({ ask, text, seed });
    return;
  }
  expect(said).toContainEqual(expect.stringMatching(text));
}
