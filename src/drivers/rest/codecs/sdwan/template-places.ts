/** Where fields of a feature template are in its definition. Pure. */

import type { Field, Fields } from "../../../../catalog/schema/field.ts";

/** An object's values by name, its inner objects, and the names of both in the order of their fields. */
export interface Places {
  readonly names: readonly string[];
  readonly own: ReadonlyMap<string, Field>;
  readonly inner: ReadonlyMap<string, Places>;
}

const known = new WeakMap<Fields, Places>();

/** Returns the places of these fields. `root`: only the places in the object with this name are returned. */
export function placesOf(fields: Fields, root?: string): Places {
  const before = known.get(fields);
  if (before) return before;
  const rows = Object.entries(fields).flatMap(([name, field]): readonly Row[] => {
    const [first = "", ...rest] = (field.wire ?? name).split(".");
    if (root === undefined) return [[[first, ...rest], field]];
    return first === root && rest.length > 0 ? [[rest, field]] : [];
  });
  const made = treeOf(rows);
  known.set(fields, made);
  return made;
}

type Row = readonly [place: readonly string[], field: Field];

function treeOf(rows: readonly Row[]): Places {
  const values = rows.filter(([place]) => place.length === 1);
  const deeper = Map.groupBy(
    rows.filter(([place]) => place.length > 1),
    ([[first = ""]]) => first,
  );
  return {
    names: [...new Set(rows.map(([[name = ""]]) => name))],
    own: new Map(values.map(([[name = ""], field]) => [name, field])),
    inner: new Map([...deeper].map(([name, inside]) => [name, treeOf(inside.map(below))])),
  };
}

function below([[, ...rest], field]: Row): Row {
  return [rest, field];
}
