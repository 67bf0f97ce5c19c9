/** Steps of paths into values: keys of maps. Pure. */

import { isArray, isObject, type Json } from "../../model/json.ts";

/** The steps of a path up to the first list: lists are set whole. */
export function beforeLists(value: Json, path: readonly string[]): readonly string[] {
  let here: Json | undefined = value;
  for (const [index, step] of path.entries()) {
    if (isArray(here)) return path.slice(0, index);
    here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return path;
}

/** The value at a path of keys. */
export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (here, step) => (isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined),
    value,
  );
}
