/** The parts of a record that no field of its kind declares, at any depth, by wire names. Pure. */

import { isArray, isObject, type Json, type JsonObject, sameJson } from "../../model/json.ts";
import { boundedValue, type UndeclarablePart } from "../../model/live/undeclarable.ts";
import { isSecretName } from "../../model/names/secret-names.ts";
import { pointer } from "../../model/pointer.ts";
import type { NamesMatcher } from "../name-patterns.ts";
import type { Field, Fields } from "../schema/field.ts";
import { withoutBuiltIn } from "./built-in.ts";
import { fieldOf, idText } from "./field-of.ts";
import { isShownOff, placeIn } from "./wire.ts";

/** A catalog's statements about undeclared parts. */
export interface UndeclaredWords {
  /** True for parts that nobody configures, such as ids, links, times and states. */
  readonly isReadOnly: NamesMatcher;
  /** Returns the product's default at this place. Undefined: the catalog states no default. */
  readonly usual: (names: readonly string[]) => Json | undefined;
  /** True if leaving out the part changes the meaning of the rest. `isInElement`: the part is inside a list element. */
  readonly decides: (names: readonly string[], isInElement: boolean) => boolean;
}

/** The current position in a record. */
export interface WirePlace {
  /** The position for people: names, and identities of list elements. */
  readonly path: readonly string[];
  /** The wire names only. */
  readonly names: readonly string[];
  readonly isInElement: boolean;
}

/** The position of the record itself. */
export const wholeRecord: WirePlace = { path: [], names: [], isInElement: false };

/** Returns the place of a member, by its wire name. */
export function below(place: WirePlace, name: string): WirePlace {
  return { ...place, path: [...place.path, name], names: [...place.names, name] };
}

/** Returns the place of an element. */
export function element(place: WirePlace, label: string): WirePlace {
  return { ...place, path: [...place.path, label], isInElement: true };
}

/**
 * Returns the significant parts of a record that these fields do not cover. `others`: the schema of members with other
 * names.
 */
export function undeclaredIn(
  on: UndeclaredWords,
  of: { readonly fields: Fields; readonly others?: Field | undefined },
  { record, at }: { readonly record: JsonObject; readonly at: WirePlace },
): readonly UndeclarablePart[] {
  return inMembers(on, { ...wireTree(of.fields), fields: of.fields, others: of.others }, { record, at });
}

/** Fields by wire name. A name with dots leads into an object. */
interface WireTree {
  readonly own: ReadonlyMap<string, readonly Field[]>;
  readonly inner: ReadonlyMap<string, WireTree>;
  /** Other wire names that the fields use, for accompanying values and types. */
  readonly beside: ReadonlySet<string>;
}

const trees = new WeakMap<Fields, WireTree>();

function wireTree(fields: Fields): WireTree {
  const known = trees.get(fields);
  if (known) return known;
  const rows = Object.entries(fields).flatMap(([name, field]) => {
    const places = new Set([placeIn(name, field), field.wire ?? name]);
    return [...places].map((place) => [place.split("."), field] as const);
  });
  const beside = Object.values(fields).flatMap(({ sendsAlong = {}, shownIf = {}, sendsName }) => [
    ...Object.keys(sendsAlong),
    ...Object.keys(shownIf),
    ...(sendsName === undefined ? [] : [sendsName]),
  ]);
  const made = treeOf(
    rows,
    beside.map((each) => each.split(".")),
  );
  trees.set(fields, made);
  return made;
}

type FieldRow = readonly [readonly string[], Field];

function treeOf(rows: readonly FieldRow[], beside: readonly (readonly string[])[]): WireTree {
  const own = new Map<string, Field[]>();
  for (const [[first = "", ...rest], field] of rows)
    if (rest.length === 0) own.set(first, [...(own.get(first) ?? []), field]);
  const deeper = rows.filter(([place]) => place.length > 1);
  const named = new Set(deeper.map(([[first = ""]]) => first));
  const inside = (first: string) =>
    treeOf(
      deeper.flatMap(([[name, ...rest], field]): FieldRow[] => (name === first ? [[rest, field]] : [])),
      beside.flatMap(([name, ...rest]) => (name === first && rest.length > 0 ? [rest] : [])),
    );
  return {
    own,
    inner: new Map([...named].map((first) => [first, inside(first)])),
    beside: new Set(beside.flatMap(([name = "", ...rest]) => (rest.length === 0 ? [name] : []))),
  };
}

interface Members extends WireTree {
  readonly fields?: Fields | undefined;
  readonly others?: Field | undefined;
}

interface Shown<T> {
  readonly record: T;
  readonly at: WirePlace;
}

function inMembers(
  on: UndeclaredWords,
  of: Members,
  { record, at }: Shown<JsonObject>,
): readonly UndeclarablePart[] {
  const names = namesOfReference(of);
  return Object.entries(record).flatMap(([name, value]) => {
    const place = below(at, name);
    const [own = [], inner] = [of.own.get(name), of.inner.get(name)];
    if (own.length === 0 && inner === undefined) {
      if (of.others) return inValue(on, of.others, { record: value, at: place });
      return of.beside.has(name) || names.has(name) ? [] : unknownIn(on, { record: value, at: place });
    }
    const shown = own.filter((field) => !isShownOff(field, record));
    if (shown.length > 0 || inner === undefined)
      return shown.slice(0, 1).flatMap((field) => inValue(on, field, { record: value, at: place }));
    return isObject(value) ? inMembers(on, inner, { record: value, at: place }) : [];
  });
}

/** The values that replies add to a reference by id: the name and type of the referenced resource. */
const ofReference: ReadonlySet<string> = new Set(["name", "type"]);
const none: ReadonlySet<string> = new Set();

function namesOfReference({ own }: WireTree): ReadonlySet<string> {
  return own.has("id") ? ofReference : none;
}

function inValue(
  on: UndeclaredWords,
  field: Field,
  { record: value, at }: Shown<Json>,
): readonly UndeclarablePart[] {
  const { secret, refersTo, access, properties, items, additionalProperties: others } = field;
  if (secret !== undefined || refersTo !== undefined || access === "readOnly") return [];
  if (isArray(value)) {
    if (items === undefined) return [];
    return withoutBuiltIn(field, value).flatMap((each, index) =>
      inValue(on, items, { record: each, at: element(at, labelOf(field, each, index)) }),
    );
  }
  if (!isObject(value)) return [];
  if (properties) return undeclaredIn(on, { fields: properties, others }, { record: value, at });
  if (others === undefined) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    inValue(on, others, { record: each, at: below(at, name) }),
  );
}

/**
 * Returns the label of an element: the fields of its list's key, or else its first required field, its name, or its
 * index.
 */
function labelOf({ identity = [], items = {} }: Field, each: Json, index: number): string {
  const { properties = {}, required = [] } = items;
  const wire = (name: string) => placeIn(name, properties[name] ?? {});
  const named = [identity, required.slice(0, 1), ["name"]].map((names) =>
    names.map((name) => idText(fieldOf(each, wire(name)))),
  );
  const texts = named.find((one) => one.length > 0 && one.every((text) => text !== undefined));
  return texts?.join(", ") ?? String(index);
}

/** Returns a part without a field as a single part, if it is significant. */
export function unknownIn(on: UndeclaredWords, { record, at }: Shown<Json>): readonly UndeclarablePart[] {
  const value = saying(on, record, at.names) ?? referring(on, record, at.names);
  if (value === undefined) return [];
  const isSecret = isUnder(at.names) || holdsSecret(value, at.names);
  return [
    {
      path: pointer(at.path),
      name: at.names.join("."),
      what: "value",
      ...(!isSecret && { value: boundedValue(value) }),
      ...(on.decides(at.names, at.isInElement) && { decides: true as const }),
    },
  ];
}

/**
 * Returns a value without insignificant parts (read-only parts, defaults, and empty parts). Undefined: nothing is left.
 */
function saying(on: UndeclaredWords, value: Json, names: readonly string[]): Json | undefined {
  if (value === null || value === "" || on.isReadOnly(names)) return undefined;
  const usual = on.usual(names);
  if (usual !== undefined && sameJson(usual, value)) return undefined;
  if (isArray(value)) {
    const kept = value.flatMap((each) => saying(on, each, names) ?? []);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([name, each]): readonly (readonly [string, Json])[] => {
    const said = saying(on, each, [...names, name]);
    return said === undefined ? [] : [[name, said]];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/**
 * Returns a value, limited to its references by id. Other ids in an unknown member do not belong to the record itself.
 * Undefined: nothing is left.
 */
function referring(on: UndeclaredWords, value: Json, names: readonly string[]): Json | undefined {
  if (on.isReadOnly(names)) return undefined;
  if (isArray(value)) {
    const kept = value.flatMap((each) => referring(on, each, names) ?? []);
    return kept.length === 0 ? undefined : kept;
  }
  if (!isObject(value)) return undefined;
  const isSaid = Object.entries(value).some(
    ([name, each]) =>
      (isId(name) && (typeof each === "number" || (typeof each === "string" && each !== ""))) ||
      referring(on, each, [...names, name]) !== undefined,
  );
  return isSaid ? value : undefined;
}

/** True for the name of the member that identifies a referenced object. */
function isId(name: string): boolean {
  return /^(?:id|uuid|moid|dn|tdn)$/i.test(name);
}

/** True if any of the names on a path is the name of a secret. */
function isUnder(names: readonly string[]): boolean {
  return names.some((name, index) => isSecretName(name, names.slice(0, index)));
}

function holdsSecret(value: Json, above: readonly string[]): boolean {
  if (isArray(value)) return value.some((each) => holdsSecret(each, above));
  if (!isObject(value)) return false;
  return Object.entries(value).some(
    ([name, each]) => isSecretName(name, above) || holdsSecret(each, [...above, name]),
  );
}
