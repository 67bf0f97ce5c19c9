/** Fields that base declared and desired no longer does. */

import type { Resource } from "../model/desired.ts";
import { isObject, type Json } from "../model/json.ts";
import { type Pointer, pointer } from "../model/pointer.ts";

/**
 * The topmost fields that became unmanaged, in the order of base's keys. None in an exclusive tree: there they
 * are removed, and that is a difference.
 */
export function releasedFields(desired: Resource, base: Resource): readonly Pointer[] {
  if (desired.ownership === "exclusive") return [];
  const found: Pointer[] = [];
  collect(desired.value, base.value, { path: [], found });
  return found;
}

function collect(
  desired: Json,
  base: Json,
  on: { readonly path: readonly string[]; readonly found: Pointer[] },
): void {
  if (!isObject(desired) || !isObject(base)) return;
  for (const [key, was] of Object.entries(base)) {
    const path = [...on.path, key];
    const is = Object.hasOwn(desired, key) ? desired[key] : undefined;
    if (is === undefined) on.found.push(pointer(path));
    else collect(is, was, { path, found: on.found });
  }
}
