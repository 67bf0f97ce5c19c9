/** Duplicate declarations: list elements with equal keys, and paths within paths. Pure. */

import { byTextOf } from "../../../model/compare.ts";
import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import { elementIdentity } from "../../../model/list-identity.ts";
import { pointer } from "../../../model/pointer.ts";
import type { DriverProblem, KindProblem } from "../../../model/problem.ts";
import { isEntryStep } from "./kinds/data-path.ts";
import type { DeviceModel } from "./model.ts";
import type { KeyedLists } from "./overlay.ts";
import { stepsOf } from "./places/device-place.ts";

/** Returns the problems of list elements that lack a key leaf, or have the same key as an earlier element. */
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
  /** The path of the place, with `*` for elements of keyed lists. */
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
        message: `this element lacks ${lackingIn(element, leaves)}, which is part of the key of its list`,
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

/** A declared resource, and its path as text. The text of a path starts with the texts of the path's ancestors. */
interface Placed {
  readonly resource: Resource;
  readonly path: string;
}

/**
 * Returns the problems of paths that are equal to or inside another declared path of the same device, in path order.
 */
export function overlaps(resources: readonly Resource[], device: DeviceModel): readonly DriverProblem[] {
  const placed = resources.map((resource) => ({ resource, path: placeOf(resource, device) }));
  placed.sort(byTextOf(({ path }) => path));
  const problems: DriverProblem[] = [];
  let outer: Placed | undefined;
  for (const each of placed) {
    if (outer !== undefined && each.path.startsWith(outer.path)) problems.push(declaredTwice(each, outer));
    else outer = each;
  }
  return problems;
}

function placeOf(resource: Resource, device: DeviceModel): string {
  const { kind, identity, scope } = resource;
  // An invalid key has no place. It is reported as a separate problem.
  const path = stepsOf(resource, device) ?? ["", kind, identity];
  const textOf = (step: (typeof path)[number]) =>
    isEntryStep(step) ? entryText(step.map(({ value }) => value)) : step;
  return path.reduce<string>((whole, step) => `${whole}${textOf(step)}\0`, `${scope.host ?? ""}\0`);
}

/** Returns the text of an entry's key. It differs from every member's text, because member names never contain `=`. */
function entryText(key: readonly string[]): string {
  return `=${JSON.stringify(key)}`;
}

function declaredTwice(inner: Placed, outer: Placed): DriverProblem {
  const { address } = inner.resource;
  return {
    address,
    path: "",
    code: "declared-twice",
    message: `${address} is part of ${outer.resource.address}, which is declared for the same device`,
    hint: "Remove one of the two declarations: each write would undo the other.",
  };
}
