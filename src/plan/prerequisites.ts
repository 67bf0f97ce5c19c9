/** What planning must know of a target, and what changes need of each other: parents, prerequisites. */

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
  /** Where it is, as the project file writes it. Absent: that is not known. */
  readonly url?: string | undefined;
  readonly kinds: ReadonlyMap<string, Kind>;
  /** With the target's settings laid over it. */
  readonly dialect: Dialect;
  /** How many requests a write takes, one after the other. Absent: one. */
  requestsOf?(change: SentChange): number;
  /** What an update takes out and makes again, and when traffic meets that. Absent, or undefined: nothing. */
  remakes?(change: SentChange): Step["remakes"];
  /** What moved between places of its devices. Absent: nothing can. */
  movedPlaces?(sides: DeclaredSides): MovedPlaces | undefined;
  /** What a resource has to do with others by the values in it. Absent, or undefined: nothing tells. */
  references?(resource: Resource): ResourceReferences | undefined;
  /** What live loses besides as a resource is written. Absent, or undefined: nothing, or nothing tells. */
  displaced?: DisplacedBy;
  /** False where nothing tells of it. */
  readonly seesDisplaced?: boolean | undefined;
  /** Whether a place of a resource may be kept in another form: see `KindWriteFacts.mayDiffer`. Absent: nowhere. */
  mayDiffer?(resource: Resource, place: readonly string[]): boolean;
  /** The rate it is written to, with the target's own limits and share. Over 0. */
  readonly requestsPerSecond: number;
  /** In flight at once, at most. Absent: it is no limit. */
  readonly concurrency?: { readonly all: number; readonly perHost?: number | undefined };
  /** From what on many removals need a consent, where the target sets it itself. */
  readonly removals?: Partial<RemovalLimit> | undefined;
}

/** The resource a change is about. */
export function resourceOf(change: Change): Resource {
  return change.action === "remove" ? change.base : change.desired;
}

/** Finds what a resource needs among given resources. */
type Needs = (resource: Resource) => readonly Address[];

/**
 * Looks among these resources only. The parent comes first where it is one of them; then what the kind's
 * prerequisites name, on the same target, in the order of the kind.
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

/** The identities on its target that must exist before a resource. */
function prerequisitesOf(resource: Resource, facts: ReadonlyMap<string, TargetFacts>): readonly string[] {
  return facts.get(resource.target)?.kinds.get(resource.kind)?.prerequisites?.(resource) ?? [];
}

/** `target\0identity` that declared resources need, on targets of which something is to be removed: by whom. */
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
