/** Runs seeds with a planted fault (called a lie) until a check reports it. */

import { expect } from "vitest";

/** Which seeds to run: from `from` (by default 1) to `to`, in steps of `step` (by default 1). */
interface Seeds {
  readonly from?: number;
  readonly to: number;
  readonly step?: number;
  /** Selects the seeds that the planted fault can affect. If undefined, it can affect all seeds. */
  readonly asks?: ((seed: number) => boolean) | undefined;
}

/** Runs a seed with the planted fault, and returns what the checks report. */
export type Liar = (seed: number) => Promise<readonly string[]>;

/**
 * Called for each planted fault that was reported, with the function that runs a seed, the expected report, and the
 * seed.
 */
export type NoticedListener = (lie: {
  readonly ask: Liar;
  readonly text: RegExp;
  readonly seed: number;
}) => void;

let listener: NoticedListener | undefined;

/**
 * Sets the function that is called for each reported fault. The mutation test of the checks runs the same seeds again.
 */
export function listenToNoticed(told: NoticedListener): void {
  listener = told;
}

/** Runs seeds until a check reports the expected fault, and fails if none does. */
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
