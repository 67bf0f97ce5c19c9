/** JSON Schemas that also accept expressions: a text with `${...}` is valid wherever a value is expected. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { objectAt } from "../yaml/json-schema.ts";

/** The name of the definition for expressions. */
export const expressionName = "expression";

const pattern = "\\$\\{";

/** The schema of an expression as a value. It also accepts null, which removes the inherited value. */
export const expressionDefinition: JsonObject = {
  description: "An expression in ${}, or null, which removes the inherited value.",
  type: ["string", "null"],
  pattern,
};

const reference: JsonObject = { $ref: `#/definitions/${expressionName}` };

/** Returns the schema, extended at all levels to accept expressions and null. References stay unchanged. */
export function opened(schema: JsonObject): JsonObject {
  const { anyOf, oneOf, ...rest } = schema;
  const choices = isArray(anyOf) ? anyOf : oneOf;
  if ("$ref" in schema) return schema;
  if (isArray(choices)) return { ...rest, anyOf: [...choices.map(inside), reference] };
  if (isArray(schema.type) || schema.type === "object") return openedMap(schema);
  const isBounded = ["const", "enum", "pattern", "format", "maxLength"].some((word) => word in schema);
  if (isBounded || "allOf" in schema) return either(schema);
  switch (schema.type) {
    case "string":
      return { ...schema, type: ["string", "null"] };
    case "integer":
    case "number":
    case "boolean":
      return { ...schema, type: [schema.type, "string", "null"], pattern };
    case "array":
      return { ...schema, ...inside(schema), type: ["array", "string", "null"], pattern };
    default:
      return schema;
  }
}

function either({ description, ...rest }: JsonObject): JsonObject {
  return { ...(description !== undefined && { description }), anyOf: [rest, reference] };
}

/**
 * Extends the parts of a schema to accept expressions. The schema itself stays unchanged, because the caller adds an
 * alternative to it.
 */
function inside(schema: Json): JsonObject {
  if (!isObject(schema)) return {};
  if (schema.type === "object") {
    const { pattern: _, ...map } = openedMap(schema);
    return { ...map, type: "object" };
  }
  const { items } = schema;
  return isObject(items ?? null) ? { ...schema, items: opened(objectAt(schema, "items")) } : schema;
}

/**
 * Extends the schema of a map. In a closed map (`additionalProperties: false`), each list and map also gets a `+`
 * variant (`tags+`), and keys may be expressions.
 */
function openedMap(schema: JsonObject): JsonObject {
  const { properties = {}, patternProperties = {}, propertyNames, additionalProperties, ...rest } = schema;
  const members = Object.entries(isObject(properties) ? properties : {});
  const own = members.map(([name, member]) => [name, isObject(member) ? opened(member) : member] as const);
  const added = own.filter(([, member]) => isObject(member) && isAppendable(member)).map(([name]) => name);
  const isClosed = additionalProperties === false;
  const plus = added.map((name) => name.replaceAll(/[^\w-]/g, "\\$&")).join("|");
  const patterns = {
    ...(isObject(patternProperties) && patternProperties),
    ...(added.length > 0 && { [`^(?:${plus})\\+$`]: { type: ["array", "object", "string"] } }),
    "\\$\\{": {},
  };
  const isWhole = rest.type === "object";
  return {
    ...rest,
    ...(isWhole && { type: ["object", "string", "null"], pattern }),
    ...(own.length > 0 && { properties: Object.fromEntries(own) }),
    ...(isClosed && { patternProperties: patterns }),
    ...(propertyNames !== undefined && { propertyNames: keySchema(propertyNames) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties)
        ? opened(additionalProperties)
        : additionalProperties,
    }),
  };
}

/** True for the schema of a list or a map, which `field+` can extend. */
function isAppendable({ type, anyOf }: JsonObject): boolean {
  const types = isArray(type) ? type : [type];
  if (types.includes("array") || types.includes("object")) return true;
  return isArray(anyOf) && anyOf.some((each) => isObject(each) && isAppendable(each));
}

/** Removes the type of a key's schema. Keys are always texts, but editors treat `0` as a number. */
function keySchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { type: _, ...rest } = schema;
  const isBounded = ["enum", "const", "pattern", "format", "maxLength"].some((word) => word in rest);
  return isBounded ? { anyOf: [rest, { pattern }] } : rest;
}
