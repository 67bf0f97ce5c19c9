/** The paths of all leaves of a value that a write would change. Pure. */

import type { Change } from "../../model/change.ts";
import { canonicalText, isArray, isObject, type Json, sameJson } from "../../model/json.ts";
import { byIdentity, writtenPath } from "../../model/list-identity.ts";
import { pointer, segments, at as valueAt } from "../../model/pointer.ts";
import { holds } from "../../model/sameness/holds.ts";
import { keptFrom } from "../../model/sameness/kept.ts";
import type { ComparedPlace } from "../../model/sameness/places.ts";
import { inside, type ValueShape } from "../../model/sameness/value-shape.ts";

/** The declared and the live value of a node. A value is undefined if its side does not have the node. */
export interface ValueSides {
  readonly desired: Json | undefined;
  readonly live: Json | undefined;
}

/** One segment of a path: an object member by name, or a list element. */
export interface PathPart extends ValueSides {
  /** The member's name without its module; empty for elements. */
  readonly name: string;
  readonly isElement: boolean;
  /** The keys of a list entry in the path, such as `["0.0.0.0/0"]`. */
  readonly keys?: readonly string[] | undefined;
}

/** How a tree is walked. */
export interface WalkOptions {
  /** True if undeclared live nodes are removed too. */
  readonly exclusive: boolean;
  readonly shape: ValueShape | undefined;
}

/**
 * Returns the paths to all leaves that would change, each starting with `trail`. A write replaces a list without
 * identity as a whole, and only elements that one side lacks count as changed. Nothing changes if the live list has all
 * declared elements and the write keeps its other elements.
 */
export function changedDataPaths(
  sides: ValueSides,
  trail: readonly PathPart[],
  options: WalkOptions,
): readonly (readonly PathPart[])[] {
  const { desired, live } = sides;
  if (sameJson(desired, live)) return [];
  const parts = [...membersOf(sides, options), ...elementsOf(sides, options)];
  if (parts.length === 0) return isKept(sides, options) ? [] : [trail];
  return parts.flatMap(({ segment, ...part }) => {
    const shape = inside(options.shape, segment);
    return changedDataPaths(part, [...trail, part], { ...options, shape });
  });
}

/**
 * Returns the paths to undeclared nodes that an update removes, because they are live nodes of another case of a
 * choice. `trail` is the path to the resource.
 */
export function goingDataPaths(
  { desired, live, differences }: Extract<Change, { action: "update" }>,
  trail: readonly PathPart[],
): readonly (readonly PathPart[])[] {
  const { lists } = desired;
  return differences.flatMap(({ path, desired: wanted, live: gone }) => {
    if (wanted !== undefined || gone === undefined) return [];
    const sides = [desired.value, live.value].map((value) => writtenPath({ value, lists }, path));
    const parts = segments(path).map((step, index): PathPart => {
      const [own, found] = sides.map((steps) => pointer(steps.slice(0, index + 1)));
      const isElement = isArray(valueAt(live.value, pointer((sides[1] ?? []).slice(0, index))));
      return {
        name: isElement ? "" : bareName(step),
        isElement,
        desired: own && valueAt(desired.value, own),
        live: found && valueAt(live.value, found),
      };
    });
    const last = parts.at(-1);
    const way = [...trail, ...parts.slice(0, -1), ...(last ? [{ ...last, live: gone }] : [])];
    return changedDataPaths({ desired: undefined, live: gone }, way, { exclusive: true, shape: undefined });
  });
}

/** A member's name without its module: `Vendor-native:ntp` is `ntp`. */
export function bareName(member: string): string {
  return member.slice(member.indexOf(":") + 1);
}

const pathPart = /\/([^/[=]+)(?:=([^/[]*))?((?:\[[^=\]]+="(?:[^"\\]|\\.)*"\])*)/g;
const predicate = /="((?:[^"\\]|\\.)*)"/g;

/**
 * Returns the names in a data path without modules, with the keys of list entries in either notation:
 * `/a:b/list=1,2/leaf` and `/a:b/list[x="1"]/leaf`.
 */
export function dataPathNames(path: string): readonly Required<Pick<PathPart, "name" | "keys">>[] {
  return [...path.matchAll(pathPart)].map(([, name = "", values, predicates = ""]) => ({
    name: bareName(name),
    keys: [
      ...(values?.split(",").map(decoded) ?? []),
      ...[...predicates.matchAll(predicate)].map(([, value = ""]) => value.replace(/\\(.)/g, "$1")),
    ],
  }));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Inner = PathPart & { readonly segment: string };

/**
 * Returns the members of an object that must be compared: the declared members, and the undeclared live members if they
 * would be removed too. If the object appears or disappears as a whole, one side may not be an object.
 */
function membersOf({ desired, live }: ValueSides, { exclusive }: WalkOptions): readonly Inner[] {
  const own = isObject(desired) ? desired : {};
  const found = isObject(live) ? live : {};
  const all = exclusive || !isObject(desired);
  const names = new Set([...Object.keys(own), ...(all ? Object.keys(found) : [])]);
  return [...names].map((name) => ({
    segment: name,
    name: bareName(name),
    isElement: false,
    desired: Object.hasOwn(own, name) ? own[name] : undefined,
    live: Object.hasOwn(found, name) ? found[name] : undefined,
  }));
}

function elementsOf({ desired, live }: ValueSides, options: WalkOptions): readonly Inner[] {
  const own = isArray(desired) ? desired : [];
  const found = isArray(live) ? live : [];
  return keyedElements(own, found, options) ?? looseElements(own, found, options);
}

function placeOf({ exclusive, shape }: WalkOptions): ComparedPlace {
  return { exclusive, shape: shape && { ...shape, leaves: undefined } };
}

/** True if the declared list is not empty and the live list has all its elements. */
function isKept({ desired, live }: ValueSides, options: WalkOptions): boolean {
  return (
    desired !== undefined && isArray(desired) && desired.length > 0 && holds(desired, live, placeOf(options))
  );
}

function keyedElements(
  own: readonly Json[],
  found: readonly Json[],
  { shape, exclusive }: WalkOptions,
): readonly Inner[] | undefined {
  const wanted = shape?.leaves && byIdentity(own, shape.leaves);
  const known = shape?.leaves && byIdentity(found, shape.leaves);
  if (!wanted || !known) return undefined;
  const all = exclusive || own.length === 0;
  const names = new Set([...wanted.keys(), ...(all ? known.keys() : [])]);
  return [...names].map((segment) => ({
    segment,
    name: "",
    isElement: true,
    desired: own[wanted.get(segment) ?? -1],
    live: found[known.get(segment) ?? -1],
  }));
}

function looseElements(own: readonly Json[], found: readonly Json[], options: WalkOptions): readonly Inner[] {
  const place = placeOf(options);
  const kept = keptFrom({ declared: own, live: found, place, required: [] });
  const taken = new Set(kept);
  const only = (list: readonly Json[], others: readonly Json[]) => {
    const known = new Set(others.map(canonicalText));
    return list.filter((element) => !known.has(canonicalText(element)));
  };
  const part = { segment: "*", name: "", isElement: true };
  return [
    ...only(
      own.filter((_, at) => kept[at] === undefined),
      found,
    ).map((desired) => ({ ...part, desired, live: undefined })),
    ...only(
      found.filter((live) => !taken.has(live)),
      own,
    ).map((live) => ({ ...part, desired: undefined, live })),
  ];
}
