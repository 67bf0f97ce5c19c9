/** An example of a kind, written as people would write it: the required fields, and a few others. Pure. */

import type { Field, Fields } from "../../catalog/schema/field.ts";
import type { FormatWord } from "../../catalog/schema/format.ts";
import type { KindFile } from "../../catalog/schema/kind.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { kindsNamed } from "../../model/references.ts";

/** The maximum number of fields besides the required ones. */
const optionalMax = 3;

/** The kinds of a product, by name. */
type Kinds = ReadonlyMap<string, KindFile>;

/**
 * The YAML of one resource in its surroundings. `above` are its ancestor kinds, the outermost first. References to
 * other resources use the keys of those resources' own examples.
 */
export function exampleOf(kind: KindFile, above: readonly KindFile[], kinds: Kinds): string {
  const own = valuesOf(shownFields(kind), kinds);
  const placed = above
    .toReversed()
    .reduce((inner, one) => entryIn(one, withNeeded(one, inner, kinds), kinds), entryIn(kind, own, kinds));
  return `${linesOf(placed, 0).join("\n")}\n`;
}

/** The contents of an entry: values of its required fields, then `inner`. */
function withNeeded({ fields, required = [] }: KindFile, inner: JsonObject, kinds: Kinds): JsonObject {
  const needed = Object.entries(fields).filter(([name]) => required.includes(name));
  return { ...valuesOf(needed, kinds), ...inner };
}

function valuesOf(fields: readonly (readonly [string, Field])[], kinds: Kinds): JsonObject {
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleValue(field, kinds)]));
}

/**
 * The key of an example: a number if the kind requires one, otherwise `example`. The name of the kind is added if a
 * reference to the example could also mean another kind.
 */
function keyOf({ kind, keySchema }: KindFile, kinds: Kinds): string {
  if (keySchema !== undefined) return String(scalarOf(keySchema));
  return besides(kinds).has(kind) ? `example-${kind.toLowerCase()}` : "example";
}

const known = new WeakMap<Kinds, ReadonlySet<string>>();

/**
 * The kinds that some field can reference instead of another kind. Examples of both must have different keys, because a
 * reference would be ambiguous otherwise.
 */
function besides(kinds: Kinds): ReadonlySet<string> {
  const found = known.get(kinds) ?? new Set([...kinds.values()].flatMap(({ fields }) => besideIn(fields)));
  known.set(kinds, found);
  return found;
}

function besideIn(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap(({ refersTo, properties, items }) => [
    ...(refersTo === undefined ? [] : kindsNamed(refersTo).slice(1)),
    ...besideIn(properties ?? {}),
    ...besideIn(items ? { items } : {}),
  ]);
}

function entryIn(kind: KindFile, entry: JsonObject, kinds: Kinds): JsonObject {
  const keys = [...kind.section.split("."), ...(kind.form === "singleton" ? [] : [keyOf(kind, kinds)])];
  return keys.reduceRight<JsonObject>((below, key) => ({ [key]: below }), entry);
}

/** The required fields, and the first optional fields that do not depend on others. */
function shownFields(kind: KindFile): readonly (readonly [string, Field])[] {
  const { fields, required = [], needs = [], together = [] } = kind;
  const entangled = new Set([...needs.map(({ field }) => field), ...together.flat()]);
  const all = Object.entries(fields);
  const free = all.filter(
    ([name, field]) => !required.includes(name) && !entangled.has(name) && isPlain(field),
  );
  return [...all.filter(([name]) => required.includes(name)), ...free.slice(0, optionalMax)];
}

/** True for a field that is easy to fill in: no secret, reference or pattern, and both writable and readable. */
function isPlain({
  secret,
  refersTo,
  pattern,
  access = "readWrite",
  type,
  properties,
  items,
}: Field): boolean {
  if (secret || refersTo || pattern || type === undefined || !["readWrite", "createOnly"].includes(access))
    return false;
  if (type === "object") return properties !== undefined && Object.values(properties).every(isPlain);
  return type !== "array" || (items !== undefined && isPlain(items));
}

function exampleValue(field: Field, kinds: Kinds): Json {
  if (field.secret) return { secret: "env:EXAMPLE_SECRET" };
  if (field.refersTo !== undefined) {
    const [named] = kindsNamed(field.refersTo).flatMap((name) => kinds.get(name) ?? []);
    const key = named ? keyOf(named, kinds) : "example";
    return field.type === "array" ? [key] : key;
  }
  if (field.type === "object") return objectOf(field.properties ?? {}, field.required ?? [], kinds);
  if (field.type === "array") return field.items ? [exampleValue(field.items, kinds)] : [];
  return scalarOf(field);
}

function objectOf(fields: Fields, required: readonly string[], kinds: Kinds): JsonObject {
  const needed = Object.entries(fields).filter(([name]) => required.includes(name));
  const all = Object.entries(fields).filter(([, { derivedFrom }]) => derivedFrom === undefined);
  // Of alternative references, the example contains only the first one.
  const [alternative] = all.filter(([, { shownIf, refersTo }]) => shownIf && refersTo);
  const shown = needed.length > 0 ? needed : alternative ? [alternative] : all.slice(0, 2);
  return valuesOf(shown, kinds);
}

const byFormat: Readonly<Partial<Record<FormatWord, string>>> = {
  cidr: "10.0.0.0/24",
  ip: "10.0.0.1",
  ipv4: "10.0.0.1",
  ipv6: "2001:db8::1",
  mac: "00:11:22:33:44:55",
  timeZone: "Europe/Berlin",
  lowerCase: "example",
  email: "someone@example.net",
  uri: "https://example.net",
  "date-time": "2026-01-01T00:00:00Z",
  duration: "PT1H",
  numberSet: "1,10-12",
  timeOfDay: "08:00",
  decimalText: "1",
  asNumber: "65001",
  community: "65001:1",
  area: "0.0.0.0",
  netmask: "255.255.255.0",
};

function scalarOf(field: Field): Json {
  const { type, format, minimum, maximum = 1, minLength = 1 } = field;
  const [first = null] = field.enum ?? [];
  if (field.example !== undefined) return field.example;
  if (field.enum) return first;
  if (field.default !== undefined) return field.default;
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return minimum ?? Math.min(1, maximum);
  const [own] = [format ?? []].flat().flatMap((word) => byFormat[word] ?? []);
  return own ?? "Example".padEnd(minLength, "x").slice(0, field.maxLength);
}

function linesOf(value: JsonObject, indent: number): readonly string[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const head = `${" ".repeat(indent)}${keyText(key)}:`;
    if (isObject(member) && Object.keys(member).length > 0 && !isShort(member))
      return [head, ...linesOf(member, indent + 2)];
    return [`${head} ${flowText(member)}`];
  });
}

/** True for a secret reference, which fits on one line. */
function isShort(value: JsonObject): boolean {
  return Object.keys(value).join() === "secret";
}

function flowText(value: Json): string {
  if (isArray(value)) return `[${value.map(flowText).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, each]) => `${keyText(key)}: ${flowText(each)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return typeof value === "string" ? scalarText(value) : JSON.stringify(value);
}

function keyText(key: string): string {
  return /^\d+$/.test(key) ? key : scalarText(key);
}

/** A text without quotes if YAML reads it as a text, otherwise quoted. */
function scalarText(text: string): string {
  const isPlainText =
    /^[A-Za-z][\w ./-]*(?::[\w/]+)*$/.test(text) && !/ $|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlainText ? text : JSON.stringify(text);
}
