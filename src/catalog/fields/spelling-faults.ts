/** Errors in the spelling of values: `hostBits`, `keys`, `derivedFrom` and `trimmed` of fields. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";
import { prefixMeant } from "../../model/spelling/addresses.ts";
import type { Field, Fields } from "../schema/field.ts";
import { alikeText, inFormat, textParts } from "./formats.ts";

/** Returns the errors for an object with these fields. `value` is canonical. */
export function spellingFaults(fields: Fields, value: Json): readonly KindProblem[] {
  return isObject(value) ? faultsInFields(fields, value, []) : [];
}

function faultsInFields(fields: Fields, value: JsonObject, path: readonly string[]): readonly KindProblem[] {
  if (!mayBeWrong(fields)) return [];
  return Object.entries(fields).flatMap(([name, field]) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) return [];
    const here = [...path, name];
    return [...derived(field, value, here), ...faultsInField(field, member, here)];
  });
}

function faultsInField(field: Field, value: Json, path: readonly string[]): readonly KindProblem[] {
  if (typeof value === "string") return [...hostBits(field, value, path), ...blankEnds(field, value, path)];
  const { properties, items, additionalProperties: others } = field;
  if (isArray(value))
    return items ? value.flatMap((each, index) => faultsInField(items, each, [...path, `${index}`])) : [];
  if (!isObject(value)) return [];
  const inside = Object.entries(value).flatMap(([name, each]) =>
    others && !Object.hasOwn(properties ?? {}, name) ? faultsInField(others, each, [...path, name]) : [],
  );
  const known = properties ? faultsInFields(properties, value, path) : [];
  return [...known, ...oneKeyTwice(field, value, path), ...inside];
}

/** Returns a problem for each key that is equivalent to an earlier key. */
function oneKeyTwice(
  { keys: format }: Field,
  value: JsonObject,
  path: readonly string[],
): readonly KindProblem[] {
  if (format === undefined) return [];
  const alike = alikeText({ format }) ?? ((key: string) => inFormat({ format }, key));
  const first = new Map<string, string>();
  return Object.keys(value).flatMap((key): readonly KindProblem[] => {
    const before = first.get(alike(key));
    first.set(alike(key), before ?? key);
    if (before === undefined) return [];
    const message = `${JSON.stringify(key)} and ${JSON.stringify(before)} are the same key`;
    const hint = "Remove one of the two keys.";
    return [{ path: pointer([...path, key]), code: "duplicate-key", message, hint }];
  });
}

function hostBits(field: Field, text: string, path: readonly string[]): readonly KindProblem[] {
  if (field.hostBits !== "refused") return [];
  return textParts(field.format, text).flatMap((part): readonly KindProblem[] => {
    const meant = prefixMeant(part);
    if (meant === undefined) return [];
    const message = `${part} has host bits: its prefix is ${meant}`;
    return [{ path: pointer(path), code: "host-bits", message, hint: `Write ${meant}.` }];
  });
}

function derived(
  { derivedFrom = [] }: Field,
  value: JsonObject,
  path: readonly string[],
): readonly KindProblem[] {
  const others = derivedFrom.filter((name) => value[name] !== undefined && value[name] !== null);
  if (others.length === 0) return [];
  const [name, from] = [path.at(-1) ?? "", others.map((each) => `\`${each}\``).join(" and ")];
  const message = `\`${name}\` is sent, but not compared: the product derives it from ${from}`;
  const hint = `Leave \`${name}\` out.`;
  return [{ path: pointer(path), code: "derived-field", severity: "warning", message, hint }];
}

function blankEnds({ format }: Field, text: string, path: readonly string[]): readonly KindProblem[] {
  if (![format].flat().includes("trimmed") || !hasBlankEnds(text)) return [];
  return [blankEndsAt(path, path.at(-1) ?? "")];
}

/**
 * True if a text begins or ends with a blank. The final line break of a multi-line text does not count, because YAML's
 * `|` adds one.
 */
function hasBlankEnds(text: string): boolean {
  const own = /\n./.test(text) ? text.replace(/\r?\n$/, "") : text;
  return own !== own.trim();
}

/** Returns the problem of blanks around a text. `what`: the name of the field in its file. */
function blankEndsAt(path: readonly string[], what: string): KindProblem {
  const message = `\`${what}\` begins or ends with a blank or a line break, which the product removes`;
  const hint = "Remove the blank or line break.";
  return { path: pointer(path), code: "blank-ends", severity: "warning", message, hint };
}

const known = new WeakMap<Fields, boolean>();

/** True if one of these fields, at any depth, has a key that is checked here. Many kinds have no such field. */
function mayBeWrong(fields: Fields): boolean {
  const own = known.get(fields) ?? Object.values(fields).some(mayFieldBeWrong);
  known.set(fields, own);
  return own;
}

function mayFieldBeWrong(field: Field): boolean {
  const { format, hostBits: bits, keys, derivedFrom, properties = {} } = field;
  return (
    bits === "refused" ||
    keys !== undefined ||
    derivedFrom !== undefined ||
    [format].flat().includes("trimmed") ||
    mayBeWrong(properties) ||
    [field.items, field.additionalProperties].some((one) => one && mayFieldBeWrong(one))
  );
}
