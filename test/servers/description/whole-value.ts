/** Makes a value with every member for a schema of facts. */

import { isArray, isObject, type Json } from "../../../src/model/json.ts";

/** Returns a valid value that has every member, and one element in every list. */
export function wholeValue(schema: Json | undefined): Json {
  if (!isObject(schema)) return {};
  const [form] = isArray(schema.oneOf) ? schema.oneOf : [];
  if (form !== undefined) return wholeValue(form);
  if (isArray(schema.enum)) return schema.enum[0] ?? null;
  const { type, properties, items } = schema;
  if (isObject(properties)) {
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, wholeValue(each)]));
  }
  if (type === "array") return [wholeValue(items)];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return typeof schema.minimum === "number" ? schema.minimum : 7;
  return type === "object" ? {} : textOf(schema.format);
}

function textOf(format: Json | undefined): string {
  return format === "date-time" ? "2026-01-01T00:00:00Z" : format === "date" ? "2026-01-01" : "text";
}
