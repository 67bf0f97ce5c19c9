/** Tests read access with one collection of each declared kind, so that missing permissions are found before a plan. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Problem } from "../model/problem.ts";
import { Collections } from "./collections.ts";
import { gather, type ReadGroup } from "./query.ts";

/** A collection whose read was tested at one target. */
export interface TriedCollection {
  readonly collection: string;
  /** The parent in which the collection was read. */
  readonly parent?: Address | undefined;
  /** `untried`: no declared parent exists yet, or none can be read. */
  readonly state: "read" | "denied" | "untried";
  /** Parents that were not tested, because one parent is enough. If the state is `untried`, these are all parents. */
  readonly others: readonly Address[];
  /** Why the collection could not be read. Absent: it could be read, or was not tried. */
  readonly problem?: Problem | undefined;
}

/**
 * Tests the read of one collection of each declared kind at a target. Other collections are read only to find parents.
 * Writes nothing.
 */
export async function readAccess(
  { desired, open }: { readonly desired: Desired; readonly open: OpenTarget },
  signal: AbortSignal,
): Promise<readonly TriedCollection[]> {
  const targets = new Map([[open.target.name, open]]);
  const places = gather({ desired }, targets);
  const collections = new Collections({ places, targets, signal });
  const groups = new Set([...places.values()].flatMap(({ group }) => group ?? []));
  const byName = Map.groupBy(groups, ({ collection }) => collection.name);
  const tried: TriedCollection[] = [];
  for (const same of byName.values()) tried.push(await triedOne(collections, same));
  return tried;
}

/** Tries the first collection whose parent exists. */
async function triedOne(collections: Collections, same: readonly ReadGroup[]): Promise<TriedCollection> {
  const [{ collection } = { collection: { name: "" } }] = same;
  const tried = { collection: collection.name };
  const parentsBut = (own?: ReadGroup) =>
    same.flatMap((group) => (group === own ? [] : (group.parent ?? [])));
  for (const group of same) {
    const reply = await collections.access(group);
    if (reply.state === "untried") continue;
    return { ...tried, ...reply, parent: group.parent, others: parentsBut(group) };
  }
  return { ...tried, state: "untried", others: parentsBut() };
}
