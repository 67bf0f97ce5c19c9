/** Whole lists in one form: sorted by their keys, and their elements without flags that say nothing. Pure. */

import type { MappedField, MappedFields } from "../../../../catalog/schema/mapping.ts";
import { canonicalText, isArray, isObject, type Json, type JsonObject } from "../../../../model/json.ts";

/** The value with its whole lists sorted by their keys. A flag that is not set is as one that is not declared there. */
export function withWholeLists(fields: MappedFields, value: JsonObject): JsonObject {
  return inside(fields, value, false);
}

function inside(fields: MappedFields, value: JsonObject, isWhole: boolean): JsonObject {
  const members = Object.entries(value).flatMap(([name, member]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) return [[name, member] as const];
    return isWhole && member === unset(field) ? [] : [[name, formOf(field, member, isWhole)] as const];
  });
  return Object.fromEntries(members);
}

/** What a flag says where nothing stands in the tree. */
function unset({ as }: MappedField): boolean | undefined {
  if (as === "absence") return true;
  return as === "presence" || as === "container" ? false : undefined;
}

function formOf(field: MappedField, value: Json, isWhole: boolean): Json {
  const { properties, items, whole, ordered, identity = [] } = field;
  if (properties !== undefined && isObject(value)) return inside(properties, value, isWhole);
  const own = items?.properties;
  if (own === undefined || !isArray(value)) return value;
  const isOwnWhole = isWhole || whole === true || ordered === true;
  const elements = value.map((each) => (isObject(each) ? inside(own, each, isOwnWhole) : each));
  return whole && !ordered ? elements.toSorted((a, b) => byKeys(identity, a, b)) : elements;
}

function byKeys(identity: readonly string[], a: Json, b: Json): number {
  if (!isObject(a) || !isObject(b)) return 0;
  for (const name of identity) {
    const [one, other] = [a[name] ?? null, b[name] ?? null];
    if (typeof one === "number" && typeof other === "number" && one !== other) return one - other;
    const [text, otherText] = [canonicalText(one), canonicalText(other)];
    if (text !== otherText) return text < otherText ? -1 : 1;
  }
  return 0;
}
