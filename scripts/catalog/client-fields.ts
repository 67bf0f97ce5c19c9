/**
 * Makes the fields of a kind from another client's facts: objects of the body become objects in a tree, and fields have
 * their names in replies.
 */

import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import { isSecretName } from "../../src/model/names/secret-names.ts";
import type { FactField } from "./client-facts.ts";
import { sortedFields } from "./client-sorts.ts";

/** The fields made from facts. */
export interface ClientFields {
  readonly fields: Readonly<Record<string, JsonObject>>;
  readonly required: readonly string[];
  /**
   * Members of the body that always have the same value. They are sent with the fields, and are not fields themselves.
   */
  readonly along: JsonObject;
}

/** Records what is left out, and why. */
export type Note = (field: string, why: string) => void;

/** Types in facts → types of fields. */
export const types: Readonly<Record<string, string>> = {
  ...{ String: "string", Int64: "integer", Float64: "number", Bool: "boolean" },
  ...{ StringInt64: "integer", List: "array", Set: "array", Map: "object" },
};

/** In the facts, this stands for the value of a required field if any text will do. It is not a fixed value. */
const anyText = "AnyNonEmptyString";

/** How to read objects of the body. */
export interface Reading {
  readonly note: Note;
  /**
   * Paths of objects in the body that are not objects in the catalog. Their members become fields of the parent. `a.0`
   * is the only element of the list `a`.
   */
  readonly flat?: readonly string[] | undefined;
}

/**
 * Makes the fields that are in one object. `depth`: the number of objects around this object. As many steps are skipped
 * at the beginning of the fields' paths.
 */
export function clientFields(all: readonly FactField[], on: Reading, depth = 0): ClientFields {
  const { note, flat = [] } = on;
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
        fields[name] = fieldOf(first, on);
        if (first.required) required.push(name);
      }
    } else if (flat.includes(head) || (first.in[depth + 1] === "0" && flat.includes(`${head}.0`))) {
      const around = flat.includes(head) ? [head] : [head, "0"];
      const inner = clientFields(group, notedIn(head, on), depth + around.length);
      const beside = besideOthers(inner, around);
      Object.assign(fields, beside.fields);
      required.push(...beside.required);
    } else if (group.every((each) => each.in[depth + 1] === "0")) {
      const inner = clientFields(group, notedIn(head, on), depth + 2);
      if (Object.keys(inner.fields).length > 0) fields[head] = { ...objectOf(inner), wire: `${head}.0` };
    } else if (/^\d+$/.test(group[0]?.in[depth + 1] ?? "")) {
      note(`${head}.*`, "stands in a list by its position");
    } else {
      const inner = clientFields(group, notedIn(head, on), depth + 1);
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

function notedIn(head: string, { note, ...on }: Reading): Reading {
  return { ...on, note: (field, why) => note(`${head}.${field}`, why) };
}

/** The fields of an inner object, or of a list's only element, as fields of the parent. */
function besideOthers(inner: ClientFields, around: readonly string[]): ClientFields {
  const at = (name: string) => [...around, name].join(".");
  const alone = Object.keys(inner.fields).length === 1 && around.length > 1 ? around[0] : undefined;
  const rows = Object.entries(inner.fields).map(([name, field]) => {
    const { wire = name, sendsAlong, shownIf, ...words } = field;
    const moved = (members: Json | undefined) =>
      isObject(members)
        ? Object.fromEntries(Object.entries(members).map(([key, value]) => [at(key), value]))
        : {};
    const along = { ...moved(sendsAlong) };
    return [
      alone ?? name,
      {
        ...words,
        wire: at(String(wire)),
        ...(Object.keys(along).length > 0 && { sendsAlong: along }),
        ...(shownIf !== undefined && { shownIf: moved(shownIf) }),
      },
    ] as const;
  });
  const required = inner.required.map((name) => alone ?? name);
  return { fields: Object.fromEntries(rows) as Record<string, JsonObject>, required, along: {} };
}

/**
 * Adds an object's fixed members to each of its fields, so that they are sent with the field. At the root, they are
 * sent with the whole body instead.
 */
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

function fieldOf(each: FactField, on: Reading): JsonObject {
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
    ...(each.emptyText && { enum: [true], values: { true: "" } }),
    ...(type === undefined && { support: "assumed" }),
    ...((type === "List" || type === "Set") && listOf(each, on)),
    ...(type === undefined && each.fields && { type: "array", ...listOf(each, on) }),
    ...(type === "Map" && { additionalProperties: elementsOf(each, elementType, on) }),
  };
}

function isKnown(type: string | undefined): boolean {
  return type !== undefined && types[type] !== undefined;
}

/** The constraints of a plain value. */
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

/**
 * Returns a list as the catalog describes it. If all fields that identify its elements are usable, they are its
 * identity. Otherwise the list is compared as a whole, as a set unless order matters.
 */
function listOf(each: FactField, on: Reading): JsonObject {
  const sorts = new Set((each.fields ?? []).flatMap(({ when = {} }) => Object.keys(when)));
  // A member with the type of an element does not become a field, so it cannot be part of the identity.
  const ids = (each.fields ?? []).filter(
    ({ id, name = "", in: around }) => id && name !== "" && !sorts.has(name) && around.length === 0,
  );
  const identity = ids.map(({ name = "" }) => name);
  const isIdentified = !each.ordered && identity.length > 0 && identity.length === idsOf(each).length;
  return {
    ...(isIdentified && { identity }),
    ...(!isIdentified && !isOrdered(each) && { set: true }),
    ...(each.fields && { closed: true }),
    items: elementsOf(each, each.elementType, on),
  };
}

/** For plain values, the client uses a set if order does not matter, and a list if it does. */
function isOrdered({ ordered, type, fields }: FactField): boolean {
  return ordered === true || (type === "List" && fields === undefined);
}

function idsOf({ fields = [] }: FactField): readonly FactField[] {
  return fields.filter(({ id }) => id);
}

function elementsOf(each: FactField, elementType: string | undefined, on: Reading): JsonObject {
  const { fields, enum: values } = each;
  if (fields === undefined)
    return {
      type: types[elementType ?? "String"] ?? "string",
      ...(values && { enum: [...new Set(values)] }),
    };
  const inner = sortedFields(fields, {
    on: notedIn(`${each.name}[]`, on),
    ...{ fields: clientFields, field: fieldOf },
  });
  const isAlone = Object.keys(inner.along).length === 0;
  const along = ({ sendsAlong = {} }: JsonObject) => ({
    sendsAlong: { ...(isObject(sendsAlong) && sendsAlong), ...inner.along },
  });
  const properties = Object.fromEntries(
    Object.entries(inner.fields).map(([name, field]) => [
      name,
      isAlone ? field : { ...field, ...along(field) },
    ]),
  );
  return objectOf({ ...inner, fields: properties });
}

/** A value that is written as text, converted to the field's type. */
function asTyped({ type, value = null }: FactField): JsonObject[string] {
  if (typeof value !== "string") return value;
  if (type === "Bool") return value === "true";
  return type === "Int64" ? Number(value) : value;
}
