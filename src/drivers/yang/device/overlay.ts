/** Tree operations: merges declared data over live data, removes parts, wraps a part in its parents. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../../model/json.ts";
import { byIdentity } from "../../../model/list-identity.ts";
import { type Pointer, pointer } from "../../../model/pointer.ts";
import { keptFrom } from "../../../model/sameness/kept.ts";

/** The key leaves of each list, by the list's pointer. In a pointer, `*` stands for an element of an outer list. */
export type KeyedLists = Readonly<Record<string, readonly string[]>>;

/** The lists in a declared value. */
export interface OverlaidLists {
  readonly lists: KeyedLists;
  /** Lists whose order is significant. Absent: there are no such lists. */
  readonly ordered?: ReadonlySet<Pointer> | undefined;
}

/**
 * Merges declared data over live data. Objects are merged by member. Lists with identity are merged by element, in live
 * order with new elements at the end. Ordered lists get the declared order, without undeclared elements. All other
 * values are as declared. In a list without keys, only the declared elements remain. Each of them is merged over the
 * live element that contains it, if exactly one does (`keptFrom`).
 */
export function overlay(live: Json | undefined, declared: Json, of: OverlaidLists): Json {
  return laidOver(live, declared, { ...of, at: [] });
}

interface Place extends OverlaidLists {
  readonly at: readonly string[];
}

function laidOver(live: Json | undefined, declared: Json, place: Place): Json {
  const { lists, ordered, at } = place;
  if (isObject(live) && isObject(declared)) {
    const merged: Record<string, Json> = { ...live };
    for (const [member, value] of Object.entries(declared))
      merged[member] = laidOver(live[member], value, { ...place, at: [...at, member] });
    return merged;
  }
  const leaves = lists[pointer(at)];
  if (!isArray(live) || !isArray(declared)) return declared;
  const inside = { ...place, at: [...at, "*"] };
  const wanted = leaves && byIdentity(declared, leaves);
  const known = leaves && byIdentity(live, leaves);
  if (!wanted || !known) {
    const from = keptFrom({ declared, live, place: {}, required: [] });
    return declared.map((each, index) => laidOver(from[index], each, inside));
  }
  if (ordered?.has(pointer(at)))
    return [...wanted].map(([identity, index]) =>
      laidOver(live[known.get(identity) ?? -1], declared[index] ?? null, inside),
    );
  const kept = [...known].map(([identity, index]) => {
    const element = live[index] ?? null;
    const over = declared[wanted.get(identity) ?? -1];
    return over === undefined ? element : laidOver(element, over, inside);
  });
  const added = [...wanted].flatMap(([identity, index]) =>
    known.has(identity) ? [] : (declared[index] ?? []),
  );
  return [...kept, ...added];
}

/** Returns the tree without the value at this path, in all elements of the lists on the path. */
export function withoutPath(tree: Json, path: readonly string[]): Json {
  if (isArray(tree)) return tree.map((element) => withoutPath(element, path));
  const [member, ...rest] = path;
  if (!isObject(tree) || member === undefined || !Object.hasOwn(tree, member)) return tree;
  if (rest.length > 0) return { ...tree, [member]: withoutPath(tree[member] ?? null, rest) };
  return Object.fromEntries(Object.entries(tree).filter(([name]) => name !== member));
}

/** Returns the tree without matching texts, and the pointers of the removed texts. */
export function unmasked(
  tree: Json,
  masked: RegExp,
): { readonly tree: Json; readonly at: readonly string[] } {
  const at: string[] = [];
  const isMasked = (value: Json) => typeof value === "string" && masked.test(value);
  const walk = (value: Json, path: readonly string[]): Json => {
    if (isArray(value)) return kept(value.entries(), path).map(([, element]) => element);
    return isObject(value) ? Object.fromEntries(kept(Object.entries(value), path)) : value;
  };
  const kept = <K extends string | number>(
    members: Iterable<[K, Json]>,
    path: readonly string[],
  ): [K, Json][] =>
    [...members].flatMap(([member, value]): [K, Json][] => {
      const here = [...path, String(member)];
      if (!isMasked(value)) return [[member, walk(value, here)]];
      at.push(pointer(here));
      return [];
    });
  return { tree: walk(tree, []), at };
}

/** Returns the value wrapped in all its parents, without other contents. */
export function wrapped(path: readonly string[], value: Json): JsonObject {
  const [member = "", ...rest] = path;
  return { [member]: rest.length === 0 ? value : wrapped(rest, value) };
}

/** Merges trees: objects are merged by member, and lists are concatenated. The trees must not overlap. */
export function mergedTrees(trees: readonly JsonObject[]): JsonObject {
  const merged: Record<string, Json> = {};
  for (const tree of trees)
    for (const [name, value] of Object.entries(tree)) {
      const before = merged[name];
      if (isArray(before) && isArray(value)) merged[name] = [...before, ...value];
      else if (before !== undefined && isObject(before) && isObject(value))
        merged[name] = mergedTrees([before, value]);
      else merged[name] = value;
    }
  return merged;
}
