/** Finds the contents of a device inside mapped sections that no field declares, for an import. Pure. */

import { recordsByName } from "../../../../catalog/access-words.ts";
import type { MappedField, MappedFields } from "../../../../catalog/schema/mapping.ts";
import { asList, isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";
import { isHidden } from "../../../../model/live/hidden.ts";
import { boundedValue, type UndeclarablePart } from "../../../../model/live/undeclarable.ts";
import { isSecretName } from "../../../../model/names/secret-names.ts";
import { isWithin, pointer } from "../../../../model/pointer.ts";
import { members } from "../kinds/data-path.ts";
import { membersOf } from "./tree-fields.ts";

/** The part of a tree that fields cover: a whole member, or parts of it. */
interface Spoken {
  /** The fields at this place; `always` members and key leaves are included as untyped fields. */
  readonly own: MappedField[];
  readonly inner: Map<string, Spoken>;
}

/** An entry as the device shows it, to be compared with its fields. */
export interface EntryToCompare {
  readonly fields: MappedFields;
  /** The paths of the entry's key leaves, with slashes between the names: `config/address`. */
  readonly keys: readonly string[];
  readonly tree: JsonObject;
  /** True: undeclared parts of the entry change the meaning of its declared parts. */
  readonly decides: boolean;
}

/** Returns the members of an entry that have no field. */
export function undeclaredInEntry({
  fields,
  keys,
  tree,
  decides,
}: EntryToCompare): readonly UndeclarablePart[] {
  const spoken = spokenBy(fields);
  for (const key of keys) nodeAt(spoken, key.split("/")).own.push({});
  return inTree({ decides }, spoken, { tree, path: [], names: [] });
}

function spokenBy(fields: MappedFields): Spoken {
  const root: Spoken = { own: [], inner: new Map() };
  addFields(root, fields);
  return root;
}

function addFields(at: Spoken, fields: MappedFields): void {
  for (const [name, field] of Object.entries(fields)) {
    const node = nodeAt(at, membersOf(name, field));
    if (field.properties) addFields(node, field.properties);
    else if (field.spread)
      for (const each of field.spread) nodeAt(node, each.split("/")).own.push(field.items ?? {});
    else node.own.push(field);
    if (field.also) nodeAt(at, field.also.split("/")).own.push(field);
  }
}

function nodeAt(at: Spoken, path: readonly string[]): Spoken {
  let here = at;
  for (const member of path) {
    const next: Spoken = here.inner.get(member) ?? { own: [], inner: new Map() };
    here.inner.set(member, next);
    here = next;
  }
  return here;
}

interface Shown<T> {
  readonly tree: T;
  readonly path: readonly string[];
  readonly names: readonly string[];
}

interface Saying {
  readonly decides: boolean;
}

function inTree(
  on: Saying,
  spoken: Spoken,
  { tree, path, names }: Shown<JsonObject>,
): readonly UndeclarablePart[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const inside = { tree: value, path: [...path, name], names: [...names, name] };
    const node = spoken.inner.get(name);
    return node === undefined ? part(on, inside) : inNode(on, node, inside);
  });
}

function inNode(on: Saying, node: Spoken, shown: Shown<Json>): readonly UndeclarablePart[] {
  const { tree, path, names } = shown;
  const [field] = node.own;
  const elements = field?.items?.properties ?? keyed(field);
  if (elements !== undefined) {
    const spoken = spokenBy(elements);
    return listOf(tree).flatMap((each, index) => {
      const own = [...path, labelOf(elements, field?.identity, each) ?? String(index)];
      return isObject(each) ? inTree(on, spoken, { tree: each, path: own, names }) : [];
    });
  }
  if (field?.as === "member" && isObject(tree)) {
    const others = Object.entries(tree).filter(([name]) => !Object.hasOwn(field.members ?? {}, name));
    return others.flatMap(([name, value]) =>
      part(on, { tree: value, path: [...path, name], names: [...names, name] }),
    );
  }
  if (isHidden(tree)) return field === undefined ? part(on, shown) : [];
  if (isObject(tree)) return inTree(on, node, { tree, path, names });
  return field === undefined ? part(on, shown) : [];
}

function keyed(field: MappedField | undefined): MappedFields | undefined {
  return field?.as === "keyed" && field.key !== undefined ? { [field.key]: {} } : undefined;
}

function listOf(tree: Json): readonly Json[] {
  return isArray(tree) ? tree : [tree];
}

function labelOf(
  fields: MappedFields,
  identity: readonly string[] | undefined,
  each: Json,
): string | undefined {
  const names = identity ?? Object.keys(fields).slice(0, 1);
  const texts = names.map((name) => {
    const [member = name] = membersOf(name, fields[name] ?? {});
    const value = isObject(each) ? each[member] : undefined;
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join(", ") : undefined;
}

/**
 * Returns the part as a list with one element. The list is empty if the part is empty, or if it is OpenConfig's
 * `state`, which is never configuration.
 */
function part({ decides }: Saying, { tree, path, names }: Shown<Json>): readonly UndeclarablePart[] {
  const name = names.at(-1) ?? "";
  if (name === "state" || name.endsWith(":state") || isNothing(tree)) return [];
  const isTree = !isHidden(tree) && (isObject(tree) || (isArray(tree) && tree.some(isObject)));
  const isSecret =
    isTree || isHidden(tree) || names.some((one, index) => isSecretName(one, names.slice(0, index)));
  return [
    {
      path: pointer(path),
      name: names.join("."),
      what: isTree ? "child" : "value",
      ...(!isSecret && { value: boundedValue(tree) }),
      ...(decides && !names.some(recordsByName) && { decides: true as const }),
    },
  ];
}

function isNothing(tree: Json): boolean {
  return tree === "" || (isArray(tree) && tree.length === 0);
}

/** Returns the outermost nodes in the read containers that are outside all these paths. */
export function undeclaredAround(whole: JsonObject, paths: readonly string[]): readonly UndeclarablePart[] {
  const taken = paths.map((path) => pointer(members(path)));
  const around = (tree: JsonObject, above: readonly string[]): readonly UndeclarablePart[] =>
    Object.entries(tree).flatMap(([name, value]) => {
      const path = [...above, name];
      const here = pointer(path);
      if (taken.some((each) => isWithin(here, each))) return [];
      const isAbove = taken.some((each) => isWithin(each, here));
      if (!isAbove || !isObject(value) || isHidden(value))
        return part({ decides: false }, { tree: value, path, names: path });
      return around(value, path);
    });
  return around(whole, []);
}

/** Returns the list entries whose keys do not fit the kind's variables. */
export function entriesWithoutKey(
  path: string,
  live: Json,
  known: ReadonlySet<Json>,
): readonly UndeclarablePart[] {
  const steps = members(path);
  const others = asList(live).filter((each) => !known.has(each));
  return others.map((each, index) => {
    const [first] = isObject(each) ? Object.values(each) : [];
    const label = typeof first === "string" || typeof first === "number" ? String(first) : String(index);
    return { path: pointer([...steps, label]), name: steps.join("."), what: "child" };
  });
}
