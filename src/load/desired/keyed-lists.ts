/** Lists with identity: the lists of a kind, and the lists of a device whose data paths `keys:` names. */

import type { Kind } from "../../drivers/contract/contract.ts";
import { isWithin, type Pointer } from "../../model/pointer.ts";
import type { ListKeys } from "./entry.ts";

const noLists: Readonly<Record<Pointer, readonly string[]>> = Object.freeze({});

/**
 * Returns the lists of one resource. A data path inside the resource's own path (its key) becomes a pointer into its
 * value. In the pointer of a list inside another list, `*` stands for the element of the outer list.
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
