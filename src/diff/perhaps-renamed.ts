/**
 * Finds creates that may duplicate an imported resource, because somebody edited the declared name before the first
 * apply. Pure.
 */

import { slug } from "../model/address.ts";
import type { PerhapsRenamed } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Snapshot, UnmanagedResource } from "../model/live/snapshot.ts";
import { pathEnds } from "../model/names/hierarchy.ts";

/** The names that are compared. */
interface NamedSides {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly snapshot: Pick<Snapshot, "observations" | "unmanaged">;
}

/**
 * Returns the creates that may really be renames. Before the first apply, only the name links an imported declaration
 * to its live resource. If somebody changes the declared name, the plan would create a second resource. An import
 * derives the key from the live name. So a create is returned if its key derives from the name of an undeclared live
 * resource with the same target, kind and parent.
 */
export function perhapsRenamed({ desired, base, snapshot }: NamedSides): PerhapsRenamed[] {
  const place = (target: string, kind: string, within: string | undefined) =>
    [target, kind, within].join("\0");
  const free = Map.groupBy(
    snapshot.unmanaged.filter((one) => !one.unexpected),
    ({ target, kind, within }) => place(target, kind, within),
  );
  if (free.size === 0) return [];
  return [...desired.resources.values()].flatMap((resource): PerhapsRenamed[] => {
    const { address, target, kind, key, parent, identity } = resource;
    if (snapshot.observations.get(address)?.state !== "absent" || base?.resources.has(address)) return [];
    const beside = free.get(place(target, kind, parent)) ?? [];
    if (resource.below !== undefined) {
      const was = namedByKey(beside, resource);
      return was === undefined ? [] : [{ address, identity, live: was }];
    }
    const within = parent === undefined ? undefined : desired.resources.get(parent)?.identity;
    const own = { key: key.slice(key.lastIndexOf(".") + 1), identity, within };
    const live = beside.find((one) => isKeyOf(one.identity, own));
    return live ? [{ address, identity, live: live.identity }] : [];
  });
}

/**
 * Returns the path of the undeclared live resource from whose name the key was probably derived; undefined if there is
 * none. In a hierarchy, an import builds a key from the last names of the path, as many as the key needs to be unique.
 * If a live path fits the key, Git may have moved that resource. Undefined, too, if several live paths and the declared
 * path fit.
 */
function namedByKey(
  free: readonly UnmanagedResource[],
  { key, identity }: Pick<Resource, "key" | "identity">,
): string | undefined {
  const numberless = key.replace(/-\d+$/, "");
  const fits = (path: string) => pathEnds(path).some((end) => [key, numberless].includes(slug(end)));
  const [first, ...others] = free.filter((one) => fits(one.identity));
  return others.length > 0 && fits(identity) ? undefined : first?.identity;
}

interface NamedKey {
  readonly key: string;
  readonly identity: string;
  /** The name of the resource's parent; undefined if it has none. */
  readonly within: string | undefined;
}

/**
 * True if an import derives this key from the name. For duplicates, the key is prefixed by the parent's name or
 * followed by a number. False if the key derives from the declared name.
 */
function isKeyOf(name: string, { key, identity, within = "" }: NamedKey): boolean {
  const made = slug(name);
  if (made === "") return false;
  if (key === made) return true;
  const numberless = key.replace(/-\d+$/, "");
  return (
    key !== slug(identity) &&
    [made, `${slug(within)}-${made}`].some((one) => one === key || one === numberless)
  );
}
