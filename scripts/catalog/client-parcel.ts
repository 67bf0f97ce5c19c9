/** A parcel from another client's facts: a name, a description, and values with their type. */

import { isArray, isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { FactResource } from "./client-facts.ts";
import { type ClientFields, clientFields, type Note } from "./client-fields.ts";

/** Returns the fields of the parcel itself, besides the fields of its data, for `clientKind`. */
export function parcelFields(resource: FactResource, note: Note): ClientFields {
  const made = clientFields(resource.fields, { note });
  const taken = new Map(
    Object.keys(made.fields).map((name) => [name, own.has(name) ? inData(name) : name] as const),
  );
  const named = Object.entries(made.fields).map(
    ([name, field]) => [taken.get(name) ?? name, { wire: `data.${name}`, ...anyValue(field) }] as const,
  );
  return {
    fields: { name: nameField, description: { type: "string" }, ...Object.fromEntries(named) } as Record<
      string,
      JsonObject
    >,
    required: ["name", ...made.required.map((name) => taken.get(name) ?? name)],
    along: resource.typeValue === undefined ? {} : { type: resource.typeValue },
  };
}

/** The settings of a collection's requests, adapted to parcels. */
export function asParcel({ typeValue }: FactResource, { list = {}, ...words }: JsonObject): JsonObject {
  const only = typeValue === undefined ? {} : { only: { "data.type": typeValue } };
  return { ...words, id: "parcelId", list: { ...(isObject(list) && list), ...only }, codec: "parcel" };
}

const own: ReadonlySet<string> = new Set(["name", "description"]);

/** The schema of a parcel's name, as in all of the product's schemas of parcels. */
const nameField: JsonObject = { type: "string", minLength: 1, maxLength: 128, pattern: '^[^&<>! "]+$' };

function inData(name: string): string {
  return `data${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/**
 * Returns the field for values that may be the name of a variable. Only texts, objects and lists of objects therefore
 * keep their types.
 */
function anyValue(field: JsonObject): JsonObject {
  const { type, enum: _, minimum: __, maximum: ___, secret, sendsAlong, items, properties, ...words } = field;
  const along = isObject(sendsAlong ?? null) ? { sendsAlong: wrapped(sendsAlong ?? {}) } : {};
  if (isObject(properties ?? null))
    return { ...words, ...along, type: "object", properties: inside(properties ?? {}) };
  if (isObject(items ?? null) && isObject(items) && isObject(items.properties ?? null))
    return {
      ...words,
      ...along,
      type: "array",
      items: { ...items, properties: inside(items.properties ?? {}) },
    };
  if (secret !== undefined) return { ...words, ...along, access: "writeOnly", secret: "hidden" };
  const isText = type === "string" || type === undefined;
  return { ...words, ...along, ...(isText && type !== undefined && { type }), support: "assumed" };
}

function inside(properties: Json): JsonObject {
  if (!isObject(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, isObject(field) ? anyValue(field) : field]),
  );
}

/** Fixed members as values of a parcel. */
function wrapped(along: Json): JsonObject {
  if (!isObject(along) || isArray(along)) return {};
  return Object.fromEntries(
    Object.entries(along).map(([name, value]) => [name, { optionType: "global", value }]),
  );
}
