/**
 * Checks values outside an enum: newer values of the product are accepted with a warning, typos are not accepted. Pure.
 */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { underWay } from "../../model/meter.ts";
import { pointer } from "../../model/pointer.ts";
import type { KindProblem } from "../../model/problem.ts";
import { nearWord } from "../../model/spelling/mistyped.ts";
import type { Field, Fields } from "../schema/field.ts";
import { alikeText } from "./formats.ts";

/** True for a closed enum: its catalog gives the reason, or its values are only true, false and null. */
export function isClosed({ enum: values = [], closedEnum }: Pick<Field, "enum" | "closedEnum">): boolean {
  return closedEnum !== undefined || values.every((value) => typeof value === "boolean" || value === null);
}

/**
 * Returns the problems of values of open enums in an object with these fields. `value` is canonical.
 *
 * | a value of an open enum                            | is                                  |
 * |----------------------------------------------------|-------------------------------------|
 * | one of its words, ignoring case if insignificant   | valid                               |
 * | one of its words in another case, or a typo of one | an error: `allowUnknown` accepts it |
 * | any other word, or any other number                | a warning                           |
 */
export function wordFaults(fields: Fields, value: Json): readonly KindProblem[] {
  return isObject(value) && hasWords(fields) ? faultsInFields(fields, value, []) : [];
}

/** Like `wordFaults`, for a plain value such as a key. */
export function wordFault(field: Field, value: Json, path: readonly string[]): readonly KindProblem[] {
  const { enum: known } = field;
  if (known === undefined || isClosed(field) || known.some((each) => each === value)) return [];
  if (typeof value !== "string" && typeof value !== "number") return [];
  const alike = typeof value === "string" ? alikeText(field) : undefined;
  if (alike && known.some((each) => isText(each) && alike(each) === alike(String(value)))) return [];
  const near = typeof value === "string" ? nearIn(known, value) : undefined;
  const said = path.length === 0 ? "this key" : `\`${path.join(".")}\``;
  const place = { path: pointer(path), word: String(value) };
  if (near !== undefined) {
    const message = `${said} must be ${listed(known)}`;
    const hint =
      `Did you mean \`${near}\`? If \`${value}\` is right, add \`allowUnknown: [${quoted(value)}]\` to ` +
      "this entry.";
    return [{ ...place, code: "invalid-value", message, hint }];
  }
  const message = `${said}: trueup does not know the value \`${value}\`, and sends it unchanged`;
  const hint = known.length > 20 ? {} : { hint: `Known: ${known.map(String).join(", ")}.` };
  return [{ ...place, code: "unknown-word", severity: "warning", message, ...hint }];
}

function isText(value: Json): value is string {
  return typeof value === "string";
}

/** The maximum number of checked words in each enum's cache. */
const mostRemembered = 1_000;
const remembered = new WeakMap<readonly Json[], Map<string, string | undefined>>();

/**
 * Returns the word of an enum that a misspelled word probably means. Undefined: there is no such word, or this load has
 * already compared too many names.
 */
function nearIn(known: readonly Json[], word: string): string | undefined {
  const before = remembered.get(known) ?? new Map<string, string | undefined>();
  remembered.set(known, before);
  if (before.has(word)) return before.get(word);
  const near = nearWord(word, comparable(known));
  if (before.size < mostRemembered && underWay()?.hasHints !== false) before.set(word, near);
  return near;
}

function* comparable(known: readonly Json[]): Iterable<string> {
  for (const each of known) {
    if (!isText(each)) continue;
    if (underWay()?.compares() === false) return;
    yield each;
  }
}

/** The maximum number of words in a message. */
const mostListed = 100;

function listed(values: readonly Json[]): string {
  if (values.length > mostListed + 1)
    return `${listed(values.slice(0, mostListed))}, or one of ${values.length - mostListed} others`;
  const shown = values.map((value) => (typeof value === "string" ? `\`${value}\`` : String(value)));
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

/** Returns a value of an enum. It is in quotes if YAML would otherwise not read it as a text. */
function quoted(value: string | number): string {
  return typeof value === "number" || /^[a-z][\w-]*$/i.test(value) ? String(value) : JSON.stringify(value);
}

function faultsInFields(fields: Fields, value: JsonObject, path: readonly string[]): readonly KindProblem[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    return member === undefined || !mayHaveWords(field) ? [] : faultsInField(field, member, [...path, name]);
  });
}

function faultsInField(field: Field, value: Json, path: readonly string[]): readonly KindProblem[] {
  const { properties, items, additionalProperties: others, set, access, refersTo } = field;
  if (access === "readOnly" || refersTo !== undefined) return [];
  if (isArray(value)) {
    // The elements of a set have been sorted, so their indexes are not their positions in the file.
    const at = (index: number) => (set ? path : [...path, `${index}`]);
    return items ? value.flatMap((each, index) => faultsInField(items, each, at(index))) : [];
  }
  if (!isObject(value)) return wordFault(field, value, path);
  const own = properties ?? {};
  const beside = Object.entries(value).flatMap(([name, each]) =>
    others && !Object.hasOwn(own, name) ? faultsInField(others, each, [...path, name]) : [],
  );
  return [...faultsInFields(own, value, path), ...beside];
}

const known = new WeakMap<Fields, boolean>();

/** True if any of these fields has an open enum, at any depth. Many kinds have no open enums. */
function hasWords(fields: Fields): boolean {
  const own = known.get(fields) ?? Object.values(fields).some(mayHaveWords);
  known.set(fields, own);
  return own;
}

function mayHaveWords(field: Field): boolean {
  return (
    (field.enum !== undefined && !isClosed(field)) ||
    hasWords(field.properties ?? none) ||
    [field.items, field.additionalProperties].some((one) => one !== undefined && mayHaveWords(one))
  );
}

const none: Fields = Object.freeze({});
