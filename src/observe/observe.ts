/** targets → Snapshot: reads what desired and base touch, in the fewest requests, all targets side by side. */

import type { OpenTarget } from "../drivers/contract.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Listener } from "../model/event.ts";
import { problem } from "../model/problem.ts";
import type { Live, Observation, Snapshot, Unmanaged } from "../model/snapshot.ts";
import { Collections } from "./collections.ts";
import { unclaimed } from "./match.ts";
import { type Group, type Groups, gather } from "./wanted.ts";

/** What is to be observed, and through what. */
export interface ObserveInput {
  readonly desired: Desired;
  readonly base?: Desired;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  /** Only these are observed; what must be read to know them is read, not reported. */
  readonly only?: (address: Address) => boolean;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  readonly listener?: Listener;
}

/**
 * Reads each collection once, however many resources are in it. Never rejects for the world's trouble: what
 * could not be read is unknown. The snapshot does not depend on the order in which replies arrive.
 */
export async function observe(input: ObserveInput, signal: AbortSignal): Promise<Snapshot> {
  const { desired, base, targets, listener, takenAt } = input;
  const before = requestsOf(targets);
  const groups = gather({ desired, base }, targets);
  const collections = new Collections({ groups, targets, listener, signal });
  const addresses = asked(input);
  const found = await Promise.all(addresses.map((address) => observationOf(address, groups, collections)));
  const observations = new Map(addresses.map((address, i) => [address, found[i] ?? unknownTarget(address)]));
  const touched = new Set(addresses.flatMap((address) => groups.of.get(address)?.group ?? []));
  const unmanaged = await unmanagedIn([...touched], collections);
  const after = requestsOf(targets);
  const requests = new Map([...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));
  return { takenAt, observations, unmanaged, requests };
}

function asked({ desired, base, only }: ObserveInput): readonly Address[] {
  const all = new Set([...desired.resources.keys(), ...(base?.resources.keys() ?? [])]);
  return [...all].filter((address) => !only || only(address)).sort();
}

async function observationOf(
  address: Address,
  groups: Groups,
  collections: Collections,
): Promise<Observation<Live>> {
  const place = groups.of.get(address);
  return place ? collections.observation(place.wanted, place.group) : unknownTarget(address);
}

function unknownTarget(address: Address): Observation<Live> {
  const text = `${address} belongs to a target or kind that trueup.yaml does not name any more`;
  return { state: "unknown", problem: problem("unknown-target", text, { address }) };
}

async function unmanagedIn(
  groups: readonly Group[],
  collections: Collections,
): Promise<readonly Unmanaged[]> {
  const found: Unmanaged[] = [];
  for (const group of groups) {
    const reply = await collections.reply(group);
    if (reply.state !== "whole" || group.kind.observed) continue;
    const within = group.parent === undefined ? undefined : { within: group.parent };
    for (const { kind, identity } of unclaimed(reply.items, group.wanted)) {
      found.push({ target: group.target, kind, identity, ...within });
    }
  }
  return found.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

function orderOf({ target, kind, identity, within }: Unmanaged): string {
  return `${target}/${kind}/${within ?? ""}/${identity}`;
}

function requestsOf(targets: ReadonlyMap<string, OpenTarget>): ReadonlyMap<string, number> {
  return new Map([...targets].map(([name, target]) => [name, target.requests()]));
}
