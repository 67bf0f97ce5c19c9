/** Which of the items of a collection is which declared resource. */

import type { Item } from "../drivers/contract.ts";
import { problem } from "../model/problem.ts";
import type { Live, Observation } from "../model/snapshot.ts";
import type { Wanted } from "./wanted.ts";

/** The items of one collection, findable by what live calls them. */
export interface Items {
  readonly byIdentity: ReadonlyMap<string, readonly Item[]>;
  /** Identities that some declared resource has now: nobody else is found under them by its former name. */
  readonly claimed: ReadonlySet<string>;
}

/** Sorts the items of one whole read. */
export function sortItems(items: readonly Item[], wanted: readonly Wanted[]): Items {
  const byIdentity = new Map<string, Item[]>();
  for (const item of items) {
    const key = nameOf(item.kind, item.identity);
    const same = byIdentity.get(key);
    if (same) same.push(item);
    else byIdentity.set(key, [item]);
  }
  return {
    byIdentity,
    claimed: new Set(wanted.map(({ resource, identity }) => nameOf(resource.kind, identity))),
  };
}

/**
 * Finds a resource under its declared name, else under the name that base knew it by. Two items of one name,
 * or one under each name, are ambiguous: unknown, never the first match.
 */
export function match(wanted: Wanted, items: Items): Observation<Live> {
  const { kind } = wanted.resource;
  const now = items.byIdentity.get(nameOf(kind, wanted.identity)) ?? [];
  const former = wanted.before === undefined ? undefined : nameOf(kind, wanted.before);
  const before =
    former === undefined || items.claimed.has(former) ? [] : (items.byIdentity.get(former) ?? []);
  const found = [...now, ...before];
  const [only] = found;
  if (!only) return { state: "absent" };
  if (found.length === 1) return { state: "present", value: liveOf(only) };
  return { state: "unknown", problem: ambiguous(wanted, found) };
}

/** The items that no declared resource is called by. */
export function unclaimed(items: readonly Item[], wanted: readonly Wanted[]): readonly Item[] {
  const names = new Set<string>();
  for (const { resource, identity, before } of wanted) {
    names.add(nameOf(resource.kind, identity));
    if (before !== undefined) names.add(nameOf(resource.kind, before));
  }
  return items.filter((item) => !names.has(nameOf(item.kind, item.identity)));
}

function nameOf(kind: string, identity: string): string {
  return `${kind}/${identity}`;
}

function liveOf({ value, id, version, raw }: Item): Live {
  return {
    value,
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
    ...(raw !== undefined && { raw }),
  };
}

function ambiguous(wanted: Wanted, found: readonly Item[]) {
  const names = found.map(({ identity, id }) =>
    id === undefined ? `"${identity}"` : `"${identity}" (${id})`,
  );
  return problem("ambiguous", `${wanted.resource.address} could be any of ${names.join(", ")}`, {
    address: wanted.resource.address,
    hint: "Rename or remove the ones that are not meant; the first match is never taken.",
  });
}
