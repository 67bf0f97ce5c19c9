/**
 * Assigns keys to imported resources. The keys are derived from names, unique, and valid for the identity of their
 * kind. Pure.
 */

import { ownIdIn } from "../model/live/snapshot.ts";
import { kindsNamed, mapReferences } from "../model/references.ts";
import type { DiscoveredItem } from "../observe/discover.ts";
import { referencesOfIdentity } from "../observe/named-identity.ts";
import { withDeclaredPaths } from "./hierarchy.ts";
import { pathOf } from "./paths.ts";

/** Names that file systems reserve, and the name of a folder's defaults. */
const reserved = /^(?:defaults|con|prn|aux|nul|com\d|lpt\d)$/;

/** Assigns names that are unique even if case is ignored. */
export class UniqueNames {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map(folded));
  }

  /**
   * Returns the first candidate that is neither empty nor taken. If there is none, returns the last candidate with a
   * number.
   */
  take(...candidates: readonly string[]): string {
    const usable = candidates.filter((name) => name !== "" && !reserved.test(name));
    const last = usable.at(-1) ?? "unnamed";
    const free = [...usable, last].find((name) => this.#isFree(name)) ?? this.#numbered(last);
    this.#taken.add(folded(free));
    return free;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(folded(name));
  }

  #numbered(name: string): string {
    for (let number = 2; ; number += 1) {
      const numbered = `${name}-${number}`;
      if (this.#isFree(numbered)) return numbered;
    }
  }
}

/** Normalizes names that a case-insensitive file system treats as equal. */
function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}

/** The name of an item for people: `network "Berlin Office" in organization "Acme"`. */
export function nameOf({ kind, item, parent }: DiscoveredItem): string {
  const own = `${kind.title} ${JSON.stringify(item.identity)}`;
  return parent ? `${own} in ${nameOf(parent)}` : own;
}

/**
 * Separates items with the same path from all others. `alike`: groups of items with the same path, without groups
 * inside an item of another group. `rest`: items whose path is unique, and that are not inside an item of `alike`.
 */
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

/**
 * Returns the items with readable identities. If an identity refers to other resources, their live ids are replaced by
 * keys of declared resources, or by live names. Ids of missing resources stay. In hierarchies, items get the paths of
 * their declarations, below those of their parents. `declared`: the keys of declarations, by path.
 */
export function withNamedIdentities(
  found: readonly DiscoveredItem[],
  declared: ReadonlyMap<string, string>,
): readonly DiscoveredItem[] {
  const placed = withDeclaredPaths(found, declared);
  if (placed.every(({ kind }) => kind.identifiedBy === undefined)) return placed;
  const names = new Map(
    placed.flatMap((one) => {
      const { kind, item } = one;
      const name = declared.get(pathOf(one)) ?? item.identity;
      return item.id === undefined ? [] : [[`${kind.name}\0${ownIdIn(item.id)}`, name] as const];
    }),
  );
  return eachWithParents(placed, (one) => calledBy(one, names));
}

/** Sets the identities of all items and of their parents. Each identity is determined once. */
function eachWithParents(
  found: readonly DiscoveredItem[],
  identityOf: (one: DiscoveredItem) => string,
): readonly DiscoveredItem[] {
  const known = new Map<DiscoveredItem, DiscoveredItem>();
  const renamed = (one: DiscoveredItem): DiscoveredItem => {
    const before = known.get(one);
    if (before) return before;
    const identity = identityOf(one);
    const own = { ...one, item: { ...one.item, identity }, parent: one.parent && renamed(one.parent) };
    known.set(one, own);
    return own;
  };
  return found.map(renamed);
}

function calledBy({ kind, item, scope }: DiscoveredItem, names: ReadonlyMap<string, string>): string {
  const { identity, value } = item;
  if (kind.identifiedBy === undefined) return identity;
  const named = mapReferences(value, referencesOfIdentity(kind, kind.refersTo), (id, of) => {
    const known = kindsNamed(of).map((one) => names.get(`${one}\0${String(id)}`));
    return known.find((each) => each !== undefined) ?? id;
  });
  return kind.identity({ key: identity, value: named, scope });
}
