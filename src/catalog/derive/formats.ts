/** What an overlay says of texts by the names of their fields, so that fields of a newer description have it too. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Field } from "../schema/field.ts";

/** Words of a text. */
type FormatWords = Pick<Field, "format" | "hostBits">;

/** Name of a field, `*End`, or path such as `addresses.value` and `kind.addresses.value` → its words; null: none. */
export type FormatsByName = Readonly<Record<string, FormatWords | null>>;

/** The files by kind, their texts with what their names say. `unknown` takes names that say nothing. */
export function formatted(
  files: readonly JsonObject[],
  formats: FormatsByName,
  unknown: string[],
): Readonly<Record<string, JsonObject>> {
  const used = new Set<string>();
  const kinds = files.map((file) => [String(file.kind), withFormats(file, formats, used)] as const);
  for (const name of Object.keys(formats))
    if (!used.has(name)) unknown.push(`formats: no text that has none is called ${name}`);
  return Object.fromEntries(kinds);
}

function withFormats(file: JsonObject, formats: FormatsByName, used: Set<string>): JsonObject {
  const { kind, fields } = file;
  if (!isObject(fields) || Object.keys(formats).length === 0) return file;
  const wordsOf = (trail: readonly string[]) => {
    const name = nameSaid(formats, [String(kind), ...trail]);
    if (name === undefined) return {};
    used.add(name);
    return formats[name] ?? {};
  };
  return { ...file, fields: inFields(fields, [], wordsOf) };
}

/** The most particular one: the longest path that ends here, else the longest end of the last name. */
function nameSaid(formats: FormatsByName, path: readonly string[]): string | undefined {
  const whole = path.map((_, at) => path.slice(at).join(".")).find((each) => Object.hasOwn(formats, each));
  if (whole !== undefined) return whole;
  const last = path.at(-1) ?? "";
  return Object.keys(formats)
    .filter((each) => each.startsWith("*") && last.endsWith(each.slice(1)))
    .toSorted((a, b) => b.length - a.length)[0];
}

type WordsOf = (trail: readonly string[]) => FormatWords;

function inFields(fields: JsonObject, above: readonly string[], wordsOf: WordsOf): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, inField(field, [...above, name], wordsOf)]),
  );
}

function inField(field: Json, trail: readonly string[], wordsOf: WordsOf): Json {
  if (!isObject(field) || field.refersTo !== undefined || field.secret !== undefined) return field;
  const { type, format, enum: choices, properties, items, additionalProperties } = field;
  // What has no type may be a number, or a text that stands for it.
  const isText = type === "string" || (type === undefined && properties === undefined && items === undefined);
  if (isText && (format !== undefined || isArray(choices))) return field;
  if (isText) return { ...field, ...wordsOf(trail) };
  return {
    ...field,
    ...(isObject(properties) && { properties: inFields(properties, trail, wordsOf) }),
    ...(items !== undefined && { items: inField(items, trail, wordsOf) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: inField(additionalProperties, trail, wordsOf),
    }),
  };
}
