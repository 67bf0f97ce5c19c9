/** Adds the undeclared members and elements of live lists to a write. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { byIdentity, elementIdentity } from "../../model/list-identity.ts";
import { type Pointer, pointer } from "../../model/pointer.ts";
import { keptFrom } from "../../model/sameness/kept.ts";
import { type ComparedPlace, elementPlace, keyIn, placeBelow } from "../../model/sameness/places.ts";
import type { ValueShape } from "../../model/sameness/value-shape.ts";
import type { Field, Fields } from "../schema/field.ts";
import { alikeFormsOf } from "./alike.ts";
import { mayBeSet } from "./canonical.ts";
import { partFields } from "./referring-parts.ts";

/** The live object, and how a declared value is written over it. */
interface WrittenOver {
  readonly live: JsonObject;
  /** True: nothing is added. */
  readonly exclusive: boolean;
  /**
   * The fields that the plan shows as different, with list elements by identity. An undeclared live element of a list
   * stays unless its pointer is here, or the plan shows the list as a whole. Default: no fields.
   */
  readonly differing?: readonly Pointer[] | undefined;
  /**
   * Recognizes a live value of a secret field that can be sent: the name of a variable. Absent: no such value can be
   * sent.
   */
  readonly isVariable?: ((value: Json) => boolean) | undefined;
}

/**
 * Returns a declared value as it is written over the live value. List elements keep their undeclared members, as far as
 * people could declare these members (see the table of `keptFrom`). Lists with identity keep their undeclared elements.
 * Map keys have the live spelling. Read-only members are left out.
 */
export function withKept(fields: Fields, declared: JsonObject, on: WrittenOver): JsonObject {
  const { live, exclusive, differing = [], isVariable } = on;
  const place = { alike: alikeFormsOf(fields), exclusive };
  return keptMembers(fields, { declared, live, place, path: [], differing: new Set(differing), isVariable });
}

interface WrittenPlace<T> extends Pick<WrittenOver, "isVariable"> {
  readonly live: T | undefined;
  readonly place: ComparedPlace;
  /** The path of the place. Elements of lists are named by their identity. */
  readonly path: readonly string[];
  readonly differing: ReadonlySet<Pointer>;
}

interface Written<T> extends WrittenPlace<T> {
  readonly declared: T;
}

function keptMembers(fields: Fields, { declared, ...around }: Written<JsonObject>): JsonObject {
  const members = Object.entries(declared).map(([name, value]): [string, Json] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, field ? keptValue(field, value, inside(around, name)) : value];
  });
  return Object.fromEntries(members);
}

function inside(around: WrittenPlace<JsonObject>, name: string): WrittenPlace<Json> {
  const { live, place, path } = around;
  const own = live && Object.hasOwn(live, name) ? live[name] : undefined;
  return { ...around, live: own, place: placeBelow(place, name), path: [...path, name] };
}

function keptValue(field: Field, declared: Json, around: WrittenPlace<Json>): Json {
  const { live, place } = around;
  const { properties, additionalProperties: others, items } = field;
  if (field.secret !== undefined || partFields(field)) return declared;
  if (isArray(declared))
    return items?.properties === undefined
      ? declared
      : keptElements(field, { ...around, declared, live: isArray(live) ? live : undefined });
  if (!isObject(declared)) return declared;
  const known = isObject(live) ? live : undefined;
  if (properties) return keptMembers(properties, { ...around, declared, live: known });
  if (others === undefined) return declared;
  const members = Object.entries(declared).map(([key, value]): [string, Json] => {
    const own = known ? keyIn(known, key, place.alike) : key;
    return [own, keptValue(others, value, inside({ ...around, live: known }, own))];
  });
  return Object.fromEntries(members);
}

function keptElements(field: Field, around: Written<readonly Json[]>): readonly Json[] {
  const { declared, live = [], place, path } = around;
  const { properties = {}, required = [] } = field.items ?? {};
  const at: ComparedPlace = { ...place, shape: shapeOf(field) };
  const from = keptFrom({ declared, live, place: at, required });
  const inner = elementPlace({ ...place, shape: undefined });
  const written = declared.map((each, index) => {
    if (!isObject(each)) return each;
    const other = from[index];
    const known = isObject(other) ? other : undefined;
    const name = elementIdentity(each, field.identity ?? []) ?? String(index);
    const own = { declared: writable(properties, each), live: known, place: inner, path: [...path, name] };
    const kept = keptMembers(properties, { ...around, ...own });
    return known ? laidOver(properties, kept, known) : kept;
  });
  return withOthers(field, written, { ...around, place: inner });
}

/**
 * Returns a written list, with undeclared live elements that the plan does not remove. Each of them comes after the
 * element that it follows in the live list. A list is written as declared if it has no identity, is in an exclusive
 * tree, or is shown as a whole by the plan.
 */
function withOthers(
  { identity, items }: Field,
  written: readonly Json[],
  { live = [], place, path, differing, isVariable }: WrittenPlace<readonly Json[]>,
): readonly Json[] {
  const isShownWhole = path.some((_, index) => differing.has(pointer(path.slice(0, index + 1))));
  if (identity === undefined || place.exclusive || isShownWhole) return written;
  const [wanted, found] = [written, live].map((list) => byIdentity(list, identity, place.alike));
  if (!wanted || !found) return written;
  const others = new Map<number, Json[]>();
  let last = -1;
  for (const [name, index] of found) {
    const element = live[index] ?? null;
    const at = pointer([...path, elementIdentity(element, identity) ?? name]);
    const own = wanted.get(name);
    if (own !== undefined) last = own;
    else if (isObject(element) && !differing.has(at))
      others.set(last, [...(others.get(last) ?? []), knownOf(items?.properties ?? {}, element, isVariable)]);
  }
  const following = (index: number) => others.get(index) ?? [];
  return [...following(-1), ...written.flatMap((each, index) => [each, ...following(index)])];
}

/**
 * Returns an element merged over the live element, with the undeclared members of the live element, at any depth of
 * objects.
 */
function laidOver(fields: Fields, declared: JsonObject, live: JsonObject): JsonObject {
  const whole = { ...live, ...declared };
  const members = Object.entries(fields).flatMap(([name, field]): readonly (readonly [string, Json])[] => {
    const [own, there] = [declared[name], Object.hasOwn(live, name) ? live[name] : undefined];
    if (own === undefined)
      return there !== undefined && mayBeSet(fields, field, whole) ? known(name, { field, live: there }) : [];
    const { properties } = field;
    const isInner =
      properties !== undefined && field.secret === undefined && isObject(own) && isObject(there);
    return [[name, isInner ? laidOver(properties, own, there) : own]];
  });
  return { ...declared, ...Object.fromEntries(members) };
}

/** Returns the parts of a live value that can be declared and are significant. */
function known(
  name: string,
  { field, live }: { readonly field: Field; readonly live: Json },
  isVariable?: WrittenOver["isVariable"],
): readonly (readonly [string, Json])[] {
  const { access, secret, properties, items } = field;
  if (access === "readOnly" || live === null) return [];
  if (secret !== undefined) return isVariable?.(live) ? [[name, live]] : [];
  if (isObject(live) && properties) return [[name, knownOf(properties, live, isVariable)]];
  const own = items?.properties;
  if (!isArray(live) || !own) return [[name, live]];
  return [[name, live.map((each) => (isObject(each) ? knownOf(own, each, isVariable) : each))]];
}

function knownOf(fields: Fields, object: JsonObject, isVariable?: WrittenOver["isVariable"]): JsonObject {
  const members = Object.entries(fields).flatMap(([name, field]) =>
    Object.hasOwn(object, name) && mayBeSet(fields, field, object)
      ? known(name, { field, live: object[name] ?? null }, isVariable)
      : [],
  );
  return Object.fromEntries(members);
}

/**
 * Returns the value without read-only members. A rollback may declare such members, because it writes earlier live
 * values.
 */
function writable(fields: Fields, declared: JsonObject): JsonObject {
  const members = Object.entries(declared).filter(
    ([name]) => !Object.hasOwn(fields, name) || fields[name]?.access !== "readOnly",
  );
  return Object.fromEntries(members);
}

const shapes = new WeakMap<Field, ValueShape>();

/** Returns the parts of a list that are not compared, and the keys of inner lists. */
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
