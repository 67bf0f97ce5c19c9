/** What has been gathered for batches of one scope, and is expected; what has room among it. */

import type { BatchSession } from "../../drivers/contract/batch-session.ts";
import type { Write } from "../../drivers/contract/contract.ts";
import type { Address } from "../../model/address.ts";
import type { Problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";

/** A write with what it must be kept apart by (`Step.exclusive`), where nobody else sees to that. */
export interface GatheredWrite extends Write {
  readonly exclusive?: string | undefined;
}

/** A write that waits for others. */
export interface WaitingWrite {
  readonly write: GatheredWrite;
  readonly signal: AbortSignal;
  readonly settle: (reply: Promise<Reply>) => void;
}

/** What has been gathered, and goes on, of one scope. */
export interface GatheredWrites {
  readonly waiting: WaitingWrite[];
  /** What is expected to come soon. */
  readonly expected: Set<Address>;
  /** What has no room yet, in the order of asking. */
  readonly next: { readonly address: Address; readonly admit: () => void }[];
  /** Ids of batches under way. */
  readonly running: Set<string>;
  /** Batches that are about to leave. */
  leaving: number;
  /** Ends the wait for what is expected. */
  hurry: AbortController | undefined;
  isLate: boolean;
  /** True: it is looked at in a moment, with all that has come by then. */
  isMoving: boolean;
}

/** At the beginning. */
export function nothingGathered(): GatheredWrites {
  const sets = { expected: new Set<Address>(), running: new Set<string>() };
  return { waiting: [], next: [], ...sets, leaving: 0, hurry: undefined, isLate: false, isMoving: false };
}

type Bounds = Pick<BatchSession, "size" | "running">;

/** Room is for as many writes as those batches hold that may begin. */
export function hasRoom(
  { waiting, expected, running, leaving }: GatheredWrites,
  { size, running: most }: Bounds,
): boolean {
  return expected.size + waiting.length < size * (most - running.size - leaving);
}

/** Lets in what there is room for; all of it once the run is stopped. */
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

/** The first of those that wait, as many as may go with each of them; `most`: with how many, where that is fewer. */
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

/** Nothing has left: what must not leave hears so, and the rest waits again, first of all. */
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
  /** The places of those that the answer names; none: it names none, or all. */
  readonly named: readonly number[];
  /** With how many others a write may go. */
  readonly most: Map<Address, number>;
}

/**
 * What the answer names goes by itself, the others together once more. Where it names none the halves go: what is left
 * alone says why it is not taken.
 */
export function fallApart({ waiting }: GatheredWrites, { together, named, most }: RefusedBatch): void {
  const found = named.flatMap((at) => together[at] ?? []);
  const [apart, count] = found.length > 0 ? [found, 1] : [together, Math.floor(together.length / 2)];
  for (const { write } of apart) most.set(write.address, count);
  waiting.unshift(...together.filter((each) => !found.includes(each)), ...found);
}
