/** Lists with identity: those that a kind defines, and those of a device that `keys:` names by data path. */

import type { Kind } from "../../drivers/contract/contract.ts";
import { isWithin, type Pointer } from "../../model/pointer.ts";
import type { ListKeys } from "./entry.ts";

const noLists: Readonly<Record<Pointer, readonly string[]>> = Object.freeze({});

/**
 * Returns the lists of one resource, by pointers into its value. Data paths outside the resource are left out. For a
 * list inside another list, `*` in the pointer stands for the outer list's element.
 */
export function listsOf(
  kind: Kind,
  written: string,
  listKeys: ListKeys | undefined,
): Readonly<Record<Pointer, readonly string[]>> {
  const own = kind.lists ?? noLists;
  if (listKeys === undefined || !written.startsWith("/")) return own;
  // Paths of lists do not include the keys of entries.
  const key = written.replaceAll(/=[^/]*/g, "");
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
