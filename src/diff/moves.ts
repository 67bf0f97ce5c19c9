/** Moves (renamed keys): a key that changed in Git while its resource is the same. Pure. */

import type { Address } from "../model/address.ts";
import type { Move } from "../model/change.ts";
import { byAddress, byKey } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";

/** Base with the keys of desired, where only the key has changed. */
export interface MovedBase {
  readonly base: Desired;
  /** In address order. */
  readonly moves: readonly Move[];
}

/**
 * Gives what base declares under another key the address that desired declares it under: same target, kind and
 * identity, in the same parent (or one that moved too). Only where base alone has the one address, and desired alone
 * the other; so a name that is exchanged between two keys remains two renames.
 */
export function withMoves(desired: Desired, base: Desired): MovedBase {
  const added = new Map<string, Resource>();
  for (const [address, resource] of desired.resources)
    if (!base.resources.has(address)) added.set(placeOf(resource, resource.parent), resource);
  const found = new Map<Address, Resource>();
  if (added.size > 0) {
    const nowAt = new Map<Address, Address>();
    for (const address of base.resources.keys()) follow(address, { desired, base, added, found, nowAt });
  }
  if (found.size === 0) return { base, moves: [] };
  const moves = [...found].map(([was, { address }]) => ({ address, was })).sort(byAddress);
  return { base: readdressed(base, found), moves };
}

interface Search {
  readonly desired: Desired;
  readonly base: Desired;
  /** What desired alone declares, by its place. */
  readonly added: ReadonlyMap<string, Resource>;
  /** What base alone declares → what desired declares of it. */
  readonly found: Map<Address, Resource>;
  /** Each address of base → the one that desired has for it. */
  readonly nowAt: Map<Address, Address>;
}

function follow(address: Address, on: Search): Address {
  const known = on.nowAt.get(address);
  if (known !== undefined) return known;
  on.nowAt.set(address, address);
  const was = on.base.resources.get(address);
  if (!was || on.desired.resources.has(address)) return address;
  const parent = was.parent === undefined ? undefined : follow(was.parent, on);
  const now = on.added.get(placeOf(was, parent));
  if (!now) return address;
  on.found.set(address, now);
  on.nowAt.set(address, now.address);
  return now.address;
}

function placeOf({ target, kind, identity }: Resource, parent: Address | undefined): string {
  return [target, kind, parent ?? "", identity].join("\0");
}

function readdressed(base: Desired, found: ReadonlyMap<Address, Resource>): Desired {
  const before = new Map([...found].map(([was, { address }]) => [address, was]));
  const resources = [...base.resources].map(([address, resource]): [Address, Resource] => {
    const now = found.get(address);
    if (!now) return [address, resource];
    const { key, scope, parent } = now;
    return [now.address, { ...resource, address: now.address, key, scope, parent }];
  });
  return {
    resources: new Map(resources.sort(byKey)),
    locate: (address, path) => base.locate(before.get(address) ?? address, path),
  };
}
