/** Determines the changes to the values of a leaf-list. Each value is a resource of its own (RFC 8040, 3.5.3). Pure. */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import type { EntryKey } from "../device/kinds/data-path.ts";

/** A value of a leaf-list, and its key in a path. */
export interface PlacedElement {
  readonly key: EntryKey;
  readonly value: Json;
}

/** True for a leaf-list. `[null]` is a leaf of type `empty`, not a leaf-list. */
export function isLeafList(list: Json): boolean {
  return isArray(list) && list.every((each) => each !== null && !isObject(each) && !isArray(each));
}

/** Returns a single value, with its key in a path. */
function placedValue(value: Json): PlacedElement {
  return { key: [{ leaf: "", value: String(value) }], value };
}

/** The changes to the values of a leaf-list. */
interface ValueSteps {
  /** Values in the wrong order. Each of them is removed, and added again. */
  readonly moved: readonly PlacedElement[];
  /** Values that are appended in this order by one PATCH (RFC 7950, 7.7.1). */
  readonly added: readonly PlacedElement[];
  readonly removed: readonly PlacedElement[];
}

/** Returns the changes that turn the live values into the declared values. In a set, order does not matter. */
export function valueSteps(there: readonly Json[], declared: readonly Json[], isSet: boolean): ValueSteps {
  const wanted = new Set(declared.map(String));
  const known = new Set(there.map(String));
  const removed = there.filter((each) => !wanted.has(String(each))).map(placedValue);
  const added = declared.filter((each) => !known.has(String(each)));
  if (isSet) return { moved: [], added: added.map(placedValue), removed };
  const moved: PlacedElement[] = [];
  let inPlace = 0;
  for (const each of there)
    if (String(each) === String(declared[inPlace])) inPlace += 1;
    else if (wanted.has(String(each))) moved.push(placedValue(each));
  return { moved, added: declared.slice(inPlace).map(placedValue), removed };
}
