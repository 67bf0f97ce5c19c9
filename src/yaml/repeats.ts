/**
 * Replaces repeated parts of a JSON Schema by references to definitions. This reduces the schemas for editors to a
 * fifth. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../model/json.ts";
import { definitionsOf, objectAt } from "./json-schema.ts";

/** Shorter repeated parts stay as they are, because a reference would not be easier to read. */
const shortest = 160;

/**
 * Returns the same schema, in which repeated parts are definitions. A definition has the name of the member for which
 * it is used.
 */
export function repeatsDefined(schema: JsonObject): JsonObject {
  const counts = new Map<string, number>();
  const count = (part: JsonObject): JsonObject => {
    const text = JSON.stringify(part);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    // The contents of a repeated part are counted only the first time, because its definition will contain them once.
    if (before === 0) mapParts(part, count);
    return part;
  };
  mapParts(schema, count);
  const names = new Map<string, string>();
  const definitions: Record<string, Json> = {};
  const refer = (part: JsonObject, member: string): JsonObject => {
    const text = JSON.stringify(part);
    if (text.length < shortest || (counts.get(text) ?? 0) < 2) return mapParts(part, refer, member);
    const known = names.get(text);
    if (known !== undefined) return { $ref: `#/definitions/${known}` };
    const name = freeName(member, [...names.values(), ...Object.keys(objectAt(schema, "definitions"))]);
    names.set(text, name);
    definitions[name] = mapParts(part, refer, member);
    return { $ref: `#/definitions/${name}` };
  };
  const { definitions: before, ...whole } = mapParts(schema, refer);
  return {
    ...whole,
    ...definitionsOf({
      ...(isObject(before ?? null) && objectAt({ before: before ?? {} }, "before")),
      ...definitions,
    }),
  };
}

function freeName(member: string, taken: readonly string[]): string {
  const free = (number: number): string => {
    const name = number === 1 ? member : `${member}${number}`;
    return taken.includes(name) ? free(number + 1) : name;
  };
  return free(1);
}

const maps = ["properties", "patternProperties", "definitions"];
const lists = ["anyOf", "oneOf", "allOf"];
const single = ["items", "additionalProperties", "then", "else"];

/**
 * Replaces each schema directly inside a schema. `member` is the name of the member for which the inner schema is used.
 */
function mapParts(
  schema: JsonObject,
  replace: (part: JsonObject, member: string) => JsonObject,
  member = "part",
): JsonObject {
  const one = (part: Json, name: string) => (isObject(part) ? replace(part, name) : part);
  const entries = Object.entries(schema).map(([key, value]): readonly [string, Json] => {
    if (maps.includes(key) && isObject(value))
      return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, one(part, name)]))];
    if (lists.includes(key) && isArray(value)) return [key, value.map((part) => one(part, member))];
    return [key, single.includes(key) ? one(value, member) : value];
  });
  return Object.fromEntries(entries);
}
