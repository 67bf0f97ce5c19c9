/** Pointers to special fields in the values of a kind: secrets, lists with identity, aliases. Pure. */

import { type Pointer, pointer } from "../../model/pointer.ts";
import type { KindReferences } from "../../model/references.ts";
import type { Field, Fields } from "../schema/field.ts";

/** Returns the aliases, if there are any. */
export function otherNamesOf(fields: Fields): { readonly otherNames?: Readonly<Record<Pointer, string>> } {
  const otherNames = Object.fromEntries(otherNamesIn(fields, []));
  return Object.keys(otherNames).length === 0 ? {} : { otherNames };
}

function otherNamesIn(fields: Fields, path: readonly string[]): readonly (readonly [Pointer, string])[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const here = [...path, name];
    const own = field.also === undefined ? [] : [[pointer(here), field.also] as const];
    return [...own, ...otherNamesInside(field, here)];
  });
}

function otherNamesInside(
  { properties, items, additionalProperties: others }: Field,
  path: readonly string[],
): readonly (readonly [Pointer, string])[] {
  const members = [items, others].flatMap((each) => (each ? otherNamesInside(each, [...path, "*"]) : []));
  return properties ? [...otherNamesIn(properties, path), ...members] : members;
}

/** Returns the secrets, by pointer. `*` in a pointer stands for any element or key. */
export function secretsIn(fields: Fields, path: readonly string[]): readonly Pointer[] {
  return Object.entries(fields).flatMap(([name, field]) => secretsOf(field, [...path, name]));
}

function secretsOf(
  { secret, properties = {}, items, additionalProperties: others }: Field,
  path: readonly string[],
): readonly Pointer[] {
  if (secret !== undefined) return [pointer(path)];
  const inside = [items, others].flatMap((each) => (each ? secretsOf(each, [...path, "*"]) : []));
  return [...secretsIn(properties, path), ...inside];
}

/**
 * Returns the fields that are not secret but that no reply shows, by pointer. `*` in a pointer stands for any element
 * or key.
 */
export function hiddenIn(fields: Fields, path: readonly string[]): readonly Pointer[] {
  return Object.entries(fields).flatMap(([name, field]) => hiddenOf(field, [...path, name]));
}

function hiddenOf(
  { secret, access, properties = {}, items, additionalProperties: others }: Field,
  path: readonly string[],
): readonly Pointer[] {
  if (secret !== undefined) return [];
  if (access === "writeOnly") return [pointer(path)];
  const inside = [items, others].flatMap((each) => (each ? hiddenOf(each, [...path, "*"]) : []));
  return [...hiddenIn(properties, path), ...inside];
}

/**
 * Returns the fields with this access, by pointer: fields that can be set only by a create, or only by an update.
 * Fields inside list elements are left out.
 */
export function onlyFields(
  only: "createOnly" | "updateOnly",
  fields: Fields,
  path: readonly string[],
): readonly Pointer[] {
  return Object.entries(fields).flatMap(([name, { access, properties = {} }]) =>
    access === only ? [pointer([...path, name])] : onlyFields(only, properties, [...path, name]),
  );
}

/** Returns the lists with identity, by pointer. `*` in a pointer stands for any element. */
export function listsIn(
  fields: Fields,
  path: readonly string[],
): Readonly<Record<Pointer, readonly string[]>> {
  const own = Object.entries(fields).map(([name, field]) => listsOf(field, [...path, name]));
  return Object.assign({}, ...own);
}

function listsOf(
  { identity, items, properties }: Field,
  path: readonly string[],
): Readonly<Record<Pointer, readonly string[]>> {
  return {
    ...(identity !== undefined && { [pointer(path)]: identity }),
    ...(items?.properties && listsIn(items.properties, [...path, "*"])),
    ...(properties && listsIn(properties, path)),
  };
}

/** A reference field, and the wire field for the name of the referenced resource. */
export interface SentName {
  readonly path: Pointer;
  /** The wire field that contains the id of the referenced resource. */
  readonly id: string;
  readonly name: string;
}

/** Returns the fields with `sendsName`, by pointer. `*` in a pointer stands for any element or key. */
export function namesSentIn(fields: Fields, path: readonly string[] = []): readonly SentName[] {
  return Object.entries(fields).flatMap(([name, field]) => namesSentOf(field, [...path, name]));
}

function namesSentOf(field: Field, path: readonly string[]): readonly SentName[] {
  const { sendsName, wire, properties = {}, items, additionalProperties: others } = field;
  if (sendsName !== undefined)
    return [{ path: pointer(path), id: wire ?? path.at(-1) ?? "", name: sendsName }];
  const inside = [items, others].flatMap((each) => (each ? namesSentOf(each, [...path, "*"]) : []));
  return [...namesSentIn(properties, path), ...inside];
}

/**
 * Returns the kinds that fields reference, by pointer. In a list, each element is a reference. Undefined: no field
 * references a kind.
 */
export function referencesIn(fields: Fields): KindReferences | undefined {
  const named = Object.entries(fields).flatMap(([name, field]) => referencesOf(field, [name]));
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

function referencesOf(
  field: Field,
  path: readonly string[],
): readonly (readonly [Pointer, KindReferences[Pointer]])[] {
  const { refersTo, type, properties = {}, items, additionalProperties: others } = field;
  if (refersTo !== undefined) return [[pointer(type === "array" ? [...path, "*"] : path), refersTo]];
  const inside = Object.entries(properties).flatMap(([name, each]) => referencesOf(each, [...path, name]));
  return [...inside, ...[items, others].flatMap((each) => (each ? referencesOf(each, [...path, "*"]) : []))];
}
