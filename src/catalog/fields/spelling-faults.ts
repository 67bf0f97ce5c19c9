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
  return checkedIn(fields).flatMap(([name, field]) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) return none;
    const here = [...path, name];
    const found = faultsInField(field, member, here);
    return field.derivedFrom === undefined ? found : [...derived(field, value, here), ...found];
  });
}

const none: readonly KindProblem[] = [];

function faultsInField(field: Field, value: Json, path: readonly string[]): readonly KindProblem[] {
  if (typeof value === "string") return textFaults(field, value, path);
  if (isArray(value)) return listFaults(field, value, path);
  return isObject(value) ? objectFaults(field, value, path) : none;
}

function textFaults(field: Field, text: string, path: readonly string[]): readonly KindProblem[] {
  const ends = blankEnds(field, text, path);
  return field.hostBits === undefined ? ends : [...hostBits(field, text, path), ...ends];
}

function listFaults(
  { items }: Field,
  list: readonly Json[],
  path: readonly string[],
): readonly KindProblem[] {
  if (items === undefined || !mayFieldBeWrong(items)) return none;
  return list.flatMap((each, index) => faultsInField(items, each, [...path, `${index}`]));
}

function objectFaults(field: Field, value: JsonObject, path: readonly string[]): readonly KindProblem[] {
  const { properties, additionalProperties: others } = field;
  const known = properties ? faultsInFields(properties, value, path) : none;
  if (others === undefined)
    return field.keys === undefined ? known : [...known, ...oneKeyTwice(field, value, path)];
  const inside = Object.entries(value).flatMap(([name, each]) =>
    Object.hasOwn(properties ?? {}, name) ? none : faultsInField(others, each, [...path, name]),
  );
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
  if (!isTrimmed(format) || !hasBlankEnds(text)) return none;
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

function isTrimmed(format: Field["format"]): boolean {
  return typeof format === "object" ? format.includes("trimmed") : format === "trimmed";
}

const known = new WeakMap<Fields, readonly (readonly [string, Field])[]>();

/** Returns the fields with a key that is checked here, at any depth. Many kinds have none. */
function checkedIn(fields: Fields): readonly (readonly [string, Field])[] {
  const ready = known.get(fields);
  if (ready) return ready;
  const own = Object.entries(fields).filter(([, field]) => mayFieldBeWrong(field));
  known.set(fields, own);
  return own;
}

function mayFieldBeWrong(field: Field): boolean {
  const { format, hostBits: bits, keys, derivedFrom, properties = {} } = field;
  return (
    bits === "refused" ||
    keys !== undefined ||
    derivedFrom !== undefined ||
    isTrimmed(format) ||
    checkedIn(properties).length > 0 ||
    [field.items, field.additionalProperties].some((one) => one && mayFieldBeWrong(one))
  );
}
