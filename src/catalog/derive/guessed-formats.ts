/**
 * Guesses the formats of texts from the names of their fields. These formats are used only for comparison, so a wrong
 * guess rejects nothing.
 */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { FormatWord } from "../schema/format.ts";

/** Formats by name suffix. The first match counts. */
const byName: readonly (readonly [RegExp, readonly FormatWord[]])[] = [
  [/(?:^|[a-z_-])(?:mac|Mac|MAC)(?:[_-]?[aA]ddr(?:ess)?(?:es)?)?s?$/, ["mac"]],
  [
    /(?:^|[_-])ip(?:v[46])?(?:[_-]?addr(?:ess)?(?:es)?)?s?$|[a-z](?:Ip|IP)(?:v[46])?(?:Addr(?:ess)?(?:es)?)?s?$/,
    ["cidr", "ip"],
  ],
  [/(?:cidr|subnet|prefix|gateway|next[_-]?hop)(?:es|s)?$/i, ["cidr", "ip"]],
  [/e-?mail(?:[_-]?addr(?:ess)?(?:es)?)?s?$/i, ["email"]],
  [/(?:^|[a-z_-])(?:ur[il]|Ur[il]|UR[IL])s?$/, ["uri"]],
  [/time[_-]?zone$/i, ["timeZone"]],
  [
    /(?:allowed|tagged|trunk)[_-]?vlans$|vlan[_-]?(?:list|range)s?$|port[_-]?ranges?$/i,
    ["numberSet", "ignoreCase"],
  ],
];

/** Returns a patch that sets formats by name. `found` collects the places. Undefined: no name suggests a format. */
export function formatsByName(
  fields: Json | undefined,
  trail: string,
  found: string[],
): JsonObject | undefined {
  return patchOf(fields, (name, field) => inField({ name, field, trail: trail + name, found }));
}

function patchOf(
  fields: Json | undefined,
  inside: (name: string, field: JsonObject) => JsonObject | undefined,
): JsonObject | undefined {
  const patches = Object.entries(isObject(fields) ? fields : {}).flatMap(([name, field]) => {
    const patch = isObject(field) ? inside(name, field) : undefined;
    return patch ? [[name, patch] as const] : [];
  });
  return patches.length === 0 ? undefined : Object.fromEntries(patches);
}

interface NamedField {
  readonly name: string;
  readonly field: JsonObject;
  readonly trail: string;
  readonly found: string[];
}

/**
 * Returns a patch that sets the formats in one field. Undefined: no name suggests a format. The elements of a list have
 * the list's name, and the members of a map have names of their own.
 */
function inField({ name, field, trail, found }: NamedField): JsonObject | undefined {
  const { type, properties, items, additionalProperties } = field;
  if (type === "string") return ofText({ name, field, trail, found });
  const parts = {
    properties: formatsByName(properties, `${trail}.`, found),
    items: isObject(items) ? inField({ name, field: items, trail: `${trail}[]`, found }) : undefined,
    additionalProperties: isObject(additionalProperties)
      ? formatsByName(additionalProperties.properties, `${trail}.*.`, found)
      : undefined,
  };
  const { additionalProperties: inMap, ...plain } = parts;
  const known = [
    ...Object.entries(plain).flatMap(([word, patch]) => (patch ? [[word, patch] as const] : [])),
    ...(inMap ? [["additionalProperties", { properties: inMap }] as const] : []),
  ];
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

function ofText({ name, field, trail, found }: NamedField): JsonObject | undefined {
  const isKnown = ["enum", "format", "pattern", "secret", "refersTo"].some(
    (word) => field[word] !== undefined,
  );
  const [, words] = (isKnown ? undefined : byName.find(([end]) => end.test(name))) ?? [];
  if (words === undefined) return undefined;
  found.push(trail);
  return { format: [...words] };
}
