/** Finds creates whose name a live resource already has, in another spelling or below another parent. Pure. */

import type { AlikeName } from "../model/change.ts";
import type { Desired, Resource } from "../model/desired.ts";
import type { Snapshot, UnmanagedResource } from "../model/live/snapshot.ts";
import { lastInPath, pathEnds } from "../model/names/hierarchy.ts";
import { spellingless } from "../model/names/spelling.ts";

/** The names on the sides of a comparison. */
interface NamedSides {
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  readonly snapshot: Pick<Snapshot, "observations" | "unmanaged">;
  /**
   * True if the resource's name is compared exactly. Names that differ only in spelling then belong to different
   * resources.
   */
  readonly isExact?: ((resource: Resource) => boolean) | undefined;
}

/**
 * Returns creates that may duplicate a live resource. A server may trim a name when it stores the name, or change its
 * case or Unicode form. If the name of an undeclared live neighbor is such a variant of the name to be created, both
 * may be the same resource. In a hierarchy, an applied resource that is missing from its place may have been moved, if
 * an undeclared live resource elsewhere has its name.
 */
export function alikeNames({ desired, base, snapshot, isExact }: NamedSides): AlikeName[] {
  const free = snapshot.unmanaged.filter((one) => !one.unexpected);
  const isAbsent = ({ address }: Resource) => snapshot.observations.get(address)?.state === "absent";
  const made = free.length === 0 ? [] : [...desired.resources.values()].filter(isAbsent);
  if (made.length === 0) return [];
  const live = new Map<string, string>();
  for (const { target, kind, within, identity } of free) {
    const name = place(target, kind, within) + spellingless(identity);
    if (!live.has(name)) live.set(name, identity);
  }
  const below = made.some((one) => one.below !== undefined) ? new LiveNames(free) : undefined;
  return made.flatMap((resource): AlikeName[] => {
    const { address, target, kind, parent, identity } = resource;
    if (below && resource.below !== undefined) {
      const alike = isExact?.(resource) ? undefined : below.spelt(resource);
      const moved =
        alike === undefined && base?.resources.has(address) ? below.elsewhere(resource) : undefined;
      if (alike !== undefined) return [{ address, identity, live: alike }];
      return moved === undefined ? [] : [{ address, identity, live: moved, isElsewhere: true }];
    }
    const found = live.get(place(target, kind, parent) + spellingless(identity));
    return found === undefined || isExact?.(resource) ? [] : [{ address, identity, live: found }];
  });
}

function place(target: string, kind: string, within = ""): string {
  return `${target}\0${kind}\0${within}\0`;
}

/** Undeclared live resources, found by the last part of their path. Outside hierarchies, the last part is the name. */
class LiveNames {
  readonly #byLast: ReadonlyMap<string, readonly UnmanagedResource[]>;

  constructor(free: readonly UnmanagedResource[]) {
    this.#byLast = Map.groupBy(
      free,
      ({ target, kind, within, identity }) =>
        place(target, kind, within) + spellingless(lastInPath(identity)),
    );
  }

  /**
   * Returns the path of a live resource in the same place, if it ends with another spelling of the declared path;
   * undefined if there is none.
   */
  spelt(resource: Resource): string | undefined {
    const path = spellingless(resource.identity);
    return this.#named(resource).find((live) => pathEnds(spellingless(live)).includes(path));
  }

  /** Returns the path of a live resource with the same name elsewhere in the hierarchy; undefined if there is none. */
  elsewhere(resource: Resource): string | undefined {
    const own = lastInPath(resource.identity);
    return this.#named(resource).find((live) => lastInPath(live) === own);
  }

  #named({ target, kind, parent, identity }: Resource): readonly string[] {
    const found = this.#byLast.get(place(target, kind, parent) + spellingless(lastInPath(identity))) ?? [];
    return found.map((one) => one.identity);
  }
}
