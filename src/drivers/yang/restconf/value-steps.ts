/** What becomes of the values of a leaf-list, each a resource of its own (RFC 8040, 3.5.3). Pure. */

import { isArray, isObject, type Json } from "../../../model/json.ts";
import type { EntryKey } from "../device/kinds/data-path.ts";

/** A value of a list, and the key that its path has. */
export interface PlacedElement {
  readonly key: EntryKey;
  readonly value: Json;
}

/** True for a leaf-list. A leaf of the type `empty` is `[null]`, and none. */
export function isLeafList(list: Json): boolean {
  return isArray(list) && list.every((each) => each !== null && !isObject(each) && !isArray(each));
}

/** A value by itself. */
function placedValue(value: Json): PlacedElement {
  return { key: [{ leaf: "", value: String(value) }], value };
}

/** What becomes of the values of a leaf-list. */
interface ValueSteps {
  /** Those that are in the way of the order: each goes, and is among what is added. */
  readonly moved: readonly PlacedElement[];
  /** In one PATCH, at the end of what is there, in this order (RFC 7950, 7.7.1). */
  readonly added: readonly PlacedElement[];
  readonly removed: readonly PlacedElement[];
}

/** From what is there to what is declared. The order of a set means nothing. */
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
