/** Finds resources that are missing from their declared place because somebody moved them. */

import type { Item, OpenTarget, ReadReply } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import { type LiveResource, type Observation, parentIdIn, type Snapshot } from "../model/live/snapshot.ts";
import type { IdOf } from "../model/memory.ts";
import * as problems from "./problems.ts";
import type { ReadGroup, ReadPlace } from "./query.ts";

/** The reads made so far, and how to make more. */
interface MovingContext {
  readonly places: Pick<ReadonlyMap<Address, ReadPlace>, "get">;
  readonly targets: ReadonlyMap<string, OpenTarget>;
  readonly idOf: IdOf;
  /** Undeclared items of a group that was read. */
  readonly unclaimed: (group: ReadGroup) => Promise<readonly Item[]>;
  readonly groups: ReadonlySet<ReadGroup>;
  readonly signal: AbortSignal;
}

/**
 * Finds remembered resources that are absent or recreated in their place, but still live elsewhere. They become
 * unknown, with their current place. The lists that were already read are searched first. If they do not cover all
 * places, the resource is read by its id, before anything is created again.
 */
export async function movedElsewhere(
  observations: ReadonlyMap<Address, Observation<LiveResource>>,
  on: MovingContext,
): Promise<ReadonlyMap<Address, Observation<LiveResource>>> {
  const absent = [...observations].flatMap(([address, seen]) => {
    const isOpen = seen.state === "absent" || (seen.state === "present" && seen.value.anew);
    const known = isOpen ? on.idOf(address) : undefined;
    const { wanted, group } = on.places.get(address) ?? {};
    if (!known || known.ofThisRun || !group || wanted?.identity === undefined) return [];
    const { within, scopeKeys } = group.collection;
    const instead = seen.state === "present" ? seen.value.id : undefined;
    return within === undefined && scopeKeys.length === 0
      ? []
      : [{ address, id: known.id, wanted, group, instead }];
  });
  if (absent.length === 0) return new Map();
  const elsewhere = await itemsElsewhere(on);
  const found = await Promise.all(
    absent.map(async ({ address, id, wanted, group, instead }) => {
      const { target } = group;
      const listed = elsewhere.get(`${target}\0${wanted.kind.name}\0${id}`);
      if (listed) return [address, moved(address, listed, instead)] as const;
      const reply = isReadAlready(id, group, { ...on, observations })
        ? undefined
        : await askById(on, { id, wanted, group });
      const [item] = reply?.state === "whole" ? reply.items : [];
      if (item) return [address, moved(address, { item }, instead)] as const;
      return reply?.state === "unknown"
        ? ([address, problems.unknown({ ...reply.problem, address })] as const)
        : undefined;
    }),
  );
  return new Map(found.flatMap((one) => (one ? [one] : [])));
}

/**
 * True if the list that shows the resource with this id was already read. This is the case if the id's parent is the
 * declared parent, by its current or its known id. A parent of which only the id is known may no longer exist.
 */
function isReadAlready(
  id: string,
  { parent }: ReadGroup,
  { observations, idOf }: Pick<MovingContext, "idOf"> & Pick<Snapshot, "observations">,
): boolean {
  const place = parentIdIn(id);
  if (place === undefined || parent === undefined) return false;
  const above = observations.get(parent);
  const now = above?.state === "present" ? above.value.id : undefined;
  return place === now || place === idOf(parent)?.id;
}

/** A live item, and the group that lists it, if any. */
interface ItemElsewhere {
  readonly item: Item;
  readonly group?: ReadGroup;
}

/**
 * Returns the problem of a moved resource. `instead`: the live id of the resource that now has its name in the declared
 * place.
 */
function moved(
  address: Address,
  { item, group }: ItemElsewhere,
  instead: string | undefined,
): Observation<LiveResource> {
  return problems.unknown(problems.movedLive(address, item, { parent: group?.parent, instead }));
}

async function itemsElsewhere({ groups, unclaimed }: MovingContext) {
  const found = new Map<string, ItemElsewhere>();
  for (const group of groups)
    for (const item of await unclaimed(group))
      if (item.id !== undefined) found.set(`${group.target}\0${item.kind}\0${item.id}`, { item, group });
  return found;
}

async function askById(
  { targets, signal }: MovingContext,
  { id, wanted, group }: { id: string; wanted: ReadPlace["wanted"]; group: ReadGroup },
): Promise<ReadReply | undefined> {
  const { target, collection, scope } = group;
  const { kind, resource } = wanted;
  const query = { kind: kind.name, identity: resource.identity, scope: resource.scope };
  const request = { collection: collection.name, scope, wanted: [query], byId: id };
  return targets.get(target)?.session.read(request, signal);
}
