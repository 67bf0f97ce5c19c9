/** Hierarchies: what stands below something is called by the names from the outermost on, with `/` between them. */

import { type Address, address } from "../address.ts";
import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import { at } from "../pointer.ts";

/** A name as it stands in a path: without what would be read as more than one, or as an id. */
export function inPath(name: string): string {
  return name.replaceAll(/[%/{]/g, encodeURIComponent);
}

/** What stands in a path for something of which only the id is known: no name is written so. */
export function idInPath(id: string): string {
  return `{${encodeURIComponent(id.toWellFormed())}}`;
}

/** The path of what has this name, itself in a path's form, below something; undefined: below nothing. */
export function pathBelow(above: string | undefined, own: string): string {
  return above === undefined ? own : `${above}/${own}`;
}

/** The path of what it stands below; undefined: nothing. */
export function pathAbove(path: string): string | undefined {
  const end = path.lastIndexOf("/");
  return end === -1 ? undefined : path.slice(0, end);
}

/** Its last name, in a path's form. */
export function lastInPath(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The paths of its last name, of its last two names, and so on to itself. */
export function pathEnds(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, index) => names.slice(names.length - 1 - index).join("/"));
}

type Placed = Pick<Resource, "target" | "refersTo" | "below">;

/** What something with this value stands below, where that is declared. */
export function standsBelow({ target, refersTo = {}, below }: Placed, value: Json): Address | undefined {
  const kind = below === undefined ? undefined : refersTo[below];
  const key = below === undefined ? undefined : at(value, below);
  return kind === undefined || typeof key !== "string" ? undefined : address(target, kind, key);
}

/** What it is called among those that stand below the same; of what stands in no hierarchy, its identity. */
export function ownName({ identity, below }: Pick<Resource, "identity" | "below">): string {
  return below === undefined
    ? identity
    : lastInPath(identity).replaceAll(/%(?:25|2F|7B)/g, decodeURIComponent);
}

/**
 * The same resources, what stands in a hierarchy with its path: the names of what it is declared below, and its own.
 * One that says nothing of what it stands below has its name alone.
 */
export function withPaths(resources: ReadonlyMap<Address, Resource>): ReadonlyMap<Address, Resource> {
  const paths = new Map<Address, string>();
  const pathOf = (resource: Resource): string => {
    const { address: own, below, value, identity } = resource;
    const known = paths.get(own);
    if (known !== undefined) return known;
    const name = below === undefined ? inPath(identity) : lastInPath(identity);
    // What stands below itself is a fault that is said elsewhere.
    paths.set(own, name);
    const parent = standsBelow(resource, value);
    const above = parent === undefined ? undefined : resources.get(parent);
    const path = above === undefined ? name : pathBelow(pathOf(above), name);
    paths.set(own, path);
    return path;
  };
  return new Map(
    [...resources.values()].map((one) => {
      const identity = one.below === undefined ? one.identity : pathOf(one);
      return [one.address, identity === one.identity ? one : { ...one, identity }];
    }),
  );
}
