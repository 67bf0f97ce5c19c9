/** Readable paths in values, with labels of list elements. Also sets a value at such a path. Pure. */

import type { Kind } from "../drivers/contract/contract.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { at, pointer } from "../model/pointer.ts";

/** Returns a path with labels of list elements instead of positions. */
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

/**
 * Returns the value with another value at a path, whose parent must exist. Missing list elements are not added, and
 * scalars stay unchanged.
 */
export function withValueAt(value: Json, [step, ...rest]: readonly string[], own: Json): Json {
  if (step === undefined) return own;
  if (isArray(value)) {
    const index = Number(step);
    return value[index] === undefined ? value : value.with(index, withValueAt(value[index], rest, own));
  }
  return isObject(value) ? { ...value, [step]: withValueAt(value[step] ?? null, rest, own) } : value;
}
