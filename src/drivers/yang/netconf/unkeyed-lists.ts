/** Finds lists without keys, to which an edit could only add elements. Pure. */

import type { Resource } from "../../../model/desired.ts";
import { isArray, isObject, type Json } from "../../../model/json.ts";
import { type Pointer, pointer } from "../../../model/pointer.ts";
import type { DriverProblem } from "../../../model/problem.ts";
import type { Write } from "../../contract/contract.ts";
import { dataPath, withoutKeys } from "../device/kinds/data-path.ts";
import type { KeyedLists } from "../device/overlay.ts";

/** The value to write, and the known keys of its lists. */
export interface WrittenValue {
  readonly value: Json;
  readonly lists: KeyedLists;
  readonly ownership: Write["ownership"];
}

/**
 * Returns the pointers of lists of objects whose keys are unknown. Inside a replacement, keys are not needed, so the
 * lists in it are left out.
 */
export function unkeyedLists({ value, lists, ownership }: WrittenValue): readonly Pointer[] {
  const walk = (here: Json, at: readonly string[]): readonly Pointer[] => {
    if (isObject(here))
      return Object.entries(here).flatMap(([member, inner]) => walk(inner, [...at, member]));
    if (!isArray(here)) return [];
    if (lists[pointer(at)] === undefined) return here.some(isObject) ? [pointer(at)] : [];
    return [...new Set(here.flatMap((each) => walk(each, [...at, "*"])))];
  };
  return ownership === "declared" || isArray(value) ? walk(value, []) : [];
}

/** Returns the problems of declared lists without keys. */
export function unkeyed(resources: readonly Resource[]): readonly DriverProblem[] {
  return resources
    .filter(({ kind }) => kind === "deviceConfiguration")
    .flatMap((resource) => unkeyedLists(resource).map((path) => noKeys(resource, path)));
}

function noKeys({ address, identity }: Resource, path: Pointer): DriverProblem {
  const list = `${withoutKeys(dataPath(identity))}${path.replaceAll("/*", "")}`;
  const message = `${list} is a list with unknown key leaves`;
  const hint =
    `Write keys: { ${list}: LEAF } in the declaration of the device: NETCONF edits a list element by ` +
    "element.";
  return { address, path: path.replaceAll("/*", "/0"), code: "unkeyed-list", message, hint };
}
