/** Where people wrote what a mapping puts in a tree. Pure. */

import { type Pointer, pointer, segments } from "../../../../model/pointer.ts";
import type { MappedEdit } from "./tree-fields.ts";

/** The field that a part of the tree came of: its own, else that of its parent; the entry, where none is known. */
export function originOf({ origins }: Pick<MappedEdit, "origins">, path: Pointer): Pointer {
  const steps = segments(path);
  for (let length = steps.length; length > 0; length -= 1) {
    const known = origins.get(pointer(steps.slice(0, length)));
    if (known !== undefined) return known;
  }
  return "";
}
