/** The live elements of an ordered list, and the part of its group in which each element is stored. Pure. */

import { fieldOf, textFrom } from "../../../catalog/fields/field-of.ts";
import type { KindFile } from "../../../catalog/schema/kind.ts";
import {
  asList,
  asObject,
  filterMembers,
  isObject,
  type Json,
  type JsonObject,
} from "../../../model/json.ts";
import type { LiveResource } from "../../../model/live/snapshot.ts";
import type { WithinOf } from "./steps.ts";

/** Returns the live elements as received. */
export function rawElements({ fields, elements }: KindFile, live: LiveResource | undefined): readonly Json[] {
  const { field = "" } = elements ?? {};
  return listAt(live?.raw, fields[field]?.wire ?? field);
}

/**
 * Returns a function that takes the position of a live element. It returns the part of the group in which the element
 * is stored.
 */
export function withinOf(file: KindFile, live: LiveResource | undefined): WithinOf {
  const { within } = file.elements ?? {};
  const raw = within && rawElements(file, live);
  return (at) => {
    const found = raw && within && textFrom(fieldOf(raw[at], within.wire));
    return found === within?.none ? undefined : found;
  };
}

/**
 * Returns the elements of a list as one record. If a value says that an element is in no part of its group, the value
 * is left out.
 */
export function inOneRecord({ fields, elements }: KindFile, records: readonly Json[]): JsonObject {
  const { field = "", within: { wire = "", none } = {} } = elements ?? {};
  const [first = "", last = ""] = wire.split(".");
  const isInNone = (each: Json) => none !== undefined && fieldOf(each, wire) === none;
  const shown = records.map((each) => {
    if (!isObject(each) || !isInNone(each)) return each;
    return { ...each, [first]: filterMembers(asObject(each[first]), (name) => name !== last) };
  });
  return { [fields[field]?.wire ?? field]: shown };
}

/** Returns the list in a field. It is empty if there is none. */
export function listAt(value: Json | undefined, field: string): readonly Json[] {
  return asList(fieldOf(value, field));
}
