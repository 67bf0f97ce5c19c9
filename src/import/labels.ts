/** Elements of lists as people know them: by what tells them apart, or by their names. Pure. */

import type { Kind } from "../drivers/contract/contract.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { at, pointer } from "../model/pointer.ts";

/** A path with what elements of lists are told apart by instead of their positions. */
export function labelled(
  value: Json,
  path: readonly string[],
  { lists = {} }: Pick<Kind, "lists">,
): readonly string[] {
  let here: Json | undefined = value;
  const pattern: string[] = [];
  return path.map((step) => {
    const list = here !== undefined && isArray(here) ? here : undefined;
    const leaves = lists[pointer(pattern)] ?? ["name"];
    here = list ? list[Number(step)] : here !== undefined && isObject(here) ? here[step] : undefined;
    pattern.push(list ? "*" : step);
    const texts = leaves.map((leaf) => at(here, pointer([leaf])));
    return list && texts.every((text) => typeof text === "string") ? texts.join(", ") : step;
  });
}
