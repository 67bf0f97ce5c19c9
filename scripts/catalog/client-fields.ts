/** Fields of a kind from what another client knows: a tree by the objects of the body, with names of replies. */

import type { JsonObject } from "../../src/model/json.ts";
import { isSecretName } from "../../src/model/names/secret-names.ts";
import type { FactField } from "./client-facts.ts";

/** What is made of fields. */
export interface ClientFields {
  readonly fields: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /** What always goes along with a body: fields of one value. */
  readonly along: JsonObject;
}

/** Notes what is left out, and why. */
export type Note = (field: string, why: string) => void;

/** Types of facts as those of fields. */
export const types: Readonly<Record<string, string>> = {
  ...{ String: "string", Int64: "integer", Float64: "number", Bool: "boolean" },
  ...{ StringInt64: "integer", List: "array", Set: "array", Map: "object" },
};

/** What the facts say of a field that must be there and that the product replaces anyhow. */
const anyText = "AnyNonEmptyString";

/** Fields that stand in one object. `depth`: so many parts of their places lead to it. */
export function clientFields(all: readonly FactField[], note: Note, depth = 0): ClientFields {
  const fields: Record<string, JsonObject> = {};
  const required: string[] = [];
  const along: Record<string, JsonObject[string]> = {};
  const own = all.filter((each) => isUsable(each, note));
  for (const [head, group] of Map.groupBy(own, (each) => each.in[depth] ?? `.${each.name}`)) {
    const [first] = group;
    if (first === undefined) continue;
    if (head.startsWith(".")) {
      const { name = "", value } = first;
      if (typeof value === "string" && value !== anyText) along[name] = asTyped(first);
      else {
        fields[name] = fieldOf(first, note);
        if (first.required) required.push(name);
      }
    } else if (/^\d+$/.test(group[0]?.in[depth + 1] ?? "")) {
      note(`${head}.*`, "stands in a list by its position");
    } else {
      const inner = clientFields(group, (field, why) => note(`${head}.${field}`, why), depth + 1);
      if (Object.keys(inner.fields).length === 0) continue;
      if (fields[head] !== undefined) {
        note(head, "is a value and an object");
        continue;
      }
      fields[head] = objectOf(inner);
      if (group.every((each) => each.required)) required.push(head);
    }
  }
  return { fields: withAlong(fields, along, depth), required, along: depth === 0 ? along : {} };
}

/** Inside an object what always goes along goes with each of its fields. */
function withAlong(
  fields: Readonly<Record<string, JsonObject>>,
  along: JsonObject,
  depth: number,
): Readonly<Record<string, JsonObject>> {
  if (depth === 0 || Object.keys(along).length === 0) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, sendsAlong: along }]),
  );
}

function isUsable({ name, inPath, computed, resourceId }: FactField, note: Note): boolean {
  if (inPath || computed || resourceId) return false;
  if (name === undefined) note("?", "has no name: the client makes it something else");
  if (name?.startsWith("dummy_")) note(name, "is the client's own");
  return name !== undefined && !name.startsWith("dummy_") && !name.includes(".");
}

function objectOf({ fields, required }: ClientFields): JsonObject {
  return { type: "object", properties: fields, ...(required.length > 0 && { required: [...required] }) };
}

function fieldOf(each: FactField, note: Note): JsonObject {
  const { name = "", type, elementType, readName, writeOnly, sensitive, immutable, encrypted } = each;
  const isText = type === "String" || (type === undefined && each.fields === undefined);
  const isSecret = isText && (sensitive === true || encrypted === true || isSecretName(name, each.in));
  const access = writeOnly ? "writeOnly" : immutable ? "createOnly" : undefined;
  return {
    ...(isKnown(type) && { type: types[type ?? ""] ?? "string" }),
    ...bounds(each),
    ...(readName !== undefined && readName !== name && { readAs: readName }),
    ...(access && { access }),
    ...(isSecret && { secret: writeOnly ? "hidden" : "shown" }),
    ...(each.numberAsText && type !== "String" && { asText: true }),
    ...(type === undefined && { support: "assumed" }),
    ...((type === "List" || type === "Set") && listOf(each, note)),
    ...(type === undefined && each.fields && { type: "array", ...listOf(each, note) }),
    ...(type === "Map" && { additionalProperties: elementsOf(each, elementType, note) }),
  };
}

function isKnown(type: string | undefined): boolean {
  return type !== undefined && types[type] !== undefined;
}

/** What a plain value may be. */
export function bounds({
  type,
  elementType,
  enum: values,
  minimum,
  maximum,
  minLength,
  maxLength,
}: FactField): JsonObject {
  const isText = type === "String" && elementType === undefined;
  const isNumber = type === "Int64" || type === "Float64" || type === "StringInt64";
  return {
    ...(isText && values && { enum: [...new Set(values)] }),
    ...(isNumber && values && { enum: [...new Set(values.map(Number))] }),
    ...(isNumber && minimum !== undefined && { minimum }),
    ...(isNumber && maximum !== undefined && { maximum }),
    ...(isText && !values && minLength !== undefined && { minLength }),
    ...(isText && !values && maxLength !== undefined && { maxLength }),
  };
}

/** Elements that fields tell apart have an identity; those of a set without are compared whole. */
function listOf(each: FactField, note: Note): JsonObject {
  const ids = (each.fields ?? []).filter(({ id, name, in: around }) => id && name && around.length === 0);
  const identity = ids.map(({ name = "" }) => name);
  const isIdentified = !each.ordered && identity.length > 0 && identity.length === idsOf(each).length;
  return {
    ...(isIdentified && { identity }),
    ...(!isIdentified && !isOrdered(each) && { set: true }),
    ...(each.fields && { closed: true }),
    items: elementsOf(each, each.elementType, note),
  };
}

/** Of plain values a client has a set where their order says nothing: of a list it counts. */
function isOrdered({ ordered, type, fields }: FactField): boolean {
  return ordered === true || (type === "List" && fields === undefined);
}

function idsOf({ fields = [] }: FactField): readonly FactField[] {
  return fields.filter(({ id }) => id);
}

function elementsOf(each: FactField, elementType: string | undefined, note: Note): JsonObject {
  const { fields, enum: values } = each;
  if (fields === undefined)
    return {
      type: types[elementType ?? "String"] ?? "string",
      ...(values && { enum: [...new Set(values)] }),
    };
  const inner = clientFields(fields, (field, why) => note(`${each.name}[].${field}`, why));
  const along = Object.keys(inner.along).length > 0 ? { sendsAlong: inner.along } : {};
  const properties = Object.fromEntries(
    Object.entries(inner.fields).map(([name, field]) => [name, { ...field, ...along }]),
  );
  return objectOf({ ...inner, fields: properties });
}

/** A value that is written as a text, by the field's type. */
function asTyped({ type, value = null }: FactField): JsonObject[string] {
  if (typeof value !== "string") return value;
  if (type === "Bool") return value === "true";
  return type === "Int64" ? Number(value) : value;
}
