/** Lists with identity: a kind's own, those that a device's `keys:` name by data path, and paths through them. */

import type { Kind } from "../drivers/contract.ts";
import type { Resource } from "../model/desired.ts";
import { canonicalText, isArray, isObject, type Json } from "../model/json.ts";
import { isWithin, type Pointer, pointer, segments } from "../model/pointer.ts";
import type { ListKeys } from "./entry.ts";

const noLists: Readonly<Record<Pointer, readonly string[]>> = Object.freeze({});

/**
 * The lists of one resource. Data paths inside the resource's own (its key) become pointers into its value; a list
 * inside the elements of another one gets a `*` for the element.
 */
export function listsOf(
  kind: Kind,
  key: string,
  listKeys: ListKeys | undefined,
): Readonly<Record<Pointer, readonly string[]>> {
  const own = kind.lists ?? noLists;
  if (listKeys === undefined || !key.startsWith("/")) return own;
  const inside = Object.keys(listKeys)
    .filter((path) => isWithin(path, key))
    .sort();
  if (inside.length === 0) return own;
  const lists: Record<Pointer, readonly string[]> = { ...own };
  for (const path of inside) {
    const leaves = listKeys[path] ?? [];
    lists[pathInside(path, key, inside)] = typeof leaves === "string" ? [leaves] : leaves;
  }
  return lists;
}

function pathInside(path: string, key: string, listed: readonly string[]): Pointer {
  let result = "";
  let here = key;
  for (const segment of path.slice(key.length).split("/").slice(1)) {
    if (listed.includes(here)) result += "/*";
    here += `/${segment}`;
    result += `/${segment}`;
  }
  return result;
}

/** A pointer's segments with indices where it names elements of lists by identity: as the value was written. */
export function writtenPath({ value, lists }: Resource, path: Pointer): readonly string[] {
  const pattern: string[] = [];
  const written: string[] = [];
  let here: Json | undefined = value;
  for (const segment of segments(path)) {
    const leaves = isArray(here) ? lists[pointer(pattern)] : undefined;
    const step: string = isArray(here) && leaves ? String(indexOf(here, leaves, segment)) : segment;
    pattern.push(isArray(here) ? "*" : segment);
    written.push(step);
    if (isArray(here)) here = here[Number(step)];
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return written;
}

/** -1 when no element has this identity: its leaves' values, joined by commas. */
function indexOf(list: readonly Json[], leaves: readonly string[], identity: string): number {
  return list.findIndex((element) => {
    const own = leaves.map((leaf) => (isObject(element) ? (element[leaf] ?? null) : null));
    return own.map((part) => (typeof part === "string" ? part : canonicalText(part))).join(",") === identity;
  });
}
