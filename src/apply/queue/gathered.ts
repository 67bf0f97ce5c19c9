/** The batch queue of one scope: its collected, expected and admitted writes. */

import type { BatchSession } from "../../drivers/contract/batch-session.ts";
import type { Write } from "../../drivers/contract/contract.ts";
import type { Address } from "../../model/address.ts";
import type { Problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";

/**
 * A write, with its key for mutual exclusion (`Step.exclusive`) unless something else already enforces the exclusion.
 */
export interface GatheredWrite extends Write {
  readonly exclusive?: string | undefined;
}

/** A write that waits for others to form a batch. */
export interface WaitingWrite {
  readonly write: GatheredWrite;
  readonly signal: AbortSignal;
  readonly settle: (reply: Promise<Reply>) => void;
}

/** The collected writes and running batches of one scope. */
export interface GatheredWrites {
  readonly waiting: WaitingWrite[];
  /** Writes that are expected soon. */
  readonly expected: Set<Address>;
  /** Writes that have no slot yet, in the order of their requests. */
  readonly next: { readonly address: Address; readonly admit: () => void }[];
  /** The ids of running batches. */
  readonly running: Set<string>;
  /** The number of batches that are about to be sent. */
  leaving: number;
  /** Ends the wait for expected writes. */
  hurry: AbortController | undefined;
  isLate: boolean;
  /** True: the queue will soon be moved, together with everything that is collected by then. */
  isMoving: boolean;
}

/** The empty queue. */
export function nothingGathered(): GatheredWrites {
  const sets = { expected: new Set<Address>(), running: new Set<string>() };
  return { waiting: [], next: [], ...sets, leaving: 0, hurry: undefined, isLate: false, isMoving: false };
}

type Bounds = Pick<BatchSession, "size" | "running">;

/** True if another write fits into the batches that may still start. */
export function hasRoom(
  { waiting, expected, running, leaving }: GatheredWrites,
  { size, running: most }: Bounds,
): boolean {
  return expected.size + waiting.length < size * (most - running.size - leaving);
}

/** Admits writes up to the capacity. Once the run is stopped, admits all of them. */
export function admit(
  gathered: GatheredWrites,
  { isStopped, ...bounds }: Bounds & { readonly isStopped: boolean },
): void {
  const { next, expected } = gathered;
  while (isStopped || hasRoom(gathered, bounds)) {
    const one = next.shift();
    if (!one) return;
    expected.add(one.address);
    one.admit();
  }
}

/**
 * Returns as many of the first waiting writes as can share one batch. `most`: for some writes, the size of the largest
 * batch that they may still join.
 */
export function firstTogether(
  waiting: readonly WaitingWrite[],
  { size }: Pick<BatchSession, "size">,
  most: ReadonlyMap<Address, number>,
): readonly WaitingWrite[] {
  let bound = size;
  let count = 0;
  for (const { write } of waiting) {
    bound = Math.min(bound, most.get(write.address) ?? size);
    if (count + 1 > bound) break;
    count += 1;
  }
  return waiting.slice(0, count);
}

/**
 * Dissolves a batch that was not sent. Writes with problems get their replies, and the others wait again at the front.
 */
export function takeOut(
  { waiting }: GatheredWrites,
  together: readonly WaitingWrite[],
  problems: readonly (Problem | undefined)[],
): void {
  const rest = together.filter(({ settle }, at) => {
    const problem = problems[at];
    if (problem) settle(Promise.resolve({ meaning: "refused", problem }));
    return problem === undefined;
  });
  waiting.unshift(...rest);
}

/** A batch that was not carried out. */
interface RefusedBatch {
  readonly together: readonly WaitingWrite[];
  /** The positions that the reply names. Empty if the reply names none, or all. */
  readonly named: readonly number[];
  /** Smaller limits of the batch size for single writes. */
  readonly most: Map<Address, number>;
}

/**
 * Splits a refused batch. The named writes are sent on their own, and the others as a batch again. If no write is
 * named, the batch is halved until the faulty write is alone.
 */
export function fallApart({ waiting }: GatheredWrites, { together, named, most }: RefusedBatch): void {
  const found = named.flatMap((at) => together[at] ?? []);
  const [apart, count] = found.length > 0 ? [found, 1] : [together, Math.floor(together.length / 2)];
  for (const { write } of apart) most.set(write.address, count);
  waiting.unshift(...together.filter((each) => !found.includes(each)), ...found);
}
