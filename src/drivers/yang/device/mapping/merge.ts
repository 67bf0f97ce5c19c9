/** What is declared over what a device has, by a mapping: what is merged, and when that takes something away. Pure. */

import type { MappedFields } from "../../../../catalog/schema/mapping.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../../../model/json.ts";
import { elementIdentity } from "../../../../model/list-identity.ts";
import { pointer } from "../../../../model/pointer.ts";
import { overlay } from "../overlay.ts";
import type { MappedEdit } from "./tree-fields.ts";
import type { TreeLists } from "./tree-lists.ts";

/** The live tree with what is declared in it, and without what is not to be there. */
export function merged(live: Json | undefined, edit: MappedEdit, { keys, whole }: TreeLists): JsonObject {
  const over = overlay(live, edit.tree, { lists: keys, ordered: whole });
  let tree: Json = isObject(over) ? over : {};
  for (const path of edit.absent) tree = without(tree, edit.tree, { path, at: [], keys });
  return isObject(tree) ? tree : {};
}

interface Removal {
  readonly path: readonly string[];
  /** Where it is, `*` for entries. */
  readonly at: readonly string[];
  readonly keys: TreeLists["keys"];
}

/** The tree without one member; entries of lists are found by those of what is declared. */
function without(tree: Json, declared: Json | undefined, { path, at, keys }: Removal): Json {
  const [member = "", ...rest] = path;
  if (isArray(tree)) {
    const meant = isArray(declared) ? declared[Number(member)] : undefined;
    const leaves = keys[pointer(at)] ?? [];
    const identity = meant === undefined ? undefined : elementIdentity(meant, leaves);
    const inside = { path: rest, at: [...at, "*"], keys };
    return tree.map((each) =>
      identity !== undefined && elementIdentity(each, leaves) === identity
        ? without(each, meant, inside)
        : each,
    );
  }
  if (!isObject(tree) || !Object.hasOwn(tree, member)) return tree;
  const { [member]: own = null, ...others } = tree;
  if (rest.length === 0) return others;
  const below = isObject(declared) ? declared[member] : undefined;
  return { ...tree, [member]: without(own, below, { path: rest, at: [...at, member], keys }) };
}

/** The lists of a tree, and where in it a comparison is. */
interface ComparedLists extends Pick<TreeLists, "keys"> {
  readonly at?: readonly string[];
}

/** True where something that is live is not in the tree that is to be, at any depth. */
export function takesAway(live: Json | undefined, wanted: Json, of: ComparedLists): boolean {
  const { keys, at = [] } = of;
  if (isObject(live))
    return Object.entries(live).some(([member, each]) => {
      if (!isObject(wanted) || !Object.hasOwn(wanted, member)) return true;
      return takesAway(each, wanted[member] ?? null, { keys, at: [...at, member] });
    });
  if (!isArray(live)) return false;
  if (!isArray(wanted)) return true;
  const leaves = keys[pointer(at)];
  if (leaves === undefined) return live.some((each) => !wanted.some((other) => sameJson(each, other)));
  const byIdentity = new Map(wanted.map((each) => [elementIdentity(each, leaves), each]));
  return live.some((each) => {
    const other = byIdentity.get(elementIdentity(each, leaves));
    return other === undefined || takesAway(each, other, { keys, at: [...at, "*"] });
  });
}

/** The names of fields that change by something being taken away, at any depth: flags, and lists that are whole. */
export function takingFields(fields: MappedFields): ReadonlySet<string> {
  const names = new Set<string>();
  const walk = (inside: MappedFields): void => {
    for (const [name, { as, type, identity, whole, ordered, properties, items }] of Object.entries(inside)) {
      const isList = type === "array" && (identity === undefined || whole === true || ordered === true);
      if (isList || (as !== undefined && as !== "netmask")) names.add(name);
      if (properties) walk(properties);
      if (items?.properties) walk(items.properties);
    }
  };
  walk(fields);
  return names;
}
