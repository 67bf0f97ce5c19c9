/**
 * Imports of hierarchies: determines which items are already declared, and which part of their paths people need. Pure.
 */

import { ownIdIn } from "../model/live/snapshot.ts";
import { lastInPath, pathAbove, pathBelow, pathEnds } from "../model/names/hierarchy.ts";
import { at } from "../model/pointer.ts";
import type { DiscoveredItem } from "../observe/discover.ts";
import { pathOf } from "./paths.ts";

/**
 * Returns the items. In a hierarchy, a declared item gets the path of its declaration, below the path of its declared
 * parent. Without a declared parent, it gets only its name if the name is unique. `declared`: the keys of declarations,
 * by path (see `pathOf`).
 */
export function withDeclaredPaths(
  found: readonly DiscoveredItem[],
  declared: ReadonlyMap<string, string>,
): readonly DiscoveredItem[] {
  if (found.every(({ kind }) => kind.below === undefined)) return found;
  const byId = new Map(found.map((one) => [idIn(one.kind.name, one.item.id ?? ""), one]));
  const names = new ShortNames(found);
  const known = new Map<DiscoveredItem, DiscoveredItem>();
  const placed = (one: DiscoveredItem): DiscoveredItem => {
    const { kind, item } = one;
    const before = known.get(one);
    if (before) return before;
    // In a cycle of parents, this item keeps its path.
    known.set(one, one);
    const parent = one.parent && placed(one.parent);
    const called = (identity: string) => ({ ...one, item: { ...item, identity }, parent });
    const field = kind.below;
    const id = field === undefined ? undefined : at(item.value, field);
    const of = field === undefined ? undefined : kind.refersTo?.[field];
    const above = typeof of === "string" && typeof id === "string" ? byId.get(idIn(of, id)) : undefined;
    const path = above ? pathBelow(placed(above).item.identity, lastInPath(item.identity)) : item.identity;
    const alone = called(lastInPath(path));
    const isAlone =
      field !== undefined &&
      pathAbove(path) !== undefined &&
      !declared.has(pathOf(called(path))) &&
      declared.has(pathOf(alone)) &&
      names.isOnly(one, alone.item.identity);
    const result = isAlone ? alone : called(path);
    known.set(one, result);
    return result;
  };
  return found.map(placed);
}

function idIn(kind: string, id: string): string {
  return `${kind}\0${ownIdIn(id)}`;
}

/** Counts the items of a kind whose paths end with the same names. */
export class ShortNames {
  readonly #counts = new Map<string, number>();

  constructor(found: readonly DiscoveredItem[]) {
    for (const { kind, item } of found)
      for (const end of kind.below === undefined ? [] : pathEnds(item.identity)) {
        const name = `${kind.name}\0${end}`;
        this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
      }
  }

  /** True if only one path ends with these names. */
  isOnly({ kind }: DiscoveredItem, end: string): boolean {
    return this.#counts.get(`${kind.name}\0${end}`) === 1;
  }

  /**
   * Returns the unique suffixes of the item's path, the shortest first. If every suffix is ambiguous, returns the whole
   * path.
   */
  of(one: DiscoveredItem): readonly string[] {
    const ends = pathEnds(one.item.identity);
    const own = ends.filter((end) => this.isOnly(one, end));
    return own.length > 0 ? own : ends.slice(-1);
  }
}
