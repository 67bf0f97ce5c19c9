/** Tests read access: one collection of each declared sort, so that missing permissions are found before a plan. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Problem } from "../model/problem.ts";
import { Collections } from "./collections.ts";
import { gather, type ReadGroup } from "./query.ts";

/** A collection that was tried at one target. */
export interface TriedCollection {
  readonly collection: string;
  /** The parent in which it was read. */
  readonly parent?: Address | undefined;
  /** `untried`: no declared parent exists yet, or none can be read. */
  readonly state: "read" | "denied" | "untried";
  /** Parents that were not tried: one stands for all; if `untried`, all of them. */
  readonly others: readonly Address[];
  /** Why it could not be read. */
  readonly problem?: Problem | undefined;
}

/** Reads one collection of each declared name at a target, and only the others that lead there. Writes nothing. */
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

/** The first one whose parent exists. */
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
