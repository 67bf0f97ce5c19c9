/** Fields that base declared and desired no longer does. */

import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json } from "../model/json.ts";
import { byIdentity } from "../model/list-identity.ts";
import { type Pointer, pointer } from "../model/pointer.ts";
import { inside, shapeOf, type ValueShape } from "./value-shape.ts";

/**
 * The topmost fields, and elements of lists with identity, that became unmanaged; in pointer order. None in an
 * exclusive tree: there they are removed, and that is a difference.
 */
export function releasedFields(desired: Resource, base: Resource): readonly Pointer[] {
  if (desired.ownership === "exclusive" || desired.value === base.value) return nothing;
  const found: Pointer[] = [];
  collect(desired.value, base.value, { path: [], shape: shapeOf(base), found });
  return found.sort();
}

const nothing: readonly Pointer[] = Object.freeze([]);

interface Here {
  readonly path: string[];
  readonly shape: ValueShape | undefined;
  readonly found: Pointer[];
}

function collect(desired: Json, base: Json, here: Here): void {
  if (isObject(desired) && isObject(base)) {
    for (const key in base) {
      const was = base[key];
      if (was !== undefined) step(Object.hasOwn(desired, key) ? desired[key] : undefined, was, { key, here });
    }
    return;
  }
  const leaves = here.shape?.leaves;
  if (!leaves || !isArray(desired) || !isArray(base)) return;
  const wanted = byIdentity(desired, leaves);
  const known = byIdentity(base, leaves);
  for (const [key, index] of (wanted && known) ?? []) {
    const was = base[index];
    if (was !== undefined) step(desired[wanted?.get(key) ?? -1], was, { key, here });
  }
}

function step(desired: Json | undefined, was: Json, at: { readonly key: string; readonly here: Here }): void {
  const { key, here } = at;
  if (desired !== undefined && !isObject(was) && !isArray(was)) return;
  here.path.push(key);
  if (desired === undefined) here.found.push(pointer(here.path));
  else collect(desired, was, { ...here, shape: inside(here.shape, key) });
  here.path.pop();
}
