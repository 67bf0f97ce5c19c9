/** Fields according to another client: as schemas of newer paths, and as patches of a description. */

import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { FactField } from "./client-facts.ts";

/**
 * Returns the fields as a tree. The client lists the fields inside an object next to all other fields, each with the
 * object's name.
 */
export function fieldTree(fields: readonly FactField[]): Readonly<Record<string, FactField>> {
  const own = fields.filter(
    ({ name, inPath, in: around }) => name !== undefined && !inPath && around.length === 0,
  );
  const inner = Map.groupBy(
    fields.filter((each) => !each.inPath && each.in.length > 0),
    (each) => each.in[0] ?? "",
  );
  const objects = [...inner].map(([name, parts]) => [
    name,
    { name, type: "Object", in: [], fields: parts.map((each) => ({ ...each, in: each.in.slice(1) })) },
  ]);
  return Object.fromEntries([...own.map((each) => [each.name ?? "", each]), ...objects]);
}

const types: Readonly<Record<string, string>> = {
  ...{ String: "string", Int64: "integer", Float64: "number", Bool: "boolean" },
  ...{ List: "array", Set: "array", Map: "object", Object: "object" },
};

/** The schema of an object that is newer than the description. */
export function newerSchema(tree: Readonly<Record<string, FactField>>): JsonObject {
  const known = Object.entries(tree).filter(([, each]) => !each.computed);
  const required = known.filter(([, each]) => each.required).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(known.map(([name, each]) => [name, newerField(each)])),
    ...(required.length > 0 && { required }),
  };
}

function newerField({ type, elementType, fields, enum: values, minimum, maximum }: FactField): JsonObject {
  const inner = fields
    ? newerSchema(fieldTree(fields))
    : { type: types[elementType ?? "String"] ?? "string" };
  const bounds = { ...(values && { enum: [...values] }), ...(minimum !== undefined && { minimum }) };
  if (type === "Object") return inner;
  if (type === "Map") return { type: "object", additionalProperties: inner };
  if (type === "List" || type === "Set") return { type: "array", items: inner };
  return { type: types[type ?? ""] ?? "string", ...bounds, ...(maximum !== undefined && { maximum }) };
}

/** Facts from the client that correct a kind's draft. `since` marks fields that are missing in the description. */
export function patchOf(
  draft: JsonObject,
  tree: Readonly<Record<string, FactField>>,
  since: string,
): JsonObject {
  const { [String(draft.key)]: _, ...others } = tree;
  const fields = fieldsPatch(draft.fields, others, since);
  const reset = resetOf(tree);
  const isReset =
    Object.keys(reset).length > 0 && draft.form !== "collection" && typeof draft.update === "string";
  return {
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(isReset && { remove: draft.update ?? null, reset }),
  };
}

function fieldsPatch(
  drafts: Json | undefined,
  tree: Readonly<Record<string, FactField>>,
  since: string,
): JsonObject {
  const known = isObject(drafts) ? drafts : {};
  const patches = Object.entries(tree).map(([name, each]): readonly [string, JsonObject] => {
    const draft = known[name];
    if (each.computed) return [name, {}];
    if (isObject(draft)) return [name, fieldPatch(draft, each, since)];
    return [name, { ...fresh(each), since }];
  });
  return Object.fromEntries(patches.filter(([, patch]) => Object.keys(patch).length > 0));
}

/** A field that is missing in the description. Only the outermost level has `since`. */
function fresh(each: FactField): JsonObject {
  const { type, fields, elementType } = each;
  const tree = fields ? fieldTree(fields) : {};
  const inner = fields
    ? {
        type: "object",
        properties: Object.fromEntries(Object.entries(tree).map(([name, one]) => [name, fresh(one)])),
      }
    : { type: types[elementType ?? "String"] ?? "string" };
  const bounds = newerField(each);
  if (type === "Object") return inner;
  if (type === "Map") return { type: "object", additionalProperties: inner };
  const plain = type === "List" || type === "Set" ? { type: "array", items: inner } : bounds;
  return { ...plain, ...habits(plain, each) };
}

function fieldPatch(draft: JsonObject, each: FactField, since: string): JsonObject {
  const inner = each.fields ? fieldTree(each.fields) : undefined;
  const values = newValues(draft, each);
  const properties = inner && each.type === "Object" ? fieldsPatch(draft.properties, inner, since) : {};
  return {
    ...(draft.support === "assumed" && !each.writeOnly && { support: "tried" }),
    ...(draft.support === "assumed" && each.writeOnly && { support: null }),
    ...(values && { enum: values }),
    ...habits(draft, each),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(inner && elementsPatch(draft, { each, inner, since })),
  };
}

interface Elements {
  readonly each: FactField;
  readonly inner: Readonly<Record<string, FactField>>;
  readonly since: string;
}

function elementsPatch(draft: JsonObject, { each, inner, since }: Elements): JsonObject {
  const name = each.type === "Map" ? "additionalProperties" : "items";
  if (each.type === "Object") return {};
  const at = draft[name];
  if (!isObject(at)) return { [name]: fresh({ ...each, type: "Object" }) };
  const properties = fieldsPatch(at.properties, inner, since);
  return Object.keys(properties).length > 0 ? { [name]: { properties } } : {};
}

/** Properties of a field: whether it is a set, identifies its element, or is a secret. */
function habits(draft: JsonObject, each: FactField): JsonObject {
  const inner = Object.entries(each.fields ? fieldTree(each.fields) : {});
  const ids = inner.filter(([, one]) => one.id).map(([name]) => name);
  const isList = draft.type === "array" && (each.type === "List" || each.type === "Set");
  const isIdentified = isList && !each.ordered && ids.length > 0;
  const isSet =
    isList && !isIdentified && (each.type === "Set" || (each.fields !== undefined && !each.ordered));
  return {
    ...(isIdentified && { identity: ids }),
    ...(isSet && { set: true }),
    ...(each.writeOnly && { access: "writeOnly" }),
    ...(each.sensitive && { secret: each.writeOnly ? "hidden" : "shown" }),
  };
}

/**
 * The allowed values of the description and of the client, those of the description first; undefined if the client adds
 * none.
 */
function newValues({ type, enum: known }: JsonObject, { enum: values = [] }: FactField): Json | undefined {
  if (known === undefined && values.length > 0 && type === "string") return [...values];
  if (!isArray(known)) return undefined;
  const more = values.filter((each) => !known.includes(each));
  return more.length > 0 && known.every((each) => typeof each === "string") ? [...known, ...more] : undefined;
}

/** The values to which a removal resets the resource. */
function resetOf(tree: Readonly<Record<string, FactField>>): JsonObject {
  const known = Object.entries(tree).flatMap(([name, each]): readonly (readonly [string, Json])[] => {
    if (each.valueWhenRemoved !== undefined) return [[name, each.valueWhenRemoved as Json]];
    const inner = each.type === "Object" && each.fields ? resetOf(fieldTree(each.fields)) : {};
    return Object.keys(inner).length > 0 ? [[name, inner]] : [];
  });
  return Object.fromEntries(known);
}
