/** An earlier observation of this process. The next plan then observes only a part of its resources again. */

import type { Address } from "../../model/address.ts";
import { addressParts } from "../../model/address.ts";
import { byKey } from "../../model/compare.ts";
import type { Desired } from "../../model/desired.ts";
import type { Snapshot, UnmanagedResource } from "../../model/live/snapshot.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { PendingFinish } from "../../model/status.ts";
import { besidesOf } from "../../plan/arrange.ts";
import type { TargetFacts } from "../../plan/prerequisites.ts";

/**
 * The observation, and which part of it is observed again (`anew`). Addresses missing from the observation are always
 * observed.
 */
export interface EarlierLook {
  readonly snapshot: Snapshot;
  /** The pending activations at the time of the observation. Absent: none. */
  readonly pending?: readonly PendingFinish[] | undefined;
  readonly anew: (address: Address) => boolean;
}

/**
 * Returns a filter for what to observe now: the requested addresses that are outdated or missing in the earlier
 * observation. Undefined: everything is observed.
 */
export function lookedNow(
  only: ((address: Address) => boolean) | undefined,
  earlier: EarlierLook | undefined,
): ((address: Address) => boolean) | undefined {
  if (!earlier) return only;
  const { anew, snapshot } = earlier;
  const isNew = (address: Address) => anew(address) || !snapshot.observations.has(address);
  return only ? (address) => only(address) && isNew(address) : isNew;
}

/** The declarations behind an observation, and the base. */
export interface DeclaredNow {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
}

/** Returns the earlier observation, updated by the new one. The result is as old as its oldest part. */
export function withEarlier(
  now: Snapshot,
  { snapshot: earlier, anew }: EarlierLook,
  { desired, base }: DeclaredNow,
): Snapshot {
  const isDeclared = (address: Address) =>
    desired.resources.has(address) || base?.resources.has(address) === true;
  const kept = [...earlier.observations].filter(
    ([address]) => isDeclared(address) && !now.observations.has(address),
  );
  const isOlder = kept.length > 0 && earlier.takenAt < now.takenAt;
  const taken = new Map([...(earlier.taken ?? []), ...(now.taken ?? [])]);
  return {
    takenAt: isOlder ? earlier.takenAt : now.takenAt,
    observations: new Map([...kept, ...now.observations].sort(byKey)),
    unmanaged: unmanagedOf({ now, earlier, anew, desired }),
    requests: new Map([...earlier.requests, ...[...now.requests].filter(([, count]) => count > 0)]),
    readSizes: new Map([...(earlier.readSizes ?? []), ...(now.readSizes ?? [])]),
    readAt: new Map([...(earlier.readAt ?? []), ...(now.readAt ?? [])]),
    ...(taken.size > 0 && { taken }),
  };
}

interface UnmanagedSides {
  readonly now: Snapshot;
  readonly earlier: Snapshot;
  readonly anew: EarlierLook["anew"];
  readonly desired: Desired;
}

/**
 * Returns the unmanaged resources. If a target was observed only in part, its unmanaged resources in the earlier
 * observation still count, unless they are declared now.
 */
function unmanagedOf({ now, earlier, anew, desired }: UnmanagedSides): readonly UnmanagedResource[] {
  const whole = new Set<string>();
  const partly = new Set<string>();
  const declared = new Set<string>();
  for (const [address, { target, kind, identity }] of desired.resources) {
    (anew(address) ? whole : partly).add(target);
    declared.add([target, kind, identity].join("\0"));
  }
  const nameOf = ({ target, kind, identity }: UnmanagedResource) => [target, kind, identity].join("\0");
  const placeOf = (one: UnmanagedResource) => `${nameOf(one)}\0${one.within ?? ""}`;
  const seen = new Set(now.unmanaged.map(placeOf));
  const kept = earlier.unmanaged.filter(
    (one) => partly.has(one.target) && !seen.has(placeOf(one)) && !declared.has(nameOf(one)),
  );
  return kept.length === 0 ? now.unmanaged : [...kept, ...now.unmanaged];
}

/**
 * Returns the unfinished work of targets where nothing is observed again, because their earlier lists remain valid.
 * `isAsked` is true for all other declared targets.
 */
export function pendingKept(
  { pending = [], anew }: EarlierLook,
  { desired }: DeclaredNow,
): { readonly kept: readonly PendingFinish[]; readonly isAsked: (target: string) => boolean } {
  const asked = new Set<string>();
  for (const [address, { target }] of desired.resources) if (anew(address)) asked.add(target);
  return {
    kept: pending.filter(({ target }) => !asked.has(target)),
    isAsked: (target) => asked.has(target),
  };
}

/**
 * Returns a function that is true for the addresses that an apply of this plan observes again before its first write.
 * These are the changed resources, and the resources on which the plan's decisions and guards depend. Their parents are
 * observed in any case.
 */
export function touchedBy(
  { changes }: Pick<Plan, "changes">,
  on: DeclaredNow & { readonly prune: boolean; readonly facts: ReadonlyMap<string, TargetFacts> },
): (address: Address) => boolean {
  const changed = new Set(changes.map(({ address }) => address));
  const only = (address: Address) => changed.has(address);
  const besides = besidesOf({ ...on, comparison: { changes }, only, isSeen: only });
  const all = new Set([...changed, ...besides]);
  return (address) => all.has(address);
}

/** Returns a function that is true for an address at one of the selected targets. */
export function targetIs(isMeant: (target: string) => boolean): (address: Address) => boolean {
  return (address) => isMeant(addressParts(address).target);
}
