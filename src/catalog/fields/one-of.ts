/** Alternative fields that share one wire member. Another wire member shows which of the fields is used. Pure. */

import { type Json, type JsonObject, put, sameJson } from "../../model/json.ts";
import type { Fields } from "../schema/field.ts";

/** Alternative fields, of which exactly one is used. */
export interface OneOf {
  readonly names: readonly string[];
  /** The wire member that contains the id. */
  readonly wire: string;
  /** The wire members that show the type. */
  readonly by: readonly string[];
  /**
   * True: an object of unknown type can be written with these wire members, as the product shows it. False: the names
   * of these members are also names of fields, or contain dots.
   */
  readonly takesOthers: boolean;
}

const known = new WeakMap<Fields, readonly OneOf[]>();

/** Returns the groups of alternatives among these fields. */
export function oneOfs(fields: Fields): readonly OneOf[] {
  const ready = known.get(fields);
  if (ready) return ready;
  const sorted = Object.entries(fields).filter(([, { shownIf, refersTo }]) => shownIf && refersTo);
  const groups = [...Map.groupBy(sorted, ([name, { wire = name }]) => wire)];
  const mixed = new Set(sortsOf(fields).flatMap((sorts) => [...sorts.keys()]));
  const made = groups
    .filter(([, group]) => group.length > 1 && !group.some(([name]) => mixed.has(name)))
    .map(([wire, group]): OneOf => {
      const by = [...new Set(group.flatMap(([, { shownIf = {} }]) => Object.keys(shownIf)))];
      const takesOthers = [wire, ...by].every((name) => !name.includes(".") && !Object.hasOwn(fields, name));
      return { names: group.map(([name]) => name), wire, by, takesOthers };
    });
  known.set(fields, made);
  return made;
}

const knownSorts = new WeakMap<Fields, readonly ReadonlyMap<string, string>[]>();

/**
 * Returns groups of fields that each imply the type of their object, but have different wire members. Each group gives
 * the type by field name. The declared fields of a group must agree on the type.
 */
export function sortsOf(fields: Fields): readonly ReadonlyMap<string, string>[] {
  const ready = knownSorts.get(fields);
  if (ready) return ready;
  const saying = Object.entries(fields).filter(
    ([, { shownIf, sendsAlong = {} }]) =>
      shownIf !== undefined &&
      Object.entries(shownIf).every(([name, value]) => sameJson(value, sendsAlong[name])),
  );
  const byMembers = Map.groupBy(saying, ([, { shownIf = {} }]) => Object.keys(shownIf).toSorted().join());
  const made = [...byMembers.values()].flatMap((group) => {
    const sorts = new Map(group.map(([name, { shownIf = {} }]) => [name, JSON.stringify(shownIf)]));
    const wires = new Set(group.map(([name, { wire = name, refersTo }]) => (refersTo ? wire : `${name}.`)));
    return new Set(sorts.values()).size > 1 && wires.size > 1 ? [sorts] : [];
  });
  knownSorts.set(fields, made);
  return made;
}

/**
 * Returns a reference of unknown type as the product shows it: its id and type. Undefined: no type is shown, or the
 * type is known.
 */
export function otherSort(fields: Fields, shown: JsonObject, record: JsonObject): JsonObject | undefined {
  for (const { names, wire, by, takesOthers } of oneOfs(fields)) {
    if (!takesOthers || names.some((name) => shown[name] !== undefined)) continue;
    const members = [wire, ...by].map((name) => [name, record[name]] as const);
    if (members.every(([, value]) => typeof value === "string")) return definedIn(members);
  }
  return undefined;
}

/**
 * Returns the object without redundant members. A name beside an id of unknown type is redundant because it is only for
 * people. For a known type, the wire members that show the type are redundant. Other objects stay unchanged.
 */
export function withoutName(fields: Fields, value: JsonObject): JsonObject {
  const all = oneOfs(fields);
  if (all.length === 0) return value;
  const groups = all.filter(({ takesOthers }) => takesOthers);
  const said = groups.filter(({ names }) => names.some((name) => Object.hasOwn(value, name)));
  const spare = new Set(said.flatMap(({ wire, by }) => [wire, ...by]));
  const isOther = groups.some(({ wire }) => Object.hasOwn(value, wire) && !spare.has(wire));
  if (isOther && !Object.hasOwn(fields, "name")) spare.add("name");
  if (![...spare].some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !spare.has(name)));
}

function definedIn(members: readonly (readonly [string, Json | undefined])[]): JsonObject {
  const made: Record<string, Json> = {};
  for (const [name, value] of members) if (value !== undefined) put(made, name, value);
  return made;
}

/** Returns a check that the fields of an object agree on its type, and the message if they do not agree. */
export function oneSort(sorts: ReadonlyMap<string, string>): [(value: unknown) => boolean, string] {
  const has = (value: unknown) => {
    if (typeof value !== "object" || value === null) return false;
    const said = [...sorts].flatMap(([name, sort]) => (name in value ? [sort] : []));
    return new Set(said).size === 1;
  };
  return [has, `needs exactly one of ${quotedNames([...sorts.keys()], ", ")}`];
}

/**
 * Returns a check that an object has exactly one of these references, or an unknown type with all its members. Also
 * returns the message for an object that fails the check.
 */
export function exactlyOne({ names, wire, by, takesOthers }: OneOf): [(value: unknown) => boolean, string] {
  const others = takesOthers ? [wire, ...by] : [];
  const has = (value: unknown) => {
    if (typeof value !== "object" || value === null) return false;
    const said = names.filter((name) => name in value).length;
    const isOther = others.length > 0 && others.every((name) => name in value);
    const isInPart = !isOther && others.some((name) => name in value);
    return !isInPart && said + (isOther ? 1 : 0) === 1;
  };
  const other = takesOthers ? `, or ${quotedNames(others, " with ")} for an object of another type` : "";
  return [has, `needs exactly one of ${quotedNames(names, ", ")}${other}`];
}

function quotedNames(names: readonly string[], between: string): string {
  return names.map((name) => `\`${name}\``).join(between);
}
