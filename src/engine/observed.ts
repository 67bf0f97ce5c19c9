/**
 * What a plan observes: the requested addresses and, if the plan is narrowed, others on which its decisions and guards
 * depend.
 */

import { diff } from "../diff/diff.ts";
import { alikeOf } from "../drivers/contract/alike-of.ts";
import { displacedOf } from "../drivers/contract/displaced-of.ts";
import type { Address } from "../model/address.ts";
import { byKey } from "../model/compare.ts";
import type { Desired } from "../model/desired.ts";
import type { Snapshot } from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import { type ObserveInput, observe } from "../observe/observe.ts";
import { besidesOf } from "../plan/arrange.ts";
import { factsOf } from "./facts.ts";
import { type EarlierLook, lookedNow, withEarlier } from "./sides/earlier-look.ts";

/** What a plan compares, and how it was narrowed. */
interface NarrowedPlan {
  readonly desired: Desired;
  /** The base under the keys of desired. Absent: there is no base. */
  readonly base?: Desired | undefined;
  /** The remembered ids. Absent: none. */
  readonly idOf?: IdOf | undefined;
  readonly only?: ((address: Address) => boolean) | undefined;
  /** True: resources that base declares and desired no longer declares are removed. */
  readonly prune: boolean;
}

/** How to observe. */
interface Looking extends Pick<ObserveInput, "targets" | "listener" | "takenAt" | "now" | "kept"> {
  /** True: nothing will be written on the basis of this observation, so only the requested addresses are observed. */
  readonly ungated: boolean;
  /** An earlier observation. Default: none. */
  readonly earlier?: EarlierLook | undefined;
}

interface LookingBesides extends Looking {
  readonly narrowing: NarrowedPlan;
  readonly signal: AbortSignal;
}

/** The snapshot of a plan. */
export async function observedFor(
  narrowing: NarrowedPlan,
  looking: Looking,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { desired, base, only, idOf } = narrowing;
  const { targets, listener, takenAt, now, kept, earlier } = looking;
  const looked = { desired, base, idOf, targets, listener, takenAt, now, kept, unchanged: true };
  const seenNow = await observedSince({ ...looked, only: lookedNow(only, earlier) }, signal);
  const seen = earlier ? withEarlier(seenNow, earlier, { desired, base }) : seenNow;
  return !only || looking.ungated ? seen : withBesides(seen, { ...looking, narrowing, signal });
}

/**
 * Observes with the help of change logs. If one of these logs turns out to be wrong, observes again without change
 * logs.
 */
async function observedSince(input: ObserveInput, signal: AbortSignal): Promise<Snapshot> {
  const logs = [...input.targets.values()].flatMap(({ changes }) => changes ?? []);
  for (const changes of logs) changes.begin();
  const first = await observe(input, signal);
  const snapshot = logs.some((changes) => changes.mustReadAgain())
    ? { ...(await observe({ ...input, unchanged: true }, signal)), takenAt: first.takenAt }
    : first;
  await Promise.all(logs.map((changes) => changes.save()));
  return snapshot === first ? first : { ...snapshot, requests: summed(first.requests, snapshot.requests) };
}

/** Adds the observations that the plan needs besides the requested ones. Sends nothing if there are none. */
async function withBesides(seen: Snapshot, looking: LookingBesides): Promise<Snapshot> {
  const { desired, base, only = () => true, prune } = looking.narrowing;
  const sides = { desired, base };
  const comparison = diff({
    ...sides,
    snapshot: seen,
    alike: alikeOf(looking.targets),
    displaced: displacedOf(looking.targets),
  });
  const isSeen = (address: Address) => seen.observations.has(address);
  const facts = new Map([...looking.targets].map(([name, open]) => [name, factsOf(open)]));
  const besides = besidesOf({ ...sides, comparison, only, prune, isSeen, facts });
  return besides.length === 0 ? seen : lookedBesides(seen, besides, looking);
}

/**
 * Extends the snapshot by observations of these addresses, as the complete desired state declares them. The earlier
 * observations stay unchanged.
 */
export async function lookedBesides(
  seen: Snapshot,
  addresses: readonly Address[],
  { narrowing: { desired, base, idOf }, targets, listener, now, takenAt, signal }: LookingBesides,
): Promise<Snapshot> {
  const besides = new Set(addresses);
  const isMeant = (address: Address) => besides.has(address);
  const sides = { desired, base, only: isMeant, idOf };
  const more = await observe({ ...sides, targets, listener, takenAt, now }, signal);
  return {
    ...seen,
    observations: new Map([...more.observations, ...seen.observations].sort(byKey)),
    requests: summed(seen.requests, more.requests),
    readSizes: new Map([...(more.readSizes ?? []), ...(seen.readSizes ?? [])]),
    readAt: new Map([...(more.readAt ?? []), ...(seen.readAt ?? [])]),
  };
}

function summed(
  some: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  return new Map([...others].map(([name, sent]) => [name, sent + (some.get(name) ?? 0)]));
}
