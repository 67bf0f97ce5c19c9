/** Words for spellings in a catalog's fields: those that count beside others only, and names of fields beside them. */

import { meant } from "../../yaml/did-you-mean.ts";
import { note } from "../../yaml/issue-reporter.ts";
import type { Field, Fields } from "../schema/field.ts";
import { numberFormats } from "../schema/format.ts";
import type { CatalogFile } from "./file.ts";

/** What is wrong with a word of a field. */
interface WordFault {
  readonly path: readonly string[];
  readonly code: "invalid-value" | "unknown-name";
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Notes what is wrong with such words in a file, of the fields that stand there. */
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
    // Its shape may have the rest.
    ...(field.shape === undefined ? aloneFaults(field, path) : []),
    ...(properties ? faultsIn(properties, [...path, "properties"]) : []),
    ...(items ? faultsOf(items, [...path, "items"]) : []),
    ...(others ? faultsOf(others, [...path, "additionalProperties"]) : []),
  ];
}

function aloneFaults(
  { format, hostBits, keys, additionalProperties, short, properties = {} }: Field,
  path: readonly string[],
): readonly WordFault[] {
  const alone = (word: string, beside: string): WordFault => ({
    path: [...path, word],
    code: "invalid-value",
    message: `\`${word}\` counts beside \`${beside}\` only`,
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
  ];
}

/** A text alone stands for a field that is a text. */
function shortFaults(short: string, properties: Fields, path: readonly string[]): readonly WordFault[] {
  const own = Object.hasOwn(properties, short) ? properties[short] : undefined;
  if (own?.type === "string") return [];
  const message = own ? `\`${short}\` is no text` : `there is no field \`${short}\` here`;
  return [{ path, code: "unknown-name", message, hint: meant(short, new Set(Object.keys(properties))) }];
}

/** Each reads a number in its own way. */
function twoOfNumbers(format: Field["format"], path: readonly string[]): readonly WordFault[] {
  const words = [format ?? []].flat().filter((word) => numberFormats.has(word));
  if (words.length < 2) return [];
  const named = words.map((word) => `\`${word}\``).join(" and ");
  return [{ path, code: "invalid-value", message: `${named} are different numbers: a text is one of them` }];
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
      ? `\`${name}\` cannot be worked out from itself`
      : `there is no field \`${name}\` here`;
    return [{ path: at, code: "unknown-name", message, hint: meant(name, known) }];
  });
}
