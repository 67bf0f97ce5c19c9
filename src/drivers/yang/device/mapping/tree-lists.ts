/** The lists in the tree of a device that the fields of a mapping lead to. Pure. */

import type { MappedFields } from "../../../../catalog/schema/mapping.ts";
import type { Json, JsonObject } from "../../../../model/json.ts";
import { type Pointer, pointer } from "../../../../model/pointer.ts";
import { membersOf, objectAt, putAt } from "./tree-fields.ts";

/** Lists of the tree. */
export interface TreeLists {
  /** By pointer, `*` for an entry, the leaves of their keys. */
  readonly keys: Readonly<Record<Pointer, readonly string[]>>;
  /** Those whose declared entries are all that there are. */
  readonly whole: ReadonlySet<Pointer>;
  /** Those of them whose order counts. */
  readonly ordered: ReadonlySet<Pointer>;
}

/** The lists of these fields. */
export function treeLists(fields: MappedFields): TreeLists {
  const keys: Record<Pointer, readonly string[]> = {};
  const whole = new Set<Pointer>();
  const ordered = new Set<Pointer>();
  const walk = (inside: MappedFields, above: readonly string[]): void => {
    for (const [name, field] of Object.entries(inside)) {
      const here = [...above, ...membersOf(name, field)];
      const { identity = [], items, properties, as, key } = field;
      const own = items?.properties;
      if (properties !== undefined) walk(properties, here);
      else if (as === "keyed" && key !== undefined) {
        keys[pointer(here)] = [key];
        whole.add(pointer(here));
        if (field.ordered) ordered.add(pointer(here));
      } else if (own !== undefined) {
        const leaves = identity.map((each) => (own[each] ? membersOf(each, own[each]).join("/") : each));
        if (leaves.length > 0) keys[pointer(here)] = leaves;
        if (field.ordered) ordered.add(pointer(here));
        if (field.whole || field.ordered) whole.add(pointer(here));
        walk(own, [...here, "*"]);
      }
    }
  };
  walk(fields, []);
  return { keys, whole, ordered };
}

/** A tree with all lists of these fields in it, each with one entry: what tells lists from other things in XML. */
export function shapeOf(fields: MappedFields): JsonObject {
  const into: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { items, properties, type, spread } = field;
    const path = membersOf(name, field);
    if (properties !== undefined) Object.assign(objectAt(into, path), shapeOf(properties));
    else if (type === "array" && spread === undefined)
      putAt(into, path, items?.properties ? [shapeOf(items.properties)] : []);
  }
  return into;
}
