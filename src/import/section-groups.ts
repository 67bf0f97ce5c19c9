/** Sections in groups: dots in a section's name lead into maps. Pure. */

import { isObject, type Json, type JsonObject } from "../model/json.ts";

/** What a map holds under a section's name, or under a field's that has dots itself. */
export function sectionIn(value: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(value, name)) return value[name];
  const [first = "", ...rest] = name.split(".");
  const inner = Object.hasOwn(value, first) ? (value[first] ?? null) : null;
  return rest.length > 0 && isObject(inner) ? sectionIn(inner, rest.join(".")) : undefined;
}

/** The map with these sections in it, in their groups: later ones behind earlier ones. */
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
