/**
 * Checks the keys of fields that concern spellings. Other keys that they require, and fields that they name, must
 * exist.
 */

import { meant } from "../../yaml/did-you-mean.ts";
import { note } from "../../yaml/issue-reporter.ts";
import type { Field, Fields } from "../schema/field.ts";
import { numberFormats } from "../schema/format.ts";
import type { CatalogFile } from "./file.ts";

interface WordFault {
  readonly path: readonly string[];
  readonly code: "invalid-value" | "unknown-name";
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Reports the errors in the keys of a file's fields. */
export function checkSpellings(file: CatalogFile<unknown>, fields: Fields, path: readonly string[]): void {
  for (const { path: at, ...what } of faultsIn(fields, path))
    note(file.reading, at, [{ ...what, path: [], at: "value" }]);
}

function faultsIn(fields: Fields, path: readonly string[]): readonly WordFault[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const here = [...path, name];
    return [...unknownSources(field, fields, here), ...faultsOf(field, here)];
  });
}

function faultsOf(field: Field, path: readonly string[]): readonly WordFault[] {
  const { properties, items, additionalProperties: others } = field;
  return [
    // If the field uses a shape, missing keys may be in the shape.
    ...(field.shape === undefined ? aloneFaults(field, path) : []),
    ...(properties ? faultsIn(properties, [...path, "properties"]) : []),
    ...(items ? faultsOf(items, [...path, "items"]) : []),
    ...(others ? faultsOf(others, [...path, "additionalProperties"]) : []),
  ];
}

function aloneFaults(field: Field, path: readonly string[]): readonly WordFault[] {
  const { format, hostBits, keys, additionalProperties, short, properties = {} } = field;
  const alone = (word: string, beside: string): WordFault => ({
    path: [...path, word],
    code: "invalid-value",
    message: `\`${word}\` applies only with \`${beside}\``,
  });
  return [
    ...(hostBits !== undefined && ![format].flat().includes("cidr")
      ? [alone("hostBits", "format: cidr")]
      : []),
    ...twoOfNumbers(format, [...path, "format"]),
    ...(keys !== undefined && additionalProperties === undefined
      ? [alone("keys", "additionalProperties")]
      : []),
    ...(short === undefined ? [] : shortFaults(short, properties, [...path, "short"])),
    ...partsFaults(field, [...path, "items"]),
  ];
}

/** Returns a fault if the short text form of an element does not stand for a text field. */
function shortFaults(short: string, properties: Fields, path: readonly string[]): readonly WordFault[] {
  const own = Object.hasOwn(properties, short) ? properties[short] : undefined;
  if (own?.type === "string") return [];
  const message = own ? `\`${short}\` is not a text` : `there is no field \`${short}\` here`;
  return [{ path, code: "unknown-name", message, hint: meant(short, new Set(Object.keys(properties))) }];
}

/** Returns the faults of a text with `items`, which are references that may replace parts of the text. */
function partsFaults(field: Field, path: readonly string[]): readonly WordFault[] {
  const { type, format, items } = field;
  if (type !== "string" || items === undefined) return [];
  const fault = (at: readonly string[], message: string): WordFault => ({
    path: [...path, ...at],
    code: "invalid-value",
    message,
  });
  const isSplit = [format].flat().some((word) => word === "parts" || word === "flags");
  const references = Object.entries(items.properties ?? {});
  const others = references.filter(
    ([, own]) => own.type !== "string" || own.refersTo === undefined || own.wireText === undefined,
  );
  return [
    ...(isSplit
      ? []
      : [fault([], "`items` of a text describe its parts, so `format` must have `parts` or `flags`")]),
    ...(references.length > 0
      ? []
      : [fault([], "`items` of a text need `properties`: the references that the text may contain")]),
    ...others.map(([name]) =>
      fault(
        ["properties", name],
        `\`${name}\` is a reference in a text, so it needs \`type: string\`, \`refersTo\` and ` +
          "`wireText`",
      ),
    ),
  ];
}

/** Returns an error if a field has two formats for numbers, because each of them interprets numbers in another way. */
function twoOfNumbers(format: Field["format"], path: readonly string[]): readonly WordFault[] {
  const words = [format ?? []].flat().filter((word) => numberFormats.has(word));
  if (words.length < 2) return [];
  const named = words.map((word) => `\`${word}\``).join(" and ");
  return [
    { path, code: "invalid-value", message: `${named} interpret numbers differently: use only one of them` },
  ];
}

function unknownSources(
  { derivedFrom = [] }: Field,
  beside: Fields,
  path: readonly string[],
): readonly WordFault[] {
  const known = new Set(Object.keys(beside));
  return derivedFrom.flatMap((name, index): readonly WordFault[] => {
    const at = [...path, "derivedFrom", String(index)];
    if (known.has(name) && name !== path.at(-1)) return [];
    const message = known.has(name)
      ? `\`${name}\` cannot be derived from itself`
      : `there is no field \`${name}\` here`;
    return [{ path: at, code: "unknown-name", message, hint: meant(name, known) }];
  });
}
