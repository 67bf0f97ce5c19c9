/** Runs seeds with a planted fault (a lie), until one of them notices it. */

import { expect } from "vitest";

/** Which seeds to run: from `from` (by default 1) to `to`, in steps of `step` (by default 1). */
interface Seeds {
  readonly from?: number;
  readonly to: number;
  readonly step?: number;
  /** Selects the seeds that the lie can concern. If undefined, it can concern all seeds. */
  readonly asks?: ((seed: number) => boolean) | undefined;
}

/** Runs a seed with the lie, and returns the judges' complaints. */
export type Liar = (seed: number) => Promise<readonly string[]>;

/** Called for each lie that was noticed, with the function that runs a seed, the expected complaint, and the seed. */
export type NoticedListener = (lie: {
  readonly ask: Liar;
  readonly text: RegExp;
  readonly seed: number;
}) => void;

let listener: NoticedListener | undefined;

/**
 * Sets the function that is called for each noticed lie. The mutation of judges uses it to run the same seeds again.
 */
export function listenToNoticed(told: NoticedListener): void {
  listener = told;
}

/** Runs seeds until a judge complains as expected, and fails if none does. */
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
