/** Sections in groups. Each dot in a section's name leads into a map. Pure. */

import { isObject, type Json, type JsonObject } from "../model/json.ts";

/**
 * Returns the value of a section in a map, or of a field whose name itself contains dots; undefined if the map has
 * neither.
 */
export function sectionIn(value: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(value, name)) return value[name];
  const [first = "", ...rest] = name.split(".");
  const inner = Object.hasOwn(value, first) ? (value[first] ?? null) : null;
  return rest.length > 0 && isObject(inner) ? sectionIn(inner, rest.join(".")) : undefined;
}

/** Returns the map with these sections added in their groups, in order. */
export function inSections(
  value: JsonObject,
  sections: readonly (readonly [string, Json])[],
): Record<string, Json> {
  return sections.reduce<Record<string, Json>>(
    (whole, [name, section]) => put(whole, name.split("."), section),
    {
      ...value,
    },
  );
}

function put(
  whole: Record<string, Json>,
  [first = "", ...rest]: readonly string[],
  section: Json,
): Record<string, Json> {
  if (rest.length === 0) whole[first] = section;
  else {
    const inner = Object.hasOwn(whole, first) ? (whole[first] ?? null) : null;
    whole[first] = put(isObject(inner) ? { ...inner } : {}, rest, section);
  }
  return whole;
}
