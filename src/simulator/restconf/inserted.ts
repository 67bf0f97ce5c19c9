/** Puts an entry of a user-ordered list where `insert` says (RFC 8040 section 4.8.5). Pure. */

import type { Json } from "../../model/json.ts";
import { isList } from "../wire/message.ts";
import type { PathStep } from "./path.ts";
import { type ListKeys, nodeAt, withNode } from "./tree.ts";

/**
 * Returns the data with the entry moved to an end of its list. Returns undefined if the node is not an entry, or if
 * this `insert` is not supported.
 */
export function insertedAt(
  data: Json,
  {
    steps,
    insert,
    keys,
  }: { readonly steps: readonly PathStep[]; readonly insert: string; readonly keys: ListKeys },
): Json | undefined {
  const last = steps.at(-1);
  const entry = last?.keys && nodeAt(data, steps, keys);
  if (last === undefined || entry === undefined || (insert !== "first" && insert !== "last"))
    return undefined;
  const list = [...steps.slice(0, -1), { name: last.name, module: last.module }];
  const found = nodeAt(data, list, keys);
  const others = found !== undefined && isList(found) ? found.filter((each) => each !== entry) : [];
  return withNode(data, {
    steps: list,
    value: insert === "first" ? [entry, ...others] : [...others, entry],
    keys,
  });
}
