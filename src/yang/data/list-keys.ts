/** The lists in data by which leaves their entries are distinguished, as their modules say. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import { childOf } from "../schema/data-node.ts";
import type { SchemaNode } from "../schema/node.ts";

/** Lists by pointer, `*` for an entry. */
export interface DataListKeys {
  readonly keys: Readonly<Record<Pointer, readonly string[]>>;
  /** Those whose order means something. */
  readonly ordered: readonly Pointer[];
  /** Leaf-lists whose order means something. */
  readonly orderedValues: readonly Pointer[];
}

/** Those in these values of a node. */
export function listKeysIn(node: SchemaNode, values: readonly Json[]): DataListKeys {
  const keys = new Map<Pointer, readonly string[]>();
  const ordered = new Set<Pointer>();
  const orderedValues = new Set<Pointer>();
  const walk = (here: SchemaNode, value: Json, path: readonly string[]): void => {
    if (here.kind === "list" && isArray(value)) {
      const at = pointer(path);
      if (here.keys.length > 0) keys.set(at, here.keys);
      if (here.keys.length > 0 && here.isUserOrdered) ordered.add(at);
      for (const entry of value) inside(here, entry, [...path, "*"]);
    } else if (here.kind === "leaf-list" && here.isUserOrdered) orderedValues.add(pointer(path));
    else if (here.kind === "container") inside(here, value, path);
  };
  const inside = (parent: SchemaNode, value: Json, path: readonly string[]): void => {
    if (!isObject(value)) return;
    for (const [member, each] of Object.entries(value)) {
      const child = childOf(parent, member);
      if (child !== undefined) walk(child, each, [...path, member]);
    }
  };
  for (const value of values) walk(node, value, []);
  return { keys: Object.fromEntries(keys), ordered: [...ordered], orderedValues: [...orderedValues] };
}
