/**
 * The canonical form of declared and live values: one spelling, the fields' own names, sorted sets, complete elements.
 * Every value is accepted. Pure.
 */

import {
  canonicalText,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  put,
  sameJson,
} from "../../model/json.ts";
import { literalId } from "../../model/references.ts";
import type { Field, Fields } from "../schema/field.ts";
import { inFormat } from "./formats.ts";
import { withoutName } from "./one-of.ts";
import { canonicalParts, partFields } from "./referring-parts.ts";
import { outOfWireText } from "./wire-text.ts";

/** Returns an object with canonical fields. Unknown fields stay unchanged, or have the form of `others`. */
export function canonicalFields(fields: Fields, value: JsonObject, others?: Field): JsonObject {
  const named = withoutName(fields, renamed(fields, value));
  // Nearly all objects are canonical already, so nothing is allocated for them.
  let canonical: Record<string, Json> | undefined;
  for (const name in named) {
    const member = named[name];
    const field = Object.hasOwn(fields, name) ? fields[name] : others;
    if (member === undefined || field === undefined) continue;
    const own = canonicalField(field, member);
    if (own === member) continue;
    canonical ??= { ...named };
    put(canonical, name, own);
  }
  return canonical ?? named;
}

/** Returns a canonical field value. */
export function canonicalField(field: Field, value: Json): Json {
  if (partFields(field)) return canonicalParts(field, value);
  if (typeof value === "string") {
    const own = outOfWireText(field, value);
    return typeof own === "string" ? inFormat(field, own) : own;
  }
  if (isArray(value)) return canonicalList(field, value);
  if (field.refersTo !== undefined) return canonicalReference(value);
  if (!isObject(value) || field.secret !== undefined) return value;
  const { additionalProperties: others } = field;
  if (field.properties !== undefined) return canonicalFields(field.properties, value, others);
  if (others === undefined) return value;
  return canonicalMap(value, field, others);
}

/**
 * Returns the canonical form of a reference by the product's own id. Only the id is kept, since the name is for people.
 */
function canonicalReference(value: Json): Json {
  const id = literalId(value);
  return id === undefined || !isObject(value) || Object.keys(value).length === 1 ? value : { id };
}

/** Returns a map with canonical keys. Keys that would become equal stay unchanged: `validate` reports them. */
function canonicalMap(value: JsonObject, { keys: format }: Field, others: Field): JsonObject {
  const names = Object.keys(value);
  const own = format === undefined ? names : keysInFormat(format, names);
  const made: Record<string, Json> = {};
  let isSame = true;
  for (const [index, name] of names.entries()) {
    const member = value[name] ?? null;
    const canonical = canonicalField(others, member);
    const key = own[index] ?? name;
    if (canonical !== member || key !== name) isSame = false;
    put(made, key, canonical);
  }
  return isSame ? value : made;
}

function keysInFormat(format: NonNullable<Field["keys"]>, names: readonly string[]): readonly string[] {
  const spelled = names.map((name) => inFormat({ format }, name));
  return new Set(spelled).size === names.length ? spelled : names;
}

/**
 * Returns a canonical list. Elements of a list without identity get the product's defaults, both for comparison and for
 * sending.
 */
function canonicalList({ items: element, set, identity, refersTo }: Field, list: readonly Json[]): Json {
  const items = refersTo === undefined ? element : { ...element, refersTo };
  const isWhole = identity === undefined;
  const filled = (field: Field, short: Json) => {
    const member = unshortened(field, short);
    return isWhole && field.properties && isObject(member) ? withDefaults(field.properties, member) : member;
  };
  const members =
    items === undefined ? list : mapped(list, (each) => canonicalField(items, filled(items, each)));
  return set && !isSortedSet(members) ? sortedSet(members) : members;
}

/** Returns the element for which a short text form stands. */
function unshortened({ short }: Field, member: Json): Json {
  return short !== undefined && typeof member === "string" ? { [short]: member } : member;
}

/** Returns the short text form of an element, if the element has no other values. */
function shortened({ short }: Field, member: Json): Json {
  if (short === undefined || !isObject(member)) return member;
  const [entry, another] = Object.entries(member);
  return entry?.[0] === short && another === undefined ? entry[1] : member;
}

/** Maps the elements of a list. Returns the same list if no element changes. */
function mapped(list: readonly Json[], form: (element: Json) => Json): readonly Json[] {
  let made: Json[] | undefined;
  for (const [index, each] of list.entries()) {
    const own = form(each);
    if (own === each && made === undefined) continue;
    made ??= list.slice(0, index);
    made.push(own);
  }
  return made ?? list;
}

function isSortedSet(members: readonly Json[]): boolean {
  return members.every((each, index) => {
    const before = members[index - 1];
    return typeof each === "string" && (index === 0 || (typeof before === "string" && before < each));
  });
}

/** Returns each member once: texts in code-unit order, other members in the order of their JSON texts. */
function sortedSet(members: readonly Json[]): readonly Json[] {
  const byText = new Map(
    members.map((member) => [typeof member === "string" ? member : canonicalText(member), member]),
  );
  return [...byText.keys()].sort().map((text) => byText.get(text) ?? null);
}

/** Replaces aliases by the fields' own names. If a field is written under both names, both stay. */
function renamed(fields: Fields, value: JsonObject): JsonObject {
  const all = otherNames(fields);
  const others =
    all.length === 0
      ? all
      : all.filter(([also, name]) => Object.hasOwn(value, also) && !Object.hasOwn(value, name));
  if (others.length === 0) return value;
  const names = new Map(others);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [names.get(name) ?? name, member]));
}

const named = new WeakMap<Fields, readonly (readonly [string, string])[]>();

/** Returns the aliases of these fields, with the fields' own names. */
function otherNames(fields: Fields): readonly (readonly [string, string])[] {
  const known = named.get(fields);
  if (known) return known;
  const others = Object.entries(fields).flatMap(([name, { also }]) =>
    also === undefined ? [] : [[also, name] as const],
  );
  named.set(fields, others);
  return others;
}

/**
 * Returns an element of a list without identity, with all defaults of the product. Declared and live elements are
 * treated alike.
 */
function withDefaults(fields: Fields, value: JsonObject): JsonObject {
  const filledIn = Object.entries(fields).flatMap(([name, field]) =>
    isFilledIn(field) && !Object.hasOwn(value, name) && mayBeSet(fields, field, value)
      ? [[name, field.default ?? null] as const]
      : [],
  );
  return filledIn.length === 0 ? value : { ...value, ...Object.fromEntries(filledIn) };
}

/**
 * Returns a canonical live value without redundant fields: fields that have their default, or that are derived from
 * fields that stay. `kept`: outermost fields that always stay.
 */
export function withoutDefaults(fields: Fields, value: JsonObject, kept: ReadonlySet<string>): JsonObject {
  return withoutKnown(fields, value, { kept, defaults: true });
}

interface Known {
  readonly kept: ReadonlySet<string>;
  /** True: fields that have their default are left out. */
  readonly defaults: boolean;
}

function withoutKnown(fields: Fields, value: JsonObject, { kept, defaults }: Known): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]): readonly (readonly [string, Json])[] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined || kept.has(name)) return [[name, member]];
    if (defaults && isFilledIn(field) && sameJson(field.default ?? null, member)) return [];
    return isWorkedOut(field, value) ? [] : [[name, insideWithout(field, member, defaults)]];
  });
  return Object.fromEntries(members);
}

function insideWithout(
  { properties, required, items, identity }: Field,
  member: Json,
  defaults: boolean,
): Json {
  if (properties !== undefined && isObject(member))
    return withoutKnown(properties, member, { kept: new Set(required), defaults });
  if (items === undefined || !isArray(member)) return member;
  // Elements of a list with identity are compared individually and never get defaults. Therefore, a value that equals a
  // default stays.
  return member.map((each) =>
    shortened(items, insideWithout(items, each, defaults && identity === undefined)),
  );
}

function isWorkedOut({ derivedFrom = [] }: Field, value: JsonObject): boolean {
  return derivedFrom.some((name) => (value[name] ?? null) !== null);
}

/** False if another field of the element says that this field is not set. The field's default does not apply then. */
export function mayBeSet(fields: Fields, { shownIf = {} }: Field, value: JsonObject): boolean {
  return Object.entries(shownIf).every(([wire, wanted]) => {
    const other = Object.entries(fields).find(([name, each]) => (each.wire ?? name) === wire)?.[0];
    const said = other === undefined ? undefined : value[other];
    return said === undefined || [wanted].flat().some((each) => sameJson(each, said));
  });
}

function isFilledIn({ default: filledIn, access = "readWrite", secret }: Field): boolean {
  return filledIn !== undefined && access !== "readOnly" && access !== "writeOnly" && secret === undefined;
}
