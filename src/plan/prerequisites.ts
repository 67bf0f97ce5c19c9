/** The facts that planning needs about a target, and the dependencies of changes: parents and prerequisites. */

import type { Dialect, Kind } from "../drivers/contract/contract.ts";
import type { ResourceReferences } from "../drivers/contract/target-model.ts";
import type { SentChange } from "../drivers/contract/write.ts";
import type { Address } from "../model/address.ts";
import type { Change, DeclaredSides, MovedPlaces } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Step } from "../model/plan/step.ts";
import type { RemovalLimit } from "../model/project.ts";
import type { DisplacedBy } from "../model/sameness/displaced.ts";

/** A target as the planner sees it. */
export interface TargetFacts {
  /** The URL as written in the project file. Absent: unknown. */
  readonly url?: string | undefined;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** The dialect with the target's settings applied. */
  readonly dialect: Dialect;
  /** Returns how many sequential requests a write takes. Absent: one. */
  requestsOf?(change: SentChange): number;
  /**
   * Returns what an update removes and recreates, and when that affects traffic. If this method is absent or returns
   * undefined, the update recreates nothing.
   */
  remakes?(change: SentChange): Step["remakes"];
  /** Returns the places that moved between the resources of the target's devices. Absent: no place can move. */
  movedPlaces?(sides: DeclaredSides): MovedPlaces | undefined;
  /**
   * Returns how a resource relates to others by its values. If this method is absent or returns undefined, the
   * relations are unknown.
   */
  references?(resource: Resource): ResourceReferences | undefined;
  /**
   * Returns the live nodes that a write of the resource also removes. If this method is absent or returns undefined,
   * there are none, or they are unknown.
   */
  displaced?: DisplacedBy;
  /**
   * False if it cannot be determined which nodes a write displaces. Absent: the target's driver knows no displaced
   * nodes.
   */
  readonly seesDisplaced?: boolean | undefined;
  /**
   * True if the server may store a field in another form: see `KindWriteFacts.mayDiffer`. Absent: false for every
   * field.
   */
  mayDiffer?(resource: Resource, place: readonly string[]): boolean;
  /** The write rate, above 0. It includes the target's own limits and share. */
  readonly requestsPerSecond: number;
  /** The rate limit in the project file. Absent: the project file sets none. */
  readonly ownLimit?: number | undefined;
  /** The maximum number of requests in flight. Absent: unlimited. */
  readonly concurrency?: { readonly all: number; readonly perHost?: number | undefined };
  /** The target's own limit of removals without a consent. Absent: the default limit. */
  readonly removals?: Partial<RemovalLimit> | undefined;
}

/** The resource that a change concerns. */
export function resourceOf(change: Change): Resource {
  return change.action === "remove" ? change.base : change.desired;
}

/** Finds a resource's dependencies among given resources. */
type Needs = (resource: Resource) => readonly Address[];

/**
 * Returns a function for the dependencies among these resources. The parent comes first if it is among them, followed
 * by the kind's prerequisites on the same target, in the kind's order.
 */
export function needsAmong(resources: Iterable<Resource>, facts: ReadonlyMap<string, TargetFacts>): Needs {
  const all = [...resources];
  const addresses = new Set(all.map(({ address }) => address));
  const byIdentity = Map.groupBy(all, ({ target, identity }) => `${target}\0${identity}`);
  return (resource) => {
    const { address, parent, target } = resource;
    const found = parent !== undefined && addresses.has(parent) ? [parent] : [];
    for (const identity of prerequisitesOf(resource, facts))
      for (const { address: one } of byIdentity.get(`${target}\0${identity}`) ?? [])
        if (one !== address && !found.includes(one)) found.push(one);
    return found;
  };
}

/** The identities that must exist on a resource's target before the resource. */
function prerequisitesOf(resource: Resource, facts: ReadonlyMap<string, TargetFacts>): readonly string[] {
  return facts.get(resource.target)?.kinds.get(resource.kind)?.prerequisites?.(resource) ?? [];
}

/**
 * Returns everything that declared resources need on targets with removals, by `target\0identity`, each with the first
 * resource that needs it.
 */
export function neededBy(
  asked: readonly Change[],
  { desired, facts }: { readonly desired: Desired; readonly facts: ReadonlyMap<string, TargetFacts> },
): ReadonlyMap<string, Address> {
  const targets = new Set<string>();
  for (const change of asked) if (change.action === "remove") targets.add(change.base.target);
  const needed = new Map<string, Address>();
  if (targets.size === 0) return needed;
  for (const resource of desired.resources.values()) {
    if (!targets.has(resource.target)) continue;
    for (const identity of prerequisitesOf(resource, facts)) {
      const key = `${resource.target}\0${identity}`;
      if (!needed.has(key)) needed.set(key, resource.address);
    }
  }
  return needed;
}
