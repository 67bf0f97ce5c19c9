/**
 * vManage's parcels, on top of a server that stores records without envelopes. In a parcel, each value contains its own
 * type.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { objects, placeOf, type Resource, textOf } from "./client-facts.ts";

/**
 * Returns the resource of a parcel as a `ClientServer` stores it. Its data is beside its name, and its id has a place
 * of its own.
 */
export function plainParcel(resource: Resource): Resource {
  if (resource.words.parcelType === undefined) return resource;
  const inData = resource.fields.map((field) =>
    field.inPath === true ? field : { ...field, in: ["data", ...placeOf(field.in)] },
  );
  const { typeValue } = resource.words;
  const type =
    typeof typeValue === "string" ? [{ name: "type", in: ["data"], type: "String", value: typeValue }] : [];
  const named = [
    { name: "name", type: "String", required: true },
    { name: "description", type: "String" },
  ];
  return {
    ...resource,
    words: { ...resource.words, idAttribute: "parcelId" },
    fields: [...named, ...type, ...inData.map(untyped)],
  };
}

/**
 * Returns the field without its type. Values of parcels are not checked against types, because each may be a variable.
 */
function untyped(field: JsonObject): JsonObject {
  const { type: _, enum: __, minimum: ___, maximum: ____, fields, ...others } = field;
  const inner = objects(fields).map(untyped);
  return inner.length > 0 ? { ...others, type: "List", fields: inner } : others;
}

/** A node in a parcel: a value, a list of objects, or an object that contains further nodes. */
type Node = "value" | { readonly list: Tree } | { readonly object: Tree };
type Tree = Map<string, Node>;

/** Returns the tree of a parcel's data. */
export function treeOf(fields: readonly JsonObject[]): Tree {
  const tree: Tree = new Map();
  for (const field of fields) {
    const name = textOf(field, "name");
    if (field.inPath === true || name === "") continue;
    const at = placeOf(field.in).reduce<Tree>((around, part) => {
      const found = around.get(part);
      if (typeof found === "object" && "object" in found) return found.object;
      const object: Tree = new Map();
      around.set(part, { object });
      return object;
    }, tree);
    const inner = objects(field.fields);
    if (typeof at.get(name) !== "object") at.set(name, inner.length > 0 ? { list: treeOf(inner) } : "value");
  }
  return tree;
}

/** Returns a body's data without the types of values. Throws if a value has no type, or a wrong one. */
export function bareData(tree: Tree, data: Json): JsonObject {
  if (!isObject(data)) throw new Error("data is no object");
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      const node = tree.get(name);
      if (node === undefined) return [[name, value]];
      if (node === "value") {
        const own = bareValue(name, value);
        return own === undefined ? [] : [[name, own]];
      }
      if ("object" in node) return [[name, bareData(node.object, value)]];
      if (!isArray(value)) throw new Error(`${name} is no list`);
      return [[name, value.map((each) => bareData(node.list, each))]];
    }),
  );
}

function bareValue(name: string, value: Json): Json | undefined {
  if (!isObject(value)) throw new Error(`${name} does not say of which sort it is`);
  const { optionType, value: own, ...others } = value;
  if (Object.keys(others).length > 0) throw new Error(`${name} has more than a sort and a value`);
  // A default is shown with the value that was sent with it, if there was one.
  if (optionType === "default") return own;
  if (optionType === "global" && own !== undefined) return own;
  if (optionType === "variable" && typeof own === "string" && own.startsWith("{{")) return own;
  throw new Error(`${name} is of no sort`);
}

/** Returns a parcel's data as it is shown: each value with its type. */
export function sortedData(tree: Tree, data: Json): Json {
  if (!isObject(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const node = tree.get(name);
      if (node === undefined) return [name, value];
      if (node === "value") return [name, { optionType: "global", value }];
      if ("object" in node) return [name, sortedData(node.object, value)];
      return [name, isArray(value) ? value.map((each) => sortedData(node.list, each)) : value];
    }),
  );
}
