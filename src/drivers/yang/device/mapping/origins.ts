/** Finds the field in which a value was declared, for values that a mapping puts in a tree. Pure. */

import { type Pointer, pointer, segments } from "../../../../model/pointer.ts";
import type { MappedEdit } from "./tree-fields.ts";

/**
 * Returns the field from which a part of the tree comes: the field of the part or of its nearest ancestor with a field,
 * or else the whole entry.
 */
export function originOf({ origins }: Pick<MappedEdit, "origins">, path: Pointer): Pointer {
  const steps = segments(path);
  for (let length = steps.length; length > 0; length -= 1) {
    const known = origins.get(pointer(steps.slice(0, length)));
    if (known !== undefined) return known;
  }
  return "";
}
