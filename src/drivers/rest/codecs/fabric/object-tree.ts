/**
 * The codec `objectTree`: an object of a fabric with what is below it, `{attributes, children}`, as the fields of one
 * kind. A field's wire name says which part it is:
 *
 * | field                | wire name         | on the wire                                          |
 * |----------------------|-------------------|------------------------------------------------------|
 * | plain                | `arpFlood`        | an attribute                                         |
 * | a list of texts      | `scope`           | an attribute: texts with commas between them         |
 * | plain                | `fvRsCtx.tnName`  | an attribute of the only child of that class         |
 * | a list of texts      | `fvRsProv.tnName` | children of that class, one for each text            |
 * | a list of objects    | `fvSubnet`        | children of that class, with children of their own   |
 *
 * The element of a list is named by the fields that it requires. Lists are whole: what is live and not declared goes.
 */

import { asWireList, asWireObject, isWireObject, type WireObject } from "../../../../catalog/fields/wire.ts";
import type { Field, Fields } from "../../../../catalog/schema/field.ts";
import { asObject, type Json, type JsonObject } from "../../../../model/json.ts";
import type { WireJson } from "../../../../model/wire.ts";
import type { Codec } from "../../codec.ts";
import { type Children, partsOf, shownObject } from "./object-parts.ts";
import { undeclaredInTree } from "./undeclared-tree.ts";

/** Between a tree of objects and the record of a kind. */
export const objectTree: Codec = {
  record: ({ fields }, shown) => {
    const object = shown.attributes === undefined ? undefined : shownObject(shown);
    return object && { ...object.attributes, ...recordIn(fields, object.attributes, object.below) };
  },
  undeclared: ({ fields }, shown, on) => {
    const object = shownObject(shown);
    return object ? undeclaredInTree(on, fields, object) : [];
  },
  body: ({ fields }, { object, live }) => treeOf(fields, object, live),
};

/** What fields say of an object, by their wire names. What else is below it would count as a change of the list. */
function recordIn(fields: Fields, attributes: JsonObject, below: Children): JsonObject {
  const record: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const [first, inner] = partsOf(name, field);
    const children = below.get(first) ?? [];
    const { properties } = field.items ?? {};
    if (properties) record[first] = children.map((each) => recordIn(properties, each.attributes, each.below));
    else if (inner === undefined) Object.assign(record, shown(first, field, attributes));
    else if (field.type === "array")
      record[first] = { [inner]: children.flatMap((each) => each.attributes[inner] ?? []) };
    else if (children[0]) record[first] = { ...asObject(record[first]), ...children[0].attributes };
  }
  return record;
}

function shown(name: string, { type }: Field, attributes: JsonObject): JsonObject {
  const value = attributes[name];
  if (value === undefined) return {};
  if (type !== "array" || typeof value !== "string") return { [name]: value };
  return { [name]: value.split(",").filter((text) => text !== "") };
}

/** An object on its way to the wire; `live` for what of its lists has to go. */
function treeOf(fields: Fields, object: WireObject, live: WireObject): WireObject {
  const byWire = new Map(Object.entries(fields).map(([name, field]) => [partsOf(name, field)[0], field]));
  const attributes: Record<string, WireJson> = {};
  const children: WireObject[] = [];
  for (const [name, value] of Object.entries(object)) {
    const { properties, required = [] } = byWire.get(name)?.items ?? {};
    if (properties && Array.isArray(value)) {
      const lists = { value: value.filter(isWireObject), live: asWireList(live[name]).filter(isWireObject) };
      const naming = required.map((each) => partsOf(each, properties[each] ?? {})[0]);
      children.push(...elements(name, { ...lists, naming, properties }));
    } else if (Array.isArray(value)) attributes[name] = value.join(",");
    else if (isWireObject(value)) children.push(...related(name, value, live));
    else attributes[name] = value;
  }
  return children.length === 0 ? { attributes } : { attributes, children };
}

interface ElementLists extends Readonly<Record<"value" | "live", readonly WireObject[]>> {
  /** The attributes that tell one from another. */
  readonly naming: readonly string[];
  readonly properties: Fields;
}

function elements(name: string, { value, live, naming, properties }: ElementLists): readonly WireObject[] {
  const namesOf = (one: WireObject) =>
    Object.fromEntries(naming.map((each): [string, WireJson] => [each, one[each] ?? ""]));
  const isSame = (one: WireObject, other: WireObject) =>
    naming.every((each) => one[each] !== undefined && one[each] === other[each]);
  const gone = live.filter((one) => !value.some((each) => isSame(one, each)));
  return [
    ...gone.map((one) => ({ [name]: { attributes: { ...namesOf(one), status: "deleted" } } })),
    ...value.map((one) => {
      const before = live.find((each) => isSame(one, each)) ?? {};
      return { [name]: treeOf(properties, one, before) };
    }),
  ];
}

/** The only child of a class, or one for each text of a list. */
function related(name: string, value: WireObject, live: WireObject): readonly WireObject[] {
  const [entry] = Object.entries(value);
  if (entry === undefined || !Array.isArray(entry[1])) return [{ [name]: { attributes: value } }];
  const [attribute] = entry;
  const texts = asWireList(entry[1]);
  const gone = asWireList(asWireObject(live[name])[attribute]).filter((each) => !texts.includes(each));
  return [
    ...gone.map((each) => ({ [name]: { attributes: { [attribute]: each, status: "deleted" } } })),
    ...texts.map((each) => ({ [name]: { attributes: { [attribute]: each } } })),
  ];
}
