/** Hierarchies: a resource's path consists of all names from the outermost ancestor, joined by `/`. */

import { type Address, address } from "../address.ts";
import type { Resource } from "../desired.ts";
import type { Json } from "../json.ts";
import { at } from "../pointer.ts";

/** Escapes a name for use in a path, so that it is not read as several names, or as an id. */
export function inPath(name: string): string {
  return name.replaceAll(/[%/{]/g, encodeURIComponent);
}

/**
 * Returns the path segment for an ancestor of which only the id is known. No escaped name looks like such a segment.
 */
export function idInPath(id: string): string {
  return `{${encodeURIComponent(id.toWellFormed())}}`;
}

/** The path of a child with this escaped name. `above`: the parent's path; undefined: there is no parent. */
export function pathBelow(above: string | undefined, own: string): string {
  return above === undefined ? own : `${above}/${own}`;
}

/** The path of the parent; undefined if there is none. */
export function pathAbove(path: string): string | undefined {
  const end = path.lastIndexOf("/");
  return end === -1 ? undefined : path.slice(0, end);
}

/** The last name of a path, escaped. */
export function lastInPath(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The suffixes of a path: its last name, its last two names, and so on up to the whole path. */
export function pathEnds(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, index) => names.slice(names.length - 1 - index).join("/"));
}

type Placed = Pick<Resource, "target" | "refersTo" | "below">;

/** Returns the address of the parent that a value declares in a hierarchy; undefined if it declares none. */
export function standsBelow({ target, refersTo = {}, below }: Placed, value: Json): Address | undefined {
  const kind = below === undefined ? undefined : refersTo[below];
  const key = below === undefined ? undefined : at(value, below);
  return kind === undefined || typeof key !== "string" ? undefined : address(target, kind, key);
}

/** The name of a resource among its siblings; outside of hierarchies, its identity. */
export function ownName({ identity, below }: Pick<Resource, "identity" | "below">): string {
  return below === undefined
    ? identity
    : lastInPath(identity).replaceAll(/%(?:25|2F|7B)/g, decodeURIComponent);
}

/**
 * Returns the same resources with full paths in hierarchies: the names of their declared ancestors, then their own
 * name. The path of a resource that declares no parent is only its own name.
 */
export function withPaths(resources: ReadonlyMap<Address, Resource>): ReadonlyMap<Address, Resource> {
  const paths = new Map<Address, string>();
  const pathOf = (resource: Resource): string => {
    const { address: own, below, value, identity } = resource;
    const known = paths.get(own);
    if (known !== undefined) return known;
    const name = below === undefined ? inPath(identity) : lastInPath(identity);
    // In a cycle of parents, the path ends here. The cycle is reported elsewhere.
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
