/** Converts fields to the tree of a device and back, by the paths of their mapping. Pure. */

import type { MappedField, MappedFields } from "../../../../catalog/schema/mapping.ts";
import { canonicalText, isArray, isObject, type Json, type JsonObject, put } from "../../../../model/json.ts";
import { type Pointer, pointer } from "../../../../model/pointer.ts";
import { isSecretReference } from "../../../../model/secret.ts";
import { valueFromTree, valueToTree } from "./codecs.ts";

/** A declaration in tree form. */
export interface MappedEdit {
  readonly tree: JsonObject;
  /**
   * Members that must be absent, because their absence has a meaning. A path names list entries by their position in
   * `tree`.
   */
  readonly absent: readonly (readonly string[])[];
  /** For each pointer into the tree, the pointer of the field from which the value comes. */
  readonly origins: ReadonlyMap<Pointer, Pointer>;
}

/** Returns the members on the path to a field, below its parent. */
export function membersOf(name: string, { path, properties, spread }: MappedField): readonly string[] {
  if (path !== undefined) return path.split("/");
  return properties === undefined && spread === undefined ? [name] : [];
}

interface Edit {
  readonly tree: Record<string, Json>;
  readonly absent: (readonly string[])[];
  readonly origins: Map<Pointer, Pointer>;
}

/** The current position, in the declaration and in the tree. */
interface Place {
  readonly written: readonly string[];
  readonly at: readonly string[];
}

/** The values of an entry that are not fields. */
export interface KeyPlaces {
  /** The key leaves. */
  readonly key: JsonObject;
  /** Copies of key leaves, by path. */
  readonly also: JsonObject;
}

/** Returns the declared fields in tree form, with the leaves of a key. Secrets stay references. */
export function toTree(fields: MappedFields, declared: Json, { key, also }: KeyPlaces): MappedEdit {
  const edit: Edit = { tree: { ...key }, absent: [], origins: new Map() };
  for (const [path, value] of Object.entries(also)) putAt(edit.tree, path.split("/"), value);
  if (isObject(declared))
    fieldsToTree(fields, declared, { edit, place: { written: [], at: [] }, into: edit.tree });
  return edit;
}

interface Filling {
  readonly edit: Edit;
  readonly place: Place;
  /** The tree object at which paths begin. */
  readonly into: Record<string, Json>;
}

function fieldsToTree(fields: MappedFields, declared: JsonObject, { edit, place, into }: Filling): void {
  for (const [name, field] of Object.entries(fields))
    if (field.always !== undefined) putAt(into, membersOf(name, field), field.always);
  for (const [name, value] of Object.entries(declared)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) continue;
    const path = membersOf(name, field);
    const written = [...place.written, name];
    const at = [...place.at, ...path];
    const { properties } = field;
    if (properties !== undefined && isObject(value) && field.secret === undefined) {
      const missing = path.findIndex((_, index) => atPath(into, path.slice(0, index + 1)) === undefined);
      const inside = objectAt(into, path);
      fieldsToTree(properties, value, { edit, place: { written, at }, into: inside });
      // An object in which everything is off gets no container, because an existing container would have a meaning.
      const isOff = missing >= 0 && Object.keys(inside).length === 0 && Object.keys(value).length > 0;
      if (isOff) removeAt(into, path.slice(0, missing + 1));
      continue;
    }
    if (field.spread !== undefined) {
      spreadToTree(field, value, { edit, place: { written, at }, into });
      continue;
    }
    const stands = isSecretReference(value)
      ? value
      : listToTree(field, value, { edit, place: { written, at } });
    edit.origins.set(pointer(at), pointer(written));
    edit.absent.push(...othersOf(field, stands).map((other) => [...at, other]));
    if (stands === undefined) edit.absent.push(at);
    else for (const each of [path, ...(field.also ? [field.also.split("/")] : [])]) putAt(into, each, stands);
  }
}

/** Returns the members that must be absent if the declared member is present. */
function othersOf({ members = {} }: MappedField, stands: Json | undefined): readonly string[] {
  return isObject(stands) ? Object.keys(members).filter((each) => !Object.hasOwn(stands, each)) : [];
}

/** Puts the elements of a list at their separate places in the tree. */
function spreadToTree(field: MappedField, value: Json, { edit, place, into }: Filling): void {
  const { spread = [], items = {} } = field;
  const above = field.path?.split("/") ?? [];
  for (const [index, each] of spread.entries()) {
    const path = each.split("/");
    const at = [...place.at, ...path];
    const element = isArray(value) ? value[index] : undefined;
    const stands = element === undefined ? undefined : valueToTree(element, items);
    edit.origins.set(pointer(at), pointer([...place.written, String(index)]));
    edit.absent.push(...othersOf(items, stands).map((other) => [...at, other]));
    if (stands === undefined) edit.absent.push(at);
    else putAt(into, [...above, ...path], stands);
  }
}

function listToTree(
  field: MappedField,
  value: Json,
  { edit, place }: Omit<Filling, "into">,
): Json | undefined {
  const { items } = field;
  const inside = items?.properties;
  if (!isArray(value) || inside === undefined) return valueToTree(value, field);
  return value.map((each, index) => {
    const own = { written: [...place.written, String(index)], at: [...place.at, String(index)] };
    edit.origins.set(pointer(own.at), pointer(own.written));
    const into: Record<string, Json> = {};
    if (!isObject(each)) return each;
    fieldsToTree(inside, each, { edit, place: own, into });
    if (field.whole || field.ordered)
      for (const path of undeclared(inside, each))
        if (atPath(into, path) === undefined) edit.absent.push([...own.at, ...path]);
    return into;
  });
}

/** Returns the paths of undeclared fields. These paths must be absent in an entry of a complete list. */
function undeclared(fields: MappedFields, declared: JsonObject): readonly (readonly string[])[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { secret, always, properties, spread } = field;
    if (secret !== undefined || always !== undefined) return [];
    const value = declared[name];
    const above = membersOf(name, field);
    if (properties !== undefined) {
      const inside = undeclared(properties, isObject(value) ? value : {});
      return inside.map((path) => [...above, ...path]);
    }
    if (value !== undefined) return [];
    return spread === undefined ? [above] : spread.map((each) => [...above, ...each.split("/")]);
  });
}

/** Returns the object at a path. If it is missing, it is created. */
export function objectAt(into: Record<string, Json>, path: readonly string[]): Record<string, Json> {
  let here = into;
  for (const member of path) {
    const own = here[member];
    const next: Record<string, Json> = isObject(own) ? { ...own } : {};
    put(here, member, next);
    here = next;
  }
  return here;
}

/** Puts a value at a path. An existing container keeps its contents. */
export function putAt(into: Record<string, Json>, path: readonly string[], value: Json): void {
  const parent = objectAt(into, path.slice(0, -1));
  const own = path.at(-1) ?? "";
  const there = parent[own];
  put(parent, own, isObject(value) && isObject(there) ? { ...there, ...value } : value);
}

function removeAt(into: Record<string, Json>, path: readonly string[]): void {
  delete objectAt(into, path.slice(0, -1))[path.at(-1) ?? ""];
}

/** Returns the fields of a tree. Secrets are left out, because a device shows only a hash of a secret, or nothing. */
export function fromTree(fields: MappedFields, tree: JsonObject): JsonObject {
  const shown: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = shownValue(field, atPath(tree, membersOf(name, field)));
    if (value !== undefined) put(shown, name, value);
  }
  return shown;
}

function shownValue(field: MappedField, value: Json | undefined): Json | undefined {
  const { properties, items, secret, always, spread } = field;
  if (secret !== undefined || always !== undefined) return undefined;
  if (spread !== undefined) return shownSpread(spread, field, value);
  if (properties !== undefined) {
    if (!isObject(value)) return undefined;
    const inside = fromTree(properties, value);
    return isUnset(properties, inside) ? undefined : inside;
  }
  if (items?.properties === undefined) return valueFromTree(value, field);
  if (value === undefined) return undefined;
  const inside = items.properties;
  return (isArray(value) ? value : [value]).map((each) => (isObject(each) ? fromTree(inside, each) : each));
}

function shownSpread(places: readonly string[], { items = {} }: MappedField, value: Json | undefined) {
  if (!isObject(value)) return undefined;
  const shown = places.flatMap((place) => valueFromTree(atPath(value, place.split("/")), items) ?? []);
  return shown.length === 0 ? undefined : shown;
}

/** True if the value only shows that something is absent. */
function isUnset(fields: MappedFields, shown: JsonObject): boolean {
  return Object.entries(shown).every(([name, value]) => {
    const field = fields[name];
    return field?.as !== undefined && value === (field.as === "absence");
  });
}

function atPath(tree: JsonObject, path: readonly string[]): Json | undefined {
  let here: Json | undefined = tree;
  for (const member of path) {
    if (!isObject(here) || !Object.hasOwn(here, member)) return undefined;
    here = here[member];
  }
  return here;
}

/** Returns the value with its complete lists sorted by key. In these lists, an unset flag equals an undeclared flag. */
export function withWholeLists(fields: MappedFields, value: JsonObject): JsonObject {
  return inside(fields, value, false);
}

function inside(fields: MappedFields, value: JsonObject, isWhole: boolean): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [[name, member] as const];
    return isWhole && member === unset(field) ? [] : [[name, formOf(field, member, isWhole)] as const];
  });
  return Object.fromEntries(members);
}

/** Returns the value of a flag if the tree has no node for it. Undefined: the field is not a flag. */
function unset({ as }: MappedField): boolean | undefined {
  if (as === "absence") return true;
  return as === "presence" || as === "container" ? false : undefined;
}

function formOf(field: MappedField, value: Json, isWhole: boolean): Json {
  const { properties, items, whole, ordered, identity = [] } = field;
  if (properties !== undefined && isObject(value)) return inside(properties, value, isWhole);
  const own = items?.properties;
  if (own === undefined || !isArray(value)) return value;
  const isOwnWhole = isWhole || whole === true || ordered === true;
  const elements = value.map((each) => (isObject(each) ? inside(own, each, isOwnWhole) : each));
  return whole && !ordered ? elements.toSorted((a, b) => byKeys(identity, a, b)) : elements;
}

function byKeys(identity: readonly string[], a: Json, b: Json): number {
  if (!isObject(a) || !isObject(b)) return 0;
  for (const name of identity) {
    const [one, other] = [a[name] ?? null, b[name] ?? null];
    if (typeof one === "number" && typeof other === "number" && one !== other) return one - other;
    const [text, otherText] = [canonicalText(one), canonicalText(other)];
    if (text !== otherText) return text < otherText ? -1 : 1;
  }
  return 0;
}
