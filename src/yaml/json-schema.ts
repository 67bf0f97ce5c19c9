/** Generates JSON Schemas from zod schemas, and combines several of them. Pure. */

import { z } from "zod";
import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { asJson } from "./schema-output.ts";

/** The version of JSON Schema that editors support. */
export const draft = "http://json-schema.org/draft-07/schema#";

/** Returns the allowed input as a schema, without `$schema`. */
export function jsonSchema(schema: z.ZodType): JsonObject {
  const json = asJson(z.toJSONSchema(schema, { target: "draft-7", io: "input", unrepresentable: "any" }));
  const { $schema: _, ...rest } = isObject(json) ? json : {};
  return rest;
}

/**
 * Separates a schema from its definitions. The names of the definitions begin with the name of the schema, so that
 * schemas can be combined.
 */
export function hoisted(schema: JsonObject, name: string): { definitions: JsonObject; schema: JsonObject } {
  const { definitions = {}, ...rest } = schema;
  const renamed = (text: string) => text.replace("#/definitions/", `#/definitions/${name}.`);
  const own = Object.entries(isObject(definitions) ? definitions : {});
  const moved = own.map(([key, value]) => [`${name}.${key}`, referring(value, renamed)]);
  const inner = referring(rest, renamed);
  return { definitions: Object.fromEntries(moved), schema: isObject(inner) ? inner : {} };
}

function referring(value: Json, renamed: (text: string) => string): Json {
  if (isArray(value)) return value.map((each) => referring(each, renamed));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === "$ref" && typeof each === "string" ? renamed(each) : referring(each, renamed),
  ]);
  return Object.fromEntries(entries);
}

/** Returns the map at a name, or an empty map if there is none. */
export function objectAt(value: JsonObject, name: string): JsonObject {
  const found = value[name] ?? null;
  return isObject(found) ? found : {};
}

/** Returns the definitions as a member of a schema. The result is empty if there are no definitions. */
export function definitionsOf(definitions: JsonObject): JsonObject {
  return Object.keys(definitions).length === 0 ? {} : { definitions };
}
