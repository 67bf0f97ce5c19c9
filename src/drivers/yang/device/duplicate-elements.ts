/** Finds duplicate elements of declared lists, by their `keys:`: one would silently win. Pure. */

import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import type { DriverProblem, KindProblem } from "../../../model/problem.ts";
import type { KeyedLists } from "./overlay.ts";

/** The problems of elements that lack a leaf of their list's key, or share it with an earlier one. */
export function repeated(resources: readonly Resource[]): readonly DriverProblem[] {
  return resources.flatMap(({ address, lists, value }) =>
    Object.keys(lists).length === 0
      ? []
      : inside({ value, lists, at: [], pattern: [] }).map((found) => ({ address, ...found })),
  );
}

interface Place {
  readonly value: Json;
  readonly lists: KeyedLists;
  readonly at: readonly string[];
  /** The same path with `*` for elements of lists that have keys. */
  readonly pattern: readonly string[];
}

function inside(place: Place): readonly KindProblem[] {
  const { value, lists, at, pattern } = place;
  if (isObject(value))
    return Object.entries(value).flatMap(([member, inner]) =>
      inside({ lists, value: inner, at: [...at, member], pattern: [...pattern, member] }),
    );
  const leaves = lists[pointer(pattern)];
  if (!isArray(value) || leaves === undefined) return [];
  const seen = new Set<string>();
  return value.flatMap((element, index) => {
    const here = [...at, String(index)];
    const own = elementFault(element, { leaves, seen, path: pointer(here) });
    return [...own, ...inside({ lists, value: element, at: here, pattern: [...pattern, "*"] })];
  });
}

function elementFault(
  element: Json,
  of: { readonly leaves: readonly string[]; readonly seen: Set<string>; readonly path: string },
): readonly KindProblem[] {
  const { leaves, seen, path } = of;
  const identity = elementIdentity(element, leaves);
  if (identity === undefined)
    return [
      {
        path,
        code: "missing-key",
        message: `this element lacks ${lackingIn(element, leaves)}, by which its list is keyed`,
      },
    ];
  if (seen.has(identity))
    return [
      {
        path,
        code: "repeated-element",
        message: `an earlier element of this list has the same ${leaves.join(", ")}`,
      },
    ];
  seen.add(identity);
  return [];
}

function lackingIn(element: Json, leaves: readonly string[]): string {
  const there = isObject(element) ? element : {};
  return leaves.filter((leaf) => (there[leaf] ?? null) === null).join(", ");
}
