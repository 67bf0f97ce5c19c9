/** Creates that were accepted and are not visible yet: what is remembered about them before and after a run. Pure. */

import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import { emptyMemory, type Memory, type UnseenCreate } from "../model/memory.ts";
import type { ApplyResult } from "../model/reply.ts";
import type { AnsweredCreate } from "./journal.ts";

/** The unseen creates by address. */
type UnseenCreates = ReadonlyMap<Address, UnseenCreate>;

/** The start and the result of a run. */
interface FinishedRun {
  /** The creates that were remembered at the start, when the plan was made. */
  readonly before: UnseenCreates;
  /** The live state from which the plan was made. */
  readonly snapshot: Pick<Snapshot, "observations">;
  /** The result of the apply; undefined if there was nothing to do. */
  readonly result?: Pick<ApplyResult, "settled" | "acceptedUnseen" | "failedTasks" | "answered"> | undefined;
  /** The applied commit; "" without Git. */
  readonly commit: string;
  /** The declarations of the applied commit, which show what was sent. Default: none. */
  readonly desired?: Pick<Desired, "resources"> | undefined;
}

/**
 * Returns the creates that are remembered from now on.
 *
 * | the create                                      | is remembered                       |
 * |-------------------------------------------------|-------------------------------------|
 * | accepted by this run, and not visible yet       | since then, with the current commit |
 * | remembered, and read for the plan               | no longer                           |
 * | remembered, and its task has failed             | no longer                           |
 * | remembered, resent, and seen                    | no longer                           |
 * | remembered, resent, and refused or lost         | as before                           |
 * | remembered, and absent, unknown or out of scope | as before                           |
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

/** Returns the memory with its creates extended by the creates in a journal. */
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

/**
 * Returns creates in a journal that no read has shown. If the record contains the same live id, the resource has been
 * seen since.
 */
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

/** The time after which a create may be sent again, if complete reads have failed to show its resource for so long. */
const retryAfterMs = 24 * 3_600_000;

/** The creates that a plan may send although they are remembered as accepted. */
interface HeldBy {
  /** Creates whose tasks this run polls. Their outcome comes from the task. */
  readonly awaited?: ReadonlySet<Address> | undefined;
  /** The current time (ISO 8601). If it is set, creates that were accepted at least a day ago may be sent again. */
  readonly retryAt?: string | undefined;
}

/**
 * Returns the remembered creates that a plan must hold back: all that `HeldBy` does not exempt. Undefined without a
 * memory.
 */
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
