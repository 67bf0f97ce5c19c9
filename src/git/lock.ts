/** The lock of an environment: a ref that is created, renewed and removed atomically, so that only one run holds it. */

import { z } from "zod";
import { type JsonBounds, parseWithin } from "../model/json.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { LockRecord } from "../model/record.ts";
import type { Milliseconds } from "../model/reply.ts";
import { fetchRefs, moveRef, type RefMoveResult, readRef, writeTag } from "./refs.ts";
import { type Repository, saidBy } from "./repository.ts";

/** The current lock. Without a record, the ref contains something other than a lock of this version. */
export interface ExistingLock {
  readonly id: string;
  readonly record?: LockRecord | undefined;
}

/** A lock that this run holds. */
export interface HeldLock {
  readonly place: LockLocation;
  readonly id: string;
  readonly record: LockRecord;
}

/** The place of a lock. */
export interface LockLocation {
  readonly repository: Repository;
  /** The commit to which the lock's tag object refers. Any commit will do. */
  readonly head: string;
  /** The prefix of the environment's refs: `refs/trueup/production`. */
  readonly prefix: string;
}

/** The owner that requests a lock, and for how long. */
export interface LockRequest {
  readonly run: string;
  readonly owner: string;
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly lifetimeMs: Milliseconds;
  /** See `LockRecord.journal`. */
  readonly journal?: string | undefined;
}

/** The result of taking a lock. `stale`: the expired lock that was replaced. */
export type TakeLockResult =
  | { readonly is: "taken"; readonly lock: HeldLock; readonly stale?: LockRecord }
  | { readonly is: "held"; readonly by: LockRecord | undefined }
  /** The lock has expired, but the journal of its run is in a store that this run does not have. */
  | { readonly is: "left"; readonly by: LockRecord }
  | { readonly is: "failed"; readonly problem: Problem };

/** How long after its expiry a lock is taken over, because the clocks of machines differ. */
const patienceMs = 60_000;

const attemptsMax = 3;

const bounds: JsonBounds = { bytes: 64 * 1024, values: 1000, depth: 20 };

/** Takes the lock, or returns its holder. Never waits. An expired lock is replaced. */
export async function takeLock(place: LockLocation, request: LockRequest): Promise<TakeLockResult> {
  const record = recordOf(request, request.now);
  let was: ExistingLock | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const moved = await put(place, record, was?.id);
    if (moved.is === "failed") return moved;
    if (moved.is === "moved") {
      const lock = { place, id: moved.id, record };
      return was?.record ? { is: "taken", lock, stale: was.record } : { is: "taken", lock };
    }
    const found = await findLock(place);
    if (found && "problem" in found) return { is: "failed", problem: found.problem };
    was = found?.lock;
    if (was && !isStale(was.record, request.now)) return { is: "held", by: was.record };
    const { journal } = was?.record ?? {};
    if (was?.record && journal !== undefined && journal !== request.journal)
      return { is: "left", by: was.record };
  }
  return { is: "held", by: was?.record };
}

/** Returns the current lock, from the remote if there is one; undefined if the lock is free. */
export async function findLock(
  place: LockLocation,
): Promise<{ readonly lock: ExistingLock } | { readonly problem: Problem } | undefined> {
  const problem = await fetchRefs(place.repository, place.prefix);
  if (problem) return { problem };
  const name = lockRef(place);
  const ref = await readRef(place.repository, name, bounds.bytes);
  if (!ref) return undefined;
  if (ref.text === undefined) return { lock: { id: ref.id } };
  const read = lockSchema.safeParse(parseWithin(ref.text, bounds));
  return { lock: { id: ref.id, record: read.data } };
}

/** Extends a held lock. `other`: the run no longer holds the lock. */
export async function renewLock(
  { place, id, record }: HeldLock,
  request: LockRequest,
): Promise<{ readonly lock: HeldLock } | Exclude<RefMoveResult, { is: "moved" }>> {
  const renewed = recordOf(request, record.since);
  const moved = await put(place, renewed, id);
  return moved.is === "moved" ? { lock: { place, id: moved.id, record: renewed } } : moved;
}

/** Removes the lock with this id. Any other lock stays. */
export function removeLock(place: LockLocation, id: string): Promise<RefMoveResult> {
  return moveRef(place.repository, { name: lockRef(place), was: id, becomes: undefined });
}

const lockSchema = z.object({
  format: z.literal("trueup.lock"),
  version: z.literal(1),
  run: z.string(),
  owner: z.string(),
  since: z.iso.datetime(),
  expires: z.iso.datetime(),
  journal: z.string().exactOptional(),
});

type Put = { readonly is: "moved"; readonly id: string } | Exclude<RefMoveResult, { is: "moved" }>;

async function put(place: LockLocation, record: LockRecord, was: string | undefined): Promise<Put> {
  const { repository, head } = place;
  const text = JSON.stringify(record, undefined, 2);
  const tag = { tag: "trueup/lock", commit: head, text, time: record.since };
  const id = await writeTag(repository, tag).catch((error: unknown) => ({ why: saidBy(error) }));
  if (typeof id !== "string")
    return { is: "failed", problem: problem("git-unusable", `git cannot write a lock: ${id.why}`) };
  const moved = await moveRef(repository, { name: lockRef(place), was, becomes: id });
  return moved.is === "moved" ? { is: "moved", id } : moved;
}

function recordOf({ run, owner, now, lifetimeMs, journal }: LockRequest, since: string): LockRecord {
  const expires = new Date(Date.parse(now) + lifetimeMs).toISOString();
  const lock = { format: "trueup.lock", version: 1, run, owner, since, expires } as const;
  return journal === undefined ? lock : { ...lock, journal };
}

function isStale(record: LockRecord | undefined, now: string): boolean {
  return record !== undefined && Date.parse(record.expires) + patienceMs < Date.parse(now);
}

function lockRef({ prefix }: LockLocation): string {
  return `${prefix}/lock`;
}
