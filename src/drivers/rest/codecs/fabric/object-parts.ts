/** An object of a fabric with what is below it, by class, and which part of it a field's wire name says. Pure. */

import type { Field } from "../../../../catalog/schema/field.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";

/** The objects below one, by class. */
export type Children = ReadonlyMap<string, readonly ShownObject[]>;

/** An object as an answer shows it. */
export interface ShownObject {
  readonly attributes: JsonObject;
  readonly below: Children;
}

/** By class; undefined where one of them is not an object. */
export function childrenIn(list: readonly Json[]): Children | undefined {
  const found = new Map<string, ShownObject[]>();
  for (const each of list) {
    const [entry, another] = isObject(each) ? Object.entries(each) : [];
    if (entry === undefined || another !== undefined) return undefined;
    const [name, inner] = entry;
    const shown = isObject(inner) ? shownObject(inner) : undefined;
    if (shown === undefined) return undefined;
    const known = found.get(name);
    if (known) known.push(shown);
    else found.set(name, [shown]);
  }
  return found;
}

/** An object, `{attributes, children}`; undefined where it is none. */
export function shownObject({ attributes = {}, children = [] }: JsonObject): ShownObject | undefined {
  const below = isArray(children) ? childrenIn(children) : undefined;
  return isObject(attributes) && below ? { attributes, below } : undefined;
}

/** The attribute or the class that a field's wire name begins with, and the attribute of that class. */
export function partsOf(name: string, { wire = name }: Field): readonly [string, string | undefined] {
  const [first = "", inner] = wire.split(".");
  return [first, inner];
}
