/**
 * Sets the formats of texts by the names of fields. The formats come from an overlay, so that new fields in a newer
 * description get formats too.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Field } from "../schema/field.ts";

type FormatWords = Pick<Field, "format" | "hostBits">;

/**
 * Formats by field name, by `*End` for all names with this ending, or by a path such as `addresses.value` or
 * `kind.addresses.value`. Null: the field has no format.
 */
export type FormatsByName = Readonly<Record<string, FormatWords | null>>;

/**
 * Returns the files by kind, with formats by name. `unknown` collects the names in `formats` that belong to no text
 * field, or only to text fields with a format of their own.
 */
export function formatted(
  files: readonly JsonObject[],
  formats: FormatsByName,
  unknown: string[],
): Readonly<Record<string, JsonObject>> {
  const used = new Set<string>();
  const kinds = files.map((file) => [String(file.kind), withFormats(file, formats, used)] as const);
  for (const name of Object.keys(formats))
    if (!used.has(name))
      unknown.push(`formats: there is no text field \`${name}\` that still needs a format`);
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

/**
 * Returns the most specific entry for a path: the entry of the longest matching path, otherwise of the longest suffix
 * of the path's last name. Undefined: no entry matches.
 */
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
  // A field without a type may be a text, or a number.
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
