/** Places of a list's records in a hierarchy, given by the names of their ancestors in the same list. Pure. */

import { fieldOf, idText } from "../../catalog/fields/field-of.ts";
import { idField } from "../../catalog/identity.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import type { JsonObject } from "../../model/json.ts";
import { idInPath, inPath, pathBelow } from "../../model/names/hierarchy.ts";

/** The maximum length of a parent path. In a longer path, the distant ancestors are replaced by an id. */
const longest = 1024;

/** The facts in a record that determine its place. */
interface Place {
  readonly name: string | undefined;
  readonly parent: string | undefined;
}

/**
 * Returns the path of a record's parent. Undefined: the record is outermost, or its kind is not hierarchical. An
 * ancestor is replaced by its id if it is not in the list, has no name, or is its own descendant.
 */
export function pathsAbove(
  file: KindFile,
  records: readonly JsonObject[],
): (record: JsonObject) => string | undefined {
  const { below } = file;
  if (below === undefined) return () => undefined;
  const wire = wiresOf(file, below);
  const parentOf = (record: JsonObject) => idText(fieldOf(record, wire.parent));
  const places = new Map<string, Place>();
  for (const record of records) {
    const id = idText(fieldOf(record, wire.id));
    if (id !== undefined)
      places.set(id, { name: idText(fieldOf(record, wire.name)), parent: parentOf(record) });
  }
  const known = new Map<string, string>();
  return (record) => {
    const parent = parentOf(record);
    return parent === undefined ? undefined : pathOf(parent, places, known);
  };
}

function wiresOf(file: KindFile, below: string) {
  const { identity = "name", fields } = file;
  const name = typeof identity === "string" ? identity : "name";
  const shownAs = (field: string) => fields[field]?.readAs ?? fields[field]?.wire ?? field;
  return { id: idField(file), name: shownAs(name), parent: shownAs(below) };
}

/**
 * Returns the path of a record. The loop starts at the outermost known ancestor. It is not a recursion because a list
 * may have as many levels as records.
 */
function pathOf(of: string, places: ReadonlyMap<string, Place>, known: Map<string, string>): string {
  const open: string[] = [];
  const met = new Set<string>();
  for (let at: string | undefined = of; at !== undefined && !known.has(at); at = places.get(at)?.parent) {
    if (met.has(at)) {
      known.set(at, idInPath(at));
      break;
    }
    met.add(at);
    open.push(at);
  }
  for (const id of open.toReversed()) {
    if (known.has(id)) continue;
    const { name, parent } = places.get(id) ?? {};
    const above = parent === undefined ? undefined : known.get(parent);
    const path = name === undefined ? undefined : pathBelow(above, inPath(name));
    known.set(id, path === undefined || path.length > longest ? idInPath(id) : path);
  }
  return known.get(of) ?? idInPath(of);
}
