/** Paths of live and declared resources. An import compares resources by these paths. Pure. */

import type { Address } from "../model/address.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { DiscoveredItem } from "../observe/discover.ts";

/** Returns the unique path of a live item within its target: its parent, kind and identity. */
export function pathOf({ kind, item, parent }: DiscoveredItem): string {
  return step(parent && pathOf(parent), kind.name, item.identity);
}

/** Returns the paths of everything that is declared for a target, each with its key. */
export function declaredPaths(desired: Desired, target: string): ReadonlyMap<string, string> {
  return new Map(pathsIn(desired, target).map(([path, { key }]) => [path, key]));
}

/** Like `declaredPaths`, with addresses instead of keys. */
export function declaredAddresses(desired: Desired, target: string): ReadonlyMap<string, Address> {
  return new Map(pathsIn(desired, target).map(([path, { address }]) => [path, address]));
}

function pathsIn(desired: Desired, target: string): readonly (readonly [string, Resource])[] {
  const path = ({ parent, kind, identity }: Resource): string => {
    const above = parent === undefined ? undefined : desired.resources.get(parent);
    return step(above && path(above), kind, identity);
  };
  const own = [...desired.resources.values()].filter((one) => one.target === target);
  return own.map((one) => [path(one), one]);
}

function step(above: string | undefined, kind: string, identity: string): string {
  return `${above === undefined ? "" : `${above}\u0001`}${kind}\0${identity}`;
}
