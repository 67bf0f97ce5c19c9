/** Finds moves (renamed keys): a key that changed in Git while its resource stayed the same. Pure. */

import { type Address, address, addressParts } from "../model/address.ts";
import type { Move, UnmanagedField } from "../model/change.ts";
import { byAddress, byKey } from "../model/compare.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Json } from "../model/json.ts";
import { ownName, standsBelow } from "../model/names/hierarchy.ts";
import { mapReferences, referred } from "../model/references.ts";

/** Base with the keys of desired, for resources of which only the key has changed. */
export interface MovedBase {
  readonly base: Desired;
  /** The renamed keys, in address order. */
  readonly moves: readonly Move[];
  /** Values of moved resources in base that desired declares nowhere. In address order. */
  readonly released?: readonly UnmanagedField[] | undefined;
}

/**
 * Moves resources in base to the addresses under which desired declares them. A resource matches if it has the same
 * target, kind and identity, and the same parent or a moved parent. In a hierarchy, the same place is enough. In a
 * moved parent, the same own key is enough, unless base has the declared name there under another key.
 *
 * The old address must exist only in base, and the new address only in desired. Two keys that swap their names
 * therefore remain two renames. A resource that desired no longer declares keeps its address, with its parent's current
 * key.
 */
export function withMoves(desired: Desired, base: Desired): MovedBase {
  const none = { base, moves: [] };
  if (![...base.resources.keys()].some((address) => !desired.resources.has(address))) return none;
  const declared = new Map<string, Resource>();
  for (const resource of desired.resources.values())
    declared.set(placeOf(resource, resource.parent), resource);
  const known = new Set<string>();
  for (const resource of base.resources.values()) known.add(placeOf(resource, resource.parent));
  const found = new Map<Address, Resource>();
  const nowAt = new Map<Address, Address>();
  for (const address of base.resources.keys())
    follow(address, { desired, base, declared, known, found, nowAt });
  if (![...nowAt].some(([was, now]) => was !== now)) return none;
  const moves = [...found].map(([was, { address }]) => ({ address, was })).sort(byAddress);
  return { base: readdressed({ desired, base, found, nowAt }), moves };
}

interface Search {
  readonly desired: Desired;
  readonly base: Desired;
  /** Declared resources in desired, by place. */
  readonly declared: ReadonlyMap<string, Resource>;
  /** The places of all resources in base. */
  readonly known: ReadonlySet<string>;
  /** The resource in desired that each moved resource became, by its address in base. */
  readonly found: Map<Address, Resource>;
  /** The address in desired for each address in base. */
  readonly nowAt: Map<Address, Address>;
}

function follow(address: Address, on: Search): Address {
  const known = on.nowAt.get(address);
  if (known !== undefined) return known;
  on.nowAt.set(address, address);
  const was = on.base.resources.get(address);
  if (!was || on.desired.resources.has(address)) return address;
  const parent = was.parent === undefined ? undefined : follow(was.parent, on);
  const below = standsBelow(was, was.value);
  const place = placeOf(was, parent, below && follow(below, on));
  const now = on.declared.get(place) ?? ofSameKey(was, parent, on);
  if (!now) return address;
  const other = on.base.resources.get(now.address);
  // An earlier apply moved the resource. Base has both keys as long as something inside the resource is left behind.
  if (other && placeOf(other, other.parent) !== placeOf(now, now.parent)) return address;
  if (!other) on.found.set(address, now);
  on.nowAt.set(address, now.address);
  return now.address;
}

/**
 * Returns a resource that only desired has, with the same own key in the moved parent; undefined if there is none. Base
 * does not have this resource under another key.
 */
function ofSameKey(was: Resource, parent: Address | undefined, on: Search): Resource | undefined {
  if (parent === undefined || was.parent === undefined || parent === was.parent) return undefined;
  const [before, after] = [addressParts(was.parent).key, addressParts(parent).key];
  if (was.key !== before && !was.key.startsWith(`${before}.`)) return undefined;
  const now = on.desired.resources.get(address(was.target, was.kind, after + was.key.slice(before.length)));
  return now?.parent === parent && !on.known.has(placeOf(now, was.parent)) ? now : undefined;
}

function placeOf(
  resource: Resource,
  parent: Address | undefined,
  below = standsBelow(resource, resource.value),
): string {
  const { target, kind } = resource;
  return [target, kind, parent ?? "", below ?? "", ownName(resource)].join("\0");
}

function readdressed({ desired, base, found, nowAt }: Omit<Search, "declared" | "known">): Desired {
  const before = new Map([...found].map(([was, { address }]) => [address, was]));
  const resources = [...base.resources].map(([address, was]): [Address, Resource] => {
    const resource = namingAnew(was, nowAt);
    const now = found.get(address);
    if (now) {
      const { key, scope, parent } = now;
      return [now.address, { ...resource, address: now.address, key, scope, parent }];
    }
    const parent = nowAt.get(resource.parent ?? address);
    if (resource.parent === undefined || parent === undefined || parent === resource.parent)
      return [address, resource];
    const scope = { ...resource.scope, ...desired.resources.get(parent)?.scope };
    return [address, { ...resource, parent, scope }];
  });
  return {
    resources: new Map(resources.sort(byKey)),
    locate: (address, path) => base.locate(before.get(address) ?? address, path),
    written: (address, path) => base.written?.(before.get(address) ?? address, path),
  };
}

/** Returns the resource with references updated to renamed keys. This is not a change of the resource. */
function namingAnew(resource: Resource, nowAt: Search["nowAt"]): Resource {
  const { value, target, refersTo = {} } = resource;
  const isMoved = (named: Address) => (nowAt.get(named) ?? named) !== named;
  if (![...referred(resource, value).values()].some(isMoved)) return resource;
  const keyNow = (key: Json, kind: string) => {
    const now = typeof key === "string" ? nowAt.get(address(target, kind, key)) : undefined;
    return now === undefined ? key : addressParts(now).key;
  };
  return { ...resource, value: mapReferences(value, refersTo, keyNow) };
}
