/** Schema issues (zod) as messages for people: which field is wrong, and what to write instead. */

import type { z } from "zod";
import { isArray, isObject, type Json } from "../model/json.ts";
import { isSecretReference } from "../model/secret.ts";
import { meant } from "./did-you-mean.ts";
import { describedAt, descriptionOf, fieldsAt } from "./schema-fields.ts";

/** One error in a value. */
export interface SchemaIssue {
  readonly severity?: "warning" | undefined;
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly path: readonly string[];
  /** The place for the caret: under the field's key, or under its value. */
  readonly at: "key" | "value";
}

/** What was validated: the value, its schema, and names that are allowed besides the schema's fields. */
export interface CheckedValue {
  readonly schema: z.core.$ZodType;
  readonly value: Json;
  readonly title: string;
  readonly beside: readonly string[];
}

type Issue = z.core.$ZodIssue;

/** Returns all issues of one check in words. */
export function explain(issues: readonly Issue[], of: CheckedValue): readonly SchemaIssue[] {
  return issues.flatMap((issue) => one(issue, of, issue.path.map(String))).map((said) => hinted(said, of));
}

/**
 * Adds the schema's description of the field as a hint if the issue has no hint of its own. An unknown field gets no
 * such hint.
 */
function hinted(said: SchemaIssue, { schema }: CheckedValue): SchemaIssue {
  const hint =
    said.hint ??
    describedAt(schema, said.path) ??
    (said.path.length === 0 ? descriptionOf(schema) : undefined);
  return hint === undefined || said.code === "unknown-field" ? said : { ...said, hint };
}

function one(issue: Issue, of: CheckedValue, path: readonly string[]): readonly SchemaIssue[] {
  const value = valueAt(of.value, path);
  if (value !== undefined && isSecretReference(value) && issue.code !== "unrecognized_keys")
    return [misplaced(path, of)];
  switch (issue.code) {
    case "unrecognized_keys":
      return unknownFields(issue.keys, of, path);
    case "invalid_type":
      return [value === undefined ? missing(of, path) : wrongType(issue.expected, value, { path, of })];
    case "invalid_value":
      if (value === undefined) return [missing(of, path)];
      return [{ ...invalid(path, of, `must be ${options(issue.values)}`), ...near(value, issue.values) }];
    case "invalid_union":
      if (value === undefined) return [missing(of, path)];
      return union(issue.errors, of, path) ?? [invalid(path, of, "must have one of the allowed forms")];
    case "invalid_key": {
      const said = invalid(path, of, `cannot be a key here: ${why(issue.issues)}`);
      return [{ ...said, code: "invalid-key", at: "key" }];
    }
    case "invalid_element":
      return explain(issue.issues, of);
    case "custom":
    case "invalid_format":
    case "not_multiple_of":
    case "too_big":
    case "too_small":
      return [invalid(path, of, rule(issue))];
  }
}

function invalid(path: readonly string[], of: CheckedValue, what: string): SchemaIssue {
  return { code: "invalid-value", message: `${named(path, of)} ${what}`, path, at: "value" };
}

/** Returns the reasons for a rejection, as a text to follow a colon. */
export function why(issues: readonly Pick<Issue, "message">[]): string {
  const rules = issues.map((issue) => rule(issue));
  return rules
    .map((each) => each.replace(/^is not valid: |^/, (cut) => (cut === "" ? "it " : "")))
    .join("; ");
}

/**
 * Returns the message of a failed check, to follow the name of the value. It states the limits of the check, or is the
 * schema's own message.
 */
function rule(issue: Pick<Issue, "message"> & Partial<Bounds>): string {
  const { minimum, maximum, inclusive = true, origin = "" } = issue;
  const unit = units[origin] ?? "";
  if (minimum !== undefined) return `must be ${inclusive ? "at least" : "more than"} ${minimum}${unit}`;
  if (maximum !== undefined) return `must be ${inclusive ? "at most" : "less than"} ${maximum}${unit}`;
  const message = issue.message.replace(/^Invalid (?:string|input|number): /, "");
  if (/^(?:must|needs|cannot|is|has) /.test(message)) return message;
  if (/^(?:not|no) /.test(message)) return `is ${message}`;
  return message.startsWith("Invalid ") ? `is not a valid ${message.slice(8)}` : `is not valid: ${message}`;
}

const units: Readonly<Record<string, string>> = { string: " characters long", array: " entries long" };

interface Bounds {
  readonly minimum: number | bigint;
  readonly maximum: number | bigint;
  readonly inclusive: boolean;
  readonly origin: string;
}

/**
 * Returns the issues with the best-matching member of a union. The best member accepts the value's type and has the
 * fewest issues.
 */
function union(
  members: readonly (readonly Issue[])[],
  of: CheckedValue,
  path: readonly string[],
): readonly SchemaIssue[] | undefined {
  const own = valueAt(of.value, path);
  const isMap = typeof own === "object" && own !== null;
  // If the value is a map, members of the union that accept texts do not count, because the missing fields of the other
  // members say more.
  const rooted = ({ path: inside, code }: Issue) =>
    inside.length === 0 && (code === "invalid_type" || (code === "invalid_value" && isMap));
  const fitting = members.filter((member) => !member.some(rooted)).sort((a, b) => weight(a) - weight(b))[0];
  if (fitting) return fitting.flatMap((issue) => one(issue, of, [...path, ...issue.path.map(String)]));
  const expected = members.flatMap((member) =>
    member.flatMap((issue) => (issue.code === "invalid_type" ? issue.expected : [])),
  );
  const value = valueAt(of.value, path);
  if (expected.length === 0 || value === undefined) return undefined;
  const words = [...new Set(expected.map(word))].join(" or ");
  return [{ ...invalid(path, of, `must be ${words}, not ${shape(value)}`), code: "wrong-type" }];
}

/**
 * Returns how badly a value fits one member of a union. A word that belongs to another member weighs most, because it
 * shows which member was meant.
 */
function weight(issues: readonly Issue[]): number {
  const weightOf = (issue: Issue): number =>
    issue.code === "unrecognized_keys" ? issue.keys.length : issue.code === "invalid_value" ? 3 : 1;
  return issues.reduce((sum, issue) => sum + weightOf(issue), 0);
}

/** The number of unknown fields that are reported individually per entry. Further unknown fields are only counted. */
const maxUnknown = 20;

function unknownFields(
  keys: readonly string[],
  of: CheckedValue,
  path: readonly string[],
): readonly SchemaIssue[] {
  const said = keys.slice(0, maxUnknown).map((key) => unknownField(key, of, path));
  const [next, ...more] = keys.slice(maxUnknown);
  if (next === undefined) return said;
  const many = more.length === 0 ? "" : `, nor ${more.length} other fields that are declared here`;
  const message = `${whereOf(of, path)} has no field \`${next}\`${many}`;
  return [...said, { code: "unknown-field", message, path: [...path, next], at: "key" }];
}

function whereOf(of: CheckedValue, path: readonly string[]): string {
  return path.length === 0 ? of.title : `\`${path.join(".")}\``;
}

function unknownField(key: string, of: CheckedValue, path: readonly string[]): SchemaIssue {
  const names = [...(fieldsAt(of.schema, path) ?? []), ...(path.length === 0 ? of.beside : [])];
  const base = key.replace(/\s*\+$/, "");
  // If another form of the map has this field, no other name is suggested.
  const hint = names.includes(key)
    ? undefined
    : base !== key && names.includes(base)
      ? `\`+\` after a field appends to its list, or merges into its map. \`${base}\` replaces it.`
      : meant(key, names);
  const message = `${whereOf(of, path)} has no field \`${key}\``;
  return {
    code: "unknown-field",
    message,
    hint,
    path: [...path, key],
    at: "key",
  };
}

function missing(of: CheckedValue, path: readonly string[]): SchemaIssue {
  const owner = path.length < 2 ? of.title : `\`${path.slice(0, -1).join(".")}\``;
  return { code: "missing-field", message: `${owner} needs \`${path.at(-1) ?? ""}\``, path, at: "key" };
}

function misplaced(path: readonly string[], of: CheckedValue): SchemaIssue {
  const hint =
    "Write the value itself. Only fields that hold a password, a key or a token may refer to a secret.";
  return { ...invalid(path, of, "cannot be a secret"), code: "secret-not-allowed", hint };
}

function wrongType(
  expected: string,
  value: Json,
  { path, of }: { readonly path: readonly string[]; readonly of: CheckedValue },
): SchemaIssue {
  const hint = typeHint(expected, value);
  const said = invalid(path, of, `must be ${word(expected)}, not ${shape(value)}`);
  return { ...said, code: "wrong-type", hint };
}

function typeHint(expected: string, value: Json): string | undefined {
  if (expected === "string" && (typeof value === "number" || typeof value === "boolean"))
    return `Put it in quotes: "${value}".`;
  if (expected === "boolean" && typeof value === "string" && /^(?:yes|no|on|off|y|n)$/i.test(value))
    return `Write ${/^(?:yes|on|y)$/i.test(value) ? "true" : "false"}: in YAML 1.2, ${value} is text.`;
  if ((expected === "number" || expected === "int") && typeof value === "string" && /^-?[0-9.]+$/.test(value))
    return "Write it without quotes.";
  return undefined;
}

/** Returns the name of a field in a sentence. For the whole entry, it is the entry's title. */
function named(path: readonly string[], of: CheckedValue): string {
  return path.length === 0 ? of.title : `\`${path.join(".")}\``;
}

const words: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "a map",
  record: "a map",
  array: "a list",
  null: "null",
};

function word(expected: string): string {
  return words[expected] ?? expected;
}

/** Returns a description of a value that does not show the value. */
export function shape(value: Json): string {
  if (value === null) return "empty";
  if (isArray(value)) return "a list";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  return isObject(value) ? "a map" : word(typeof value);
}

/** The maximum number of allowed values that are listed. */
const mostOptions = 100;

function options(values: readonly unknown[]): string {
  if (values.length > mostOptions + 1)
    return `${options(values.slice(0, mostOptions))}, or one of ${values.length - mostOptions} others`;
  const shown = values.map((value) => (typeof value === "string" ? `\`${value}\`` : String(value)));
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}

function near(value: Json, values: readonly unknown[]): { hint?: string } {
  const names = values.filter((each) => typeof each === "string");
  const hint = typeof value === "string" ? meant(value, names) : undefined;
  return hint?.startsWith("Did") ? { hint } : {};
}

function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const segment of path) {
    if (isArray(here)) here = here[Number(segment)];
    else if (isObject(here) && Object.hasOwn(here, segment)) here = here[segment];
    else return undefined;
  }
  return here;
}
