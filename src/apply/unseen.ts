/** Creates that were accepted and are not seen yet: what is remembered of them before a run and after it. Pure. */

import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import { emptyMemory, type Memory, type UnseenCreate } from "../model/memory.ts";
import type { ApplyResult } from "../model/reply.ts";
import type { AnsweredCreate } from "./journal.ts";

/** By address. */
type UnseenCreates = ReadonlyMap<Address, UnseenCreate>;

/** What a run began with, and came to. */
interface FinishedRun {
  /** What was remembered when it began, as its plan had it: none of it was sent again but by consent. */
  readonly before: UnseenCreates;
  /** What the plan was made from. */
  readonly snapshot: Pick<Snapshot, "observations">;
  /** Undefined: nothing was to be done. */
  readonly result?: Pick<ApplyResult, "settled" | "acceptedUnseen" | "failedTasks" | "answered"> | undefined;
  /** The commit that was applied; "" without Git. */
  readonly commit: string;
  /** What it declares, by which it is known what was sent. Default: nothing. */
  readonly desired?: Pick<Desired, "resources"> | undefined;
}

/**
 * What is remembered from now on.
 *
 * | the create                                        | is remembered                         |
 * |---------------------------------------------------|---------------------------------------|
 * | was accepted by this run, and not seen            | since then, with the commit of now    |
 * | was remembered, and was seen by the plan          | no longer                             |
 * | was remembered, and its task has failed           | no longer                             |
 * | was remembered, and sent again: was seen          | no longer                             |
 * | was remembered, and sent again: refused, or lost  | as before                             |
 * | was remembered, and is absent, unknown, not asked | as before                             |
 */
export function unseenAfter({ before, snapshot, result, commit, desired }: FinishedRun): UnseenCreates {
  const made = new Set<string>(
    result?.settled
      .filter(({ outcome: { state } }) => state === "applied" || state === "converged")
      .map(({ step }) => step),
  );
  const isOver = (address: Address) =>
    snapshot.observations.get(address)?.state === "present" ||
    result?.failedTasks?.includes(address) === true ||
    made.has(`create ${address}`);
  const after = new Map([...before].filter(([address]) => !isOver(address)));
  for (const { address, since, id } of result?.acceptedUnseen ?? [])
    after.set(address, {
      since,
      commit,
      ...defined({
        id,
        sent: desired?.resources.get(address)?.identity,
        stored: result?.answered?.get(address),
      }),
    });
  return after;
}

function defined(all: Pick<UnseenCreate, "id" | "sent" | "stored">): typeof all {
  return Object.fromEntries(Object.entries(all).filter(([, each]) => each !== undefined));
}

/** What is remembered, and what a journal has left besides. */
export function withUnseenOf(
  memory: Memory | undefined,
  left: readonly AnsweredCreate[],
): Memory | undefined {
  const own = unseenIn(left, memory);
  return own.size === 0 ? memory : mergedMemory(memory, own);
}

function mergedMemory(memory: Memory = emptyMemory, own: UnseenCreates): Memory {
  return { ...memory, unseen: new Map([...memory.unseen, ...own]) };
}

/** A journal's creates that no look has shown. What the record has under the same live id was seen since. */
export function unseenIn(left: readonly AnsweredCreate[], memory?: Memory): UnseenCreates {
  const isKnown = ({ intent: { address }, id }: AnsweredCreate) =>
    id !== undefined && memory?.resources.get(address)?.id === id;
  return new Map(
    left
      .filter((one) => one.isUnseen && !isKnown(one))
      .map(({ intent: { address }, since, commit, id, sent, stored }) => [
        address,
        { since, commit, ...defined({ id, sent, stored }) },
      ]),
  );
}

/** For so long whole reads must not have shown it, before it may be sent again. */
const retryAfterMs = 24 * 3_600_000;

/** What a plan must not create. */
interface HeldBy {
  /** What has a task that this run asks for: that says what became of it. */
  readonly awaited?: ReadonlySet<Address> | undefined;
  /** The time of now, ISO 8601, where what was accepted a day ago may be created again. */
  readonly retryAt?: string | undefined;
}

/** What is remembered, but for that. */
export function heldUnseen(
  memory: Memory | undefined,
  { awaited, retryAt }: HeldBy,
): UnseenCreates | undefined {
  if (!memory || (awaited === undefined && retryAt === undefined)) return memory?.unseen;
  const isExpired = ({ since }: UnseenCreate) =>
    retryAt !== undefined && Date.parse(retryAt) - Date.parse(since) >= retryAfterMs;
  const isHeld = ([address, one]: readonly [Address, UnseenCreate]) =>
    !awaited?.has(address) && !isExpired(one);
  return new Map([...memory.unseen].filter(isHeld));
}
