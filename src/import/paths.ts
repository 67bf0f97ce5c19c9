/** Paths of what is live and of what is declared, by which an import knows one by the other. Pure. */

import type { Desired, Resource } from "../model/desired.ts";
import type { DiscoveredItem } from "../observe/discover.ts";

/** What tells a live thing from all others of its target: its parent, its kind and its identity. */
export function pathOf({ kind, item, parent }: DiscoveredItem): string {
  return step(parent && pathOf(parent), kind.name, item.identity);
}

/** The same of everything that is declared for a target, with its key. */
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
