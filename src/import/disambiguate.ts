/** Disambiguates live items: from what is declared already, and from items of the same name. Pure. */

import type { Desired, Resource } from "../model/desired.ts";
import type { DiscoveredItem } from "../observe/discover.ts";

/** What was found for people: `network "Berlin Office" in organization "Acme"`. */
export function nameOf({ kind, item, parent }: DiscoveredItem): string {
  const own = `${kind.title} ${JSON.stringify(item.identity)}`;
  return parent ? `${own} in ${nameOf(parent)}` : own;
}

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

/** What shares its path with another one, or is in something that does; and the rest. */
export function apart(found: readonly DiscoveredItem[]): {
  readonly alike: readonly (readonly DiscoveredItem[])[];
  readonly rest: readonly DiscoveredItem[];
} {
  const groups = [...Map.groupBy(found, pathOf).values()];
  const alike = groups.filter((group) => group.length > 1);
  const doubtful = new Set(alike.flat());
  const isDoubtful = (one: DiscoveredItem): boolean =>
    doubtful.has(one) || (one.parent !== undefined && isDoubtful(one.parent));
  const outermost = alike.filter(([one]) => !(one?.parent && isDoubtful(one.parent)));
  return { alike: outermost, rest: found.filter((one) => !isDoubtful(one)) };
}
