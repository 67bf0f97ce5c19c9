/** Derives a kind's fields from its request and reply schemas: which values may be declared, and how they are read. */

import type { Json, JsonObject } from "../../model/json.ts";
import { linearSize } from "../patterns/linear.ts";
import { type Field, isFieldName, isFieldWord } from "../schema/field.ts";
import { isWireName } from "../schema/undeclared.ts";
import type { Plain } from "./dereference.ts";

/** The request and reply schemas of one object. Absent: the description has none. */
export interface Bodies {
  readonly create?: Plain | undefined;
  readonly update?: Plain | undefined;
  readonly reply?: Plain | undefined;
}

/** Fields in file form, by name. */
export type DraftFields = Readonly<Record<string, JsonObject>>;

/** Records an unknown fact about a field. */
type Note = (field: string, what: string) => void;

const formats: Readonly<Record<string, NonNullable<Field["format"]>>> = {
  "date-time": "date-time",
  email: "email",
  uri: "uri",
  url: "uri",
  ipv4: "ipv4",
  ipv6: "ipv6",
  ip: "ip",
  "ip-address": "ip",
  "ipv4-address": "ipv4",
  "ipv6-address": "ipv6",
  mac: "mac",
  "mac-address": "mac",
  cidr: "cidr",
  "ip-prefix": "cidr",
  duration: "duration",
};

/** The format uuid as a pattern, because fields have no such format. */
const uuidPattern = "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";

/** Returns the fields that a request accepts. Fields that cannot be declared are left out and noted. */
export function draftFields({ create, update, reply }: Bodies, note: Note): DraftFields {
  const created = create?.properties ?? {};
  const updated = update?.properties ?? {};
  const names = [...new Set([...Object.keys(created), ...Object.keys(updated)])];
  const isBoth = create !== undefined && update !== undefined;
  const known = names.flatMap((name): readonly (readonly [string, JsonObject])[] => {
    const request = both(created[name], updated[name]);
    if (request === undefined || request.access === "readOnly") return [];
    if (!isFieldName(name) || name.includes(".")) {
      note(name.slice(0, 80), "left out: no field can have this name");
      return [];
    }
    const phase = isBoth ? phaseOf(created[name], updated[name]) : undefined;
    const seen = shown(reply, name);
    if (phase === "createOnly" && seen === "absent") {
      note(name, "left out, because only a create sends the field, and no reply shows it");
      return [];
    }
    const told = (inner: string, what: string) => note(name + inner, what);
    const place = placeShown(name, request, seen);
    const shape = place.readAs === undefined ? otherShape(request, seen) : undefined;
    if (shape) told("", shape);
    const field = { ...fieldOf(request, seen, told), ...place };
    return [[name, { ...field, ...(phase && field.access !== "writeOnly" && { access: phase }) }]];
  });
  return Object.fromEntries(known);
}

function phaseOf(
  created: Plain | undefined,
  updated: Plain | undefined,
): "createOnly" | "updateOnly" | undefined {
  if (created && updated) return undefined;
  return created ? "createOnly" : "updateOnly";
}

/** The maximum number of read-only names per kind. */
const mostReadOnly = 1000;

/** Returns members of replies that no request accepts, at any depth, as names joined by dots. */
export function readOnlyIn({ create, update, reply }: Bodies): readonly string[] {
  const found = membersOnlyIn(reply, both(create, update));
  return found.filter((path) => isWireName(path)).slice(0, mostReadOnly);
}

function membersOnlyIn(reply: Plain | undefined, request: Plain | undefined): readonly string[] {
  const shownMembers = Object.entries(reply?.properties ?? reply?.items?.properties ?? {});
  const taken = request?.properties ?? request?.items?.properties;
  // If requests accept any form, it is unknown which members are read-only.
  if (taken === undefined) return [];
  return shownMembers.flatMap(([name, member]) => {
    const own = Object.hasOwn(taken, name) ? taken[name] : undefined;
    if (name.includes(".")) return [];
    if (own === undefined || own.access === "readOnly") return [name];
    return membersOnlyIn(member, own).map((inner) => `${name}.${inner}`);
  });
}

/** A reply's schema for a field. `absent`: the reply has no such field. `unknown`: there is no reply schema. */
type Shown = Plain | "absent" | "unknown";

function shown(reply: Plain | undefined, name: string): Shown {
  return reply?.properties === undefined ? "unknown" : (reply.properties[name] ?? "absent");
}

/**
 * Returns the place of a field's value, if replies show the field as an object: `{ value, label }`, or a referenced
 * resource.
 */
function placeShown(name: string, { type }: Plain, reply: Shown): JsonObject {
  if (typeof reply === "string" || !isScalar(type) || reply.type !== "object") return {};
  const inside = valueNames.find((each) => reply.properties?.[each]?.type === type);
  return inside === undefined ? {} : { readAs: `${name}.${inside}` };
}

const valueNames = ["value", "id"];

function isScalar(type: Plain["type"]): boolean {
  return type !== undefined && type !== "object" && type !== "array";
}

/**
 * Returns the types of a field in requests and in replies, in words, if they differ. Undefined: the types are equal, or
 * one of them is unknown.
 */
function otherShape(request: Plain, reply: Shown): string | undefined {
  if (typeof reply === "string") return undefined;
  const [sent, shown] = [typeOf(request), typeOf(reply)];
  const isKnown = request.type !== undefined && reply.type !== undefined;
  return isKnown && sent !== shown && !(sent === "integer" && shown === "number")
    ? `sent as ${sent}, but shown as ${shown}`
    : undefined;
}

function typeOf({ type, items }: Plain): string | undefined {
  return type === "array" && items?.type !== undefined ? `list of ${items.type}` : type;
}

function both(first: Plain | undefined, second: Plain | undefined): Plain | undefined {
  if (!first || !second) return first ?? second;
  const properties = { ...first.properties, ...second.properties };
  return { ...first, ...second, ...(Object.keys(properties).length > 0 && { properties }) };
}

function fieldOf(request: Plain, reply: Shown, note: (inner: string, what: string) => void): JsonObject {
  if (request.unclear !== undefined) note("", request.unclear);
  const { type, format, nullable } = request;
  const isUsed = ([word, value]: readonly [string, Json]) =>
    isFieldWord(word, value) && isLinear(word, value);
  const bounds = Object.entries(request.bounds);
  for (const word of [
    ...bounds.filter((each) => !isUsed(each)).map(([name]) => name),
    ...(request.lost ?? []),
  ])
    note("", `declared without \`${word}\`, which a field of a catalog cannot express`);
  const isSecret = format === "password";
  const isHidden = request.access === "writeOnly" || (isSecret && typeof reply === "string");
  return {
    ...(type && { type }),
    ...(format === "uuid" && { pattern: uuidPattern }),
    ...Object.fromEntries(bounds.filter(isUsed)),
    ...(nullable && { nullable: true }),
    ...(format && formats[format] && { format: formats[format] }),
    ...(isSecret && { secret: isHidden ? "hidden" : "shown" }),
    ...(isHidden && { access: "writeOnly" }),
    ...(!isHidden && reply === "absent" && { support: "assumed" }),
    ...insideOf(request, typeof reply === "string" ? undefined : reply, note),
  };
}

/** False for a pattern that a project's own catalog must not contain. */
function isLinear(word: string, value: Json): boolean {
  return word !== "pattern" || typeof value !== "string" || "parts" in linearSize(value);
}

/**
 * Returns the contents of an object or list. An unknown reply is not noted again, because it has been noted for the
 * object itself.
 */
function insideOf(request: Plain, reply: Plain | undefined, note: Note): JsonObject {
  const { properties, required, items, additional } = request;
  const at = (part: Plain | undefined): Shown => part ?? "unknown";
  return {
    ...(properties && {
      properties: draftFields({ update: request, reply }, (inner, what) => note(`.${inner}`, what)),
    }),
    ...(properties && required?.length && { required: declarable(required, properties) }),
    ...(items && { items: fieldOf(items, at(reply?.items), (inner, what) => note(`[]${inner}`, what)) }),
    ...(additional && {
      additionalProperties: fieldOf(additional, at(reply?.additional), (inner, what) =>
        note(`.*${inner}`, what),
      ),
    }),
  };
}

/** Returns the required fields of a body that can be declared. */
export function declarable(
  required: readonly string[],
  properties: Readonly<Record<string, Plain>>,
): string[] {
  return required.filter(
    (name) => isFieldName(name) && properties[name] && properties[name].access !== "readOnly",
  );
}
