/** Adds undeclared members of live list elements to a write. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { keptFrom } from "../../model/sameness/kept.ts";
import { type ComparedPlace, elementPlace, keyIn, placeBelow } from "../../model/sameness/places.ts";
import type { ValueShape } from "../../model/sameness/value-shape.ts";
import type { Field, Fields } from "../schema/field.ts";
import { alikeFormsOf } from "./alike.ts";
import { mayBeSet } from "./canonical.ts";
import { partFields } from "./referring-parts.ts";

/**
 * A declared value as it is written over the live one. List elements keep their undeclared members, as far as people
 * could declare these (see the table of `keptFrom`). Map keys have the live spelling. Read-only members are left out.
 * `exclusive`: nothing is added.
 */
export function withKept(
  fields: Fields,
  declared: JsonObject,
  { live, exclusive }: { readonly live: JsonObject; readonly exclusive: boolean },
): JsonObject {
  return keptMembers(fields, { declared, live, place: { alike: alikeFormsOf(fields), exclusive } });
}

interface Written<T> {
  readonly declared: T;
  readonly live: T | undefined;
  readonly place: ComparedPlace;
}

function keptMembers(fields: Fields, { declared, live, place }: Written<JsonObject>): JsonObject {
  const members = Object.entries(declared).map(([name, value]): [string, Json] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field ? keptValue(field, value, inside({ live, place }, name)) : value];
  });
  return Object.fromEntries(members);
}

function inside(
  { live, place }: { readonly live: JsonObject | undefined; readonly place: ComparedPlace },
  name: string,
): { readonly live: Json | undefined; readonly place: ComparedPlace } {
  const own = live && Object.hasOwn(live, name) ? live[name] : undefined;
  return { live: own, place: placeBelow(place, name) };
}

function keptValue(
  field: Field,
  declared: Json,
  { live, place }: { readonly live: Json | undefined; readonly place: ComparedPlace },
): Json {
  const { properties, additionalProperties: others, items } = field;
  if (field.secret !== undefined || partFields(field)) return declared;
  if (isArray(declared))
    return items?.properties === undefined
      ? declared
      : keptElements(field, { declared, live: isArray(live) ? live : undefined, place });
  if (!isObject(declared)) return declared;
  const known = isObject(live) ? live : undefined;
  if (properties) return keptMembers(properties, { declared, live: known, place });
  if (others === undefined) return declared;
  const members = Object.entries(declared).map(([key, value]): [string, Json] => {
    const own = known ? keyIn(known, key, place.alike) : key;
    return [own, keptValue(others, value, inside({ live: known, place }, own))];
  });
  return Object.fromEntries(members);
}

function keptElements(
  field: Field,
  { declared, live = [], place }: Written<readonly Json[]>,
): readonly Json[] {
  const { properties = {}, required = [] } = field.items ?? {};
  const at: ComparedPlace = { ...place, shape: shapeOf(field) };
  const from = keptFrom({ declared, live, place: at, required });
  const inner = elementPlace({ ...place, shape: undefined });
  return declared.map((each, index) => {
    if (!isObject(each)) return each;
    const other = from[index];
    const known = isObject(other) ? other : undefined;
    const own = keptMembers(properties, { declared: writable(properties, each), live: known, place: inner });
    return known ? laidOver(properties, own, known) : own;
  });
}

/** An element merged over the live one, with the live one's undeclared members, at any depth of objects. */
function laidOver(fields: Fields, declared: JsonObject, live: JsonObject): JsonObject {
  const whole = { ...live, ...declared };
  const members = Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const [own, there] = [declared[name], Object.hasOwn(live, name) ? live[name] : undefined];
    if (own === undefined)
      return there !== undefined && mayBeSet(fields, field, whole) ? known(name, field, there) : [];
    const { properties } = field;
    const isInner =
      properties !== undefined && field.secret === undefined && isObject(own) && isObject(there);
    return [[name, isInner ? laidOver(properties, own, there) : own]];
  });
  return { ...declared, ...Object.fromEntries(members) };
}

/** The parts of a live value that can be declared and are significant. */
function known(name: string, field: Field, live: Json): readonly (readonly [string, Json])[] {
  const { access, secret, properties, items } = field;
  if (access === "readOnly" || secret !== undefined || live === null) return [];
  if (isObject(live) && properties) return [[name, knownOf(properties, live)]];
  const own = items?.properties;
  if (isArray(live) && own) return [[name, live.map((each) => (isObject(each) ? knownOf(own, each) : each))]];
  return [[name, live]];
}

function knownOf(fields: Fields, live: JsonObject): JsonObject {
  const members = Object.entries(fields).flatMap(([name, field]) =>
    Object.hasOwn(live, name) && mayBeSet(fields, field, live) ? known(name, field, live[name] ?? null) : [],
  );
  return Object.fromEntries(members);
}

/** The value without read-only members, because a rollback writes earlier live values. */
function writable(fields: Fields, declared: JsonObject): JsonObject {
  const members = Object.entries(declared).filter(
    ([name]) => !Object.hasOwn(fields, name) || fields[name]?.access !== "readOnly",
  );
  return Object.fromEntries(members);
}

const shapes = new WeakMap<Field, ValueShape>();

/** The parts of a list that are not compared, and the keys of inner lists. */
function shapeOf(field: Field): ValueShape {
  const ready = shapes.get(field);
  if (ready) return ready;
  const { properties = {}, additionalProperties, items, secret, access, identity } = field;
  const own = Object.entries(properties).map(([name, each]) => [name, shapeOf(each)] as const);
  const others = [items, additionalProperties].flatMap((each) =>
    each ? [["*", shapeOf(each)] as const] : [],
  );
  const shape = {
    secret: secret !== undefined || access === "writeOnly",
    leaves: identity,
    ordered: false,
    inside: new Map([...own, ...others]),
  };
  shapes.set(field, shape);
  return shape;
}
