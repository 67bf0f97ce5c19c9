/** Converts between declared fields and wire members in both directions: names, values and texts. Pure. */

import { isArray, isObject, type Json, type JsonObject, put, sameJson } from "../../model/json.ts";
import { isSecretReference, Secret, type SecretReference } from "../../model/secret.ts";
import type { WireJson } from "../../model/wire.ts";
import type { Field, Fields } from "../schema/field.ts";
import { withoutBuiltIn } from "./built-in.ts";
import { fieldOf } from "./field-of.ts";
import { otherSort } from "./one-of.ts";
import { declaredOf, idFromWire, plainFromWire } from "./plain.ts";
import { partFields, partsFromWire, partsToWire } from "./referring-parts.ts";
import { inWireText, outOfWireText } from "./wire-text.ts";

/** An object to be sent. */
export type WireObject = Readonly<Record<string, WireJson>>;

/** Resolves a secret reference. */
export type OpenSecret = (reference: SecretReference) => Secret;

/** Returns the wire form of these fields. An unknown field keeps its name and value. */
export function toWire(fields: Fields, declared: JsonObject, open: OpenSecret): WireObject {
  return membersToWire({ properties: fields }, declared, open);
}

/**
 * Returns the wire form for an object of this field. Members without a field have the form of the field's
 * `additionalProperties`.
 */
function membersToWire(
  { properties: fields = {}, additionalProperties: others }: Field,
  declared: JsonObject,
  open: OpenSecret,
): WireObject {
  let sent: WireObject = {};
  for (const [name, value] of Object.entries(declared)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) sent = { ...sent, [name]: others ? valueToWire(others, value, open) : value };
    else if (!field.replyOnly?.some((each) => each === value))
      sent = placed(sent, { at: (field.wire ?? name).split("."), field }, valueToWire(field, value, open));
  }
  return sent;
}

/** Sets a value at its place, with accompanying values. Nothing is set inside an object that is removed. */
function placed(
  sent: WireObject,
  { at, field: { sendsAlong = {} } }: { readonly at: readonly string[]; readonly field: Field },
  value: WireJson,
): WireObject {
  const along = Object.entries(sendsAlong).map(([name, each]) => [name.split("."), each] as const);
  const isIn = (outer: readonly string[]) =>
    along.length > 0 && along.every(([other]) => outer.every((part, index) => other[index] === part));
  if (value === null && isIn(at)) return withAt(sent, at, null);
  const around = at.slice(0, -1);
  if (value === null && around.length > 0 && isIn(around)) return withAt(sent, around, null);
  return along.reduce((whole, [other, each]) => withAt(whole, other, each), withAt(sent, at, value));
}

function valueToWire(field: Field, value: Json, open: OpenSecret): WireJson {
  if (field.secret !== undefined && isSecretReference(value)) return open(value);
  if (field.refersTo !== undefined) return idToWire(field, value);
  if (partFields(field)) return partsToWire(field, value);
  if (field.values !== undefined && Object.hasOwn(field.values, wordOf(value)))
    return field.values[wordOf(value)] ?? null;
  if (field.wireText !== undefined) return inWireText(field, value);
  if (field.asText && (typeof value === "number" || typeof value === "boolean")) return String(value);
  const { properties, items, additionalProperties: others } = field;
  if (isArray(value)) return items ? value.map((member) => valueToWire(items, member, open)) : value;
  if (!isObject(value) || (properties ?? others) === undefined) return value;
  return membersToWire(field, value, open);
}

/** Returns an id in the product's form: a text, or a number if the field's type says so. */
function idToWire(field: Field, value: Json): Json {
  if (isArray(value)) return value.map((each) => idToWire(field.items ?? {}, each));
  const isNumber = field.type === "integer" && typeof value === "string" && /^\d{1,15}$/.test(value);
  return isNumber ? Number(value) : value;
}

function wordOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Sets a value at a place. In the place, `0` stands for the only element of a list. */
function withAt(object: WireObject, [first = "", ...rest]: readonly string[], value: WireJson): WireObject {
  if (rest.length === 0) return { ...object, [first]: value };
  const [next, ...inner] = rest;
  // A list with this value as its only element.
  if (next === "0") {
    const [one] = asWireList(object[first]);
    return { ...object, [first]: [inner.length === 0 ? value : withAt(asWireObject(one), inner, value)] };
  }
  return { ...object, [first]: withAt(asWireObject(object[first]), rest, value) };
}

/** True for an object that is not a secret. */
export function isWireObject(value: WireJson): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Secret);
}

/** Returns the members of an object to be sent. For any other value, the result is empty. */
export function asWireObject(value: WireJson | undefined): WireObject {
  return value !== undefined && isWireObject(value) ? value : {};
}

/** Returns the elements of a list to be sent. For any other value, the result is empty. */
export function asWireList(value: WireJson | undefined): readonly WireJson[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Returns the fields in a record. Secrets and write-only fields are left out, except that a secret is null if the
 * record shows that the secret is not set. A member with a field's name but another meaning is left out. Other unknown
 * members stay, or have the form of `others`.
 */
export function fromWire(fields: Fields, record: JsonObject, others?: Field): JsonObject {
  const { known, taken } = readingOf(fields);
  const shown: Record<string, Json> = {};
  for (const [name, field] of known) {
    const value = shownValue(name, field, record);
    if (value !== undefined) put(shown, name, value);
  }
  for (const name in record) {
    const value = record[name];
    if (value !== undefined && !taken.has(name))
      put(shown, name, others ? valueFromWire(others, value) : value);
  }
  return shown;
}

/** A precomputed view of these fields, for reading many records. */
interface FieldReading {
  readonly known: readonly (readonly [string, Field])[];
  /** The names in records that these fields occupy: the first name of each place, and each field's own name. */
  readonly taken: ReadonlySet<string>;
}

const readings = new WeakMap<Fields, FieldReading>();

function readingOf(fields: Fields): FieldReading {
  const ready = readings.get(fields);
  if (ready) return ready;
  const known = Object.entries(fields);
  const taken = new Set(known.flatMap(([name, field]) => [placeIn(name, field).split(".")[0] ?? "", name]));
  const reading = { known, taken };
  readings.set(fields, reading);
  return reading;
}

/** Returns the place of a field in replies. */
export function placeIn(name: string, { readAs, wire = name }: Field): string {
  return readAs ?? wire;
}

/** True if other fields of a record say that this field is not set. */
export function isShownOff({ shownIf }: Field, record: JsonObject): boolean {
  if (shownIf === undefined) return false;
  return Object.entries(shownIf).some(([other, wanted]) => {
    const found = fieldOf(record, other);
    const allowed = isArray(wanted) ? wanted : [wanted];
    return found !== undefined && !allowed.some((each) => sameJson(each, found));
  });
}

function shownValue(name: string, field: Field, record: JsonObject): Json | undefined {
  const isOff = isShownOff(field, record);
  if (field.secret !== undefined) return isOff ? null : undefined;
  if (isOff || field.access === "writeOnly") return undefined;
  const value = fieldOf(record, placeIn(name, field));
  if (value === undefined) return undefined;
  return field.loose ? looseText(value) : valueFromWire(field, value);
}

function looseText(value: Json): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function valueFromWire(field: Field, value: Json): Json {
  if (field.refersTo !== undefined) return idFromWire(value);
  if (partFields(field)) return partsFromWire(field, plainFromWire(field, value));
  const word = field.values && wordFor(field.values, value);
  if (word !== undefined) return field.type === "string" ? word : (declaredOf(word) ?? word);
  if (field.wireText !== undefined) return outOfWireText(field, value);
  const { properties, additionalProperties: others } = field;
  if (isArray(value)) return listFromWire(field, value);
  if (!isObject(value)) return plainFromWire(field, value);
  if (properties !== undefined) {
    const shown = fromWire(properties, value, others);
    return otherSort(properties, shown, value) ?? shown;
  }
  return others === undefined ? plainFromWire(field, value) : mapFromWire(others, value);
}

function wordFor(values: NonNullable<Field["values"]>, value: Json): string | undefined {
  return Object.keys(values).find((word) => sameJson(values[word], value));
}

function listFromWire(field: Field, value: readonly Json[]): Json {
  const { items, closed } = field;
  const list = withoutBuiltIn(field, value);
  if (items === undefined) return list;
  return list.map((member) => {
    const inside = valueFromWire(items, member);
    return closed ? onlyOf(items.properties, inside, member) : inside;
  });
}

function mapFromWire(others: Field, value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, valueFromWire(others, member)]),
  );
}

/**
 * Returns the known parts of an element and of its inner objects. An element without known fields stays complete, since
 * it may have to be sent back.
 */
function onlyOf(properties: Fields | undefined, inside: Json, member: Json): Json {
  if (properties === undefined || !isObject(inside)) return inside;
  const other = isObject(member) ? otherSort(properties, inside, member) : undefined;
  if (other) return other;
  const known = Object.entries(inside).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const field = properties[name];
    if (field === undefined) return [];
    const raw = isObject(member) ? fieldOf(member, placeIn(name, field)) : undefined;
    return [[name, onlyOf(field.properties, value, raw ?? value)]];
  });
  return known.length === 0 ? member : Object.fromEntries(known);
}

/** Returns the known and writable parts of a live object that is sent as a whole. */
export function sendable(fields: Fields, live: JsonObject): JsonObject {
  const own = Object.entries(fields).flatMap(([name, field]) => {
    const value = Object.hasOwn(live, name) ? live[name] : undefined;
    const isSent = field.access !== "readOnly" && field.secret === undefined && value !== undefined;
    return isSent ? [[name, sendableValue(field, value)] as const] : [];
  });
  return Object.fromEntries(own);
}

function sendableValue(field: Field, live: Json): Json {
  if (isObject(live)) return sendableObject(field, live);
  const { items } = field;
  const own = items?.properties;
  if (!isArray(live) || own === undefined) return live;
  return live.map((each) => (isObject(each) ? withoutClosed(own, each, declaredName) : each));
}

/**
 * Returns the known and writable parts of a live object of this field. If the field says so (`sendsRest`), the object's
 * other parts are returned too.
 */
export function sendableObject({ properties, sendsRest }: Field, live: JsonObject): JsonObject {
  if (properties === undefined) return live;
  return sendsRest ? withoutClosed(properties, live, declaredName) : sendable(properties, live);
}

/** Returns a name for a field: the name that people write, or the name on the wire. */
type FieldName = (name: string, field: Field) => string;

const declaredName: FieldName = (name) => name;

/** A field's name on the wire. */
export const wireName: FieldName = (name, { wire = name }) => wire;

/**
 * Returns a live object without parts that cannot be written, at any depth: read-only fields, secrets, and values that
 * only replies contain. Unknown members stay. `nameOf` says how the object names its fields.
 */
export function withoutClosed(fields: Fields, live: JsonObject, nameOf: FieldName): JsonObject {
  const known = new Map(Object.entries(fields).map(([name, field]) => [nameOf(name, field), field]));
  const inside = ({ properties, items }: Field, value: Json): Json => {
    if (isObject(value)) return properties ? withoutClosed(properties, value, nameOf) : value;
    const own = items?.properties;
    if (!isArray(value) || own === undefined) return value;
    return value.map((each) => (isObject(each) ? withoutClosed(own, each, nameOf) : each));
  };
  const sent = Object.entries(live).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
    const field = known.get(name);
    if (field === undefined) return [[name, value]];
    const isClosed = field.access === "readOnly" || field.secret !== undefined;
    const isShownAlone = field.replyOnly?.some((each) => each === value) === true;
    return isClosed || isShownAlone ? [] : [[name, inside(field, value)]];
  });
  return Object.fromEntries(sent);
}

/** Merges one object over another, recursively. Lists and plain values are replaced. */
export function laidOver<T extends WireJson>(over: T, under: WireJson | undefined): WireJson {
  if (!isWireObject(over) || under === undefined || !isWireObject(under)) return over;
  const inner = Object.entries(over).map(([name, value]): [string, WireJson] => [
    name,
    laidOver(value, under[name]),
  ]);
  return { ...under, ...Object.fromEntries(inner) };
}
