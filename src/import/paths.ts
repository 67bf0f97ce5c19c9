/** Paths of live and declared resources, by which an import matches them. Pure. */

import type { Desired, Resource } from "../model/desired.ts";
import type { DiscoveredItem } from "../observe/discover.ts";

/** The unique path of a live item within its target: its parent, kind and identity. */
export function pathOf({ kind, item, parent }: DiscoveredItem): string {
  return step(parent && pathOf(parent), kind.name, item.identity);
}

/** The paths of everything declared for a target, with its key. */
export function declaredPaths(desired: Desired, target: string): ReadonlyMap<string, string> {
  const path = ({ parent, kind, identity }: Resource): string => {
    const above = parent === undefined ? undefined : desired.resources.get(parent);
    return step(above && path(above), kind, identity);
  };
  const own = [...desired.resources.values()].filter((one) => one.target === target);
  return new Map(own.map((one) => [path(one), one.key]));
}

function step(above: string | undefined, kind: string, identity: string): string {
  return `${above === undefined ? "" : `${above}\u0001`}${kind}\0${identity}`;
}
