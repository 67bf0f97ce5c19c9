/** Merges a declaration into a device's live tree, and determines whether that removes something. Pure. */

import type { MappedFields } from "../../../../catalog/schema/mapping.ts";
import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../../../model/json.ts";
import { elementIdentity } from "../../../../model/list-identity.ts";
import { type Pointer, pointer } from "../../../../model/pointer.ts";
import { overlay } from "../overlay.ts";
import { type MappedEdit, membersOf, objectAt, putAt } from "./tree-fields.ts";

/** Returns the live tree with the declared values, and without the members that must be absent. */
export function merged(live: Json | undefined, edit: MappedEdit, lists: TreeLists): JsonObject {
  const over = overlay(live, edit.tree, { lists: lists.keys, ordered: lists.whole });
  let tree: Json = isObject(over) ? over : {};
  for (const path of edit.absent) tree = without(tree, edit.tree, { path, at: [], lists });
  return isObject(tree) ? tree : {};
}

interface Removal {
  readonly path: readonly string[];
  /** The place in the tree at which `path` begins, with `*` for list entries. */
  readonly at: readonly string[];
  readonly lists: TreeLists;
}

/**
 * Returns the tree without one member. List entries are matched with the declared entries. A container is removed with
 * its last member, unless the declaration or a field says that the container exists. An empty container can have a
 * meaning of its own, such as all traps of a group.
 */
function without(tree: Json, declared: Json | undefined, { path, at, lists }: Removal): Json {
  const [member = "", ...rest] = path;
  if (isArray(tree)) {
    const meant = isArray(declared) ? declared[Number(member)] : undefined;
    const leaves = lists.keys[pointer(at)] ?? [];
    const identity = meant === undefined ? undefined : elementIdentity(meant, leaves);
    const inside = { path: rest, at: [...at, "*"], lists };
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
  const here = [...at, member];
  const left = without(own, below, { path: rest, at: here, lists });
  const isOver = isEmpty(left) && !isEmpty(own) && !isObject(below) && !lists.containers.has(pointer(here));
  return isOver ? others : { ...tree, [member]: left };
}

function isEmpty(tree: Json): boolean {
  return isObject(tree) && Object.keys(tree).length === 0;
}

interface ComparedLists extends Pick<TreeLists, "keys"> {
  readonly at?: readonly string[];
}

/**
 * True if the wanted tree lacks a live value, at any depth, so that only a full write removes the value. Values of
 * leaf-lists do not count, because they are removed individually.
 */
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
  if (leaves === undefined)
    return !isOfValues(live, wanted) && live.some((each) => !wanted.some((other) => sameJson(each, other)));
  const byIdentity = new Map(wanted.map((each) => [elementIdentity(each, leaves), each]));
  return live.some((each) => {
    const other = byIdentity.get(elementIdentity(each, leaves));
    return other === undefined || takesAway(each, other, { keys, at: [...at, "*"] });
  });
}

/** True if both sides are lists of plain values; `[null]` is a leaf of type `empty`. */
function isOfValues(live: readonly Json[], wanted: readonly Json[]): boolean {
  return [...live, ...wanted].every((each) => each !== null && !isObject(each) && !isArray(each));
}

/**
 * Returns the names of fields whose change may remove something at some depth: fields with a codec other than
 * `netmask`, and lists that are declared completely.
 */
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

/** The lists in the tree of some fields. */
export interface TreeLists {
  /** Key leaves by pointer, with `*` for an entry. */
  readonly keys: Readonly<Record<Pointer, readonly string[]>>;
  /** Lists whose declared entries are complete. */
  readonly whole: ReadonlySet<Pointer>;
  /** Lists whose order is significant. */
  readonly ordered: ReadonlySet<Pointer>;
  /** Containers whose existence a field declares. */
  readonly containers: ReadonlySet<Pointer>;
}

/** Returns the lists of these fields. */
export function treeLists(fields: MappedFields): TreeLists {
  const keys: Record<Pointer, readonly string[]> = {};
  const whole = new Set<Pointer>();
  const ordered = new Set<Pointer>();
  const containers = new Set<Pointer>();
  const walk = (inside: MappedFields, above: readonly string[]): void => {
    for (const [name, field] of Object.entries(inside)) {
      const here = [...above, ...membersOf(name, field)];
      const { identity = [], items, properties, as, key, members = {} } = field;
      const own = items?.properties;
      if (as === "container") containers.add(pointer(here));
      for (const [member, type] of Object.entries(members))
        if (type === "container") containers.add(pointer([...here, ...member.split("/")]));
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
  return { keys, whole, ordered, containers };
}

/** Returns a tree that has every list of these fields, each with one entry. It shows which XML elements are lists. */
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
