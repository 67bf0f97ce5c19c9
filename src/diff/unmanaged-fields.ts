/** Finds fields that base declared and desired no longer declares. */

import type { Resource } from "../model/desired.ts";
import { isArray, isObject, type Json, sameJson } from "../model/json.ts";
import { byIdentity, elementIdentity } from "../model/list-identity.ts";
import { type Pointer, pointer } from "../model/pointer.ts";
import type { AlikeForm } from "../model/sameness/alike.ts";
import { pairsOf } from "../model/sameness/pairs.ts";
import { type ComparedPlace, elementPlace, memberIn, placeBelow } from "../model/sameness/places.ts";
import { shapeOf } from "../model/sameness/value-shape.ts";

/**
 * Returns the topmost fields that became unmanaged, and elements of lists with identity, in pointer order. In lists
 * without identity, these are members that an otherwise unchanged element no longer declares, by current position. In
 * an exclusive tree, there are none: such fields are removed, so they are differences. `alike`: which spellings of the
 * resource's value are equal.
 */
export function releasedFields(desired: Resource, base: Resource, alike?: AlikeForm): readonly Pointer[] {
  if (desired.ownership === "exclusive" || desired.value === base.value) return nothing;
  const found: Pointer[] = [];
  collect(desired.value, base.value, { path: [], place: { alike, shape: shapeOf(base) }, found });
  return found.sort();
}

const nothing: readonly Pointer[] = Object.freeze([]);

interface Here {
  readonly path: string[];
  readonly place: ComparedPlace;
  readonly found: Pointer[];
}

function collect(desired: Json, base: Json, here: Here): void {
  const { place } = here;
  if (isObject(desired) && isObject(base)) {
    for (const key in base) {
      const was = base[key];
      if (was !== undefined) step(memberIn(desired, key, place.alike), was, { key, here });
    }
    return;
  }
  if (!isArray(desired) || !isArray(base) || place.alike?.closed || sameJson(desired, base)) return;
  const inner = elementPlace(place);
  const { leaves } = place.shape ?? {};
  const [wanted, known] = [desired, base].map((list) => leaves && byIdentity(list, leaves, inner.alike));
  if (wanted && known)
    for (const [identity, index] of known) {
      const was = base[index] ?? null;
      const now = desired[wanted.get(identity) ?? -1];
      // An element that is no longer declared is removed if its list is ordered, or is written as a whole.
      if (now === undefined && (place.shape?.ordered || place.alike?.whole)) continue;
      const key = elementIdentity(was, leaves ?? []) ?? identity;
      step(now, was, { key, here });
    }
  else if (!leaves && desired.some(isObject))
    for (const [index, at] of pairsOf(desired, base, place).entries())
      if (at !== undefined) step(desired[index], base[at] ?? null, { key: String(index), here });
}

function step(desired: Json | undefined, was: Json, at: { readonly key: string; readonly here: Here }): void {
  const { key, here } = at;
  if (desired !== undefined && !isObject(was) && !isArray(was)) return;
  here.path.push(key);
  if (desired === undefined) here.found.push(pointer(here.path));
  else collect(desired, was, { ...here, place: placeBelow(here.place, key) });
  here.path.pop();
}
