/** Names of fields: what people write, and what a product calls it. */

import { z } from "zod";
import type { JsonObject } from "../../model/json.ts";

/** What people call a field → what the product calls it. */
export type FieldNames<Field extends string = string> = Readonly<Record<Field, string>>;

/** A setting for the name of one field. */
export const fieldName = z
  .string()
  .max(128)
  .regex(/^(?!__proto__$)\P{Cc}+$/u, "must be the name of a field")
  .exactOptional();

/** A setting for the names of a record's fields: any of them, no two alike. */
export function fieldNames<Shape extends Readonly<Record<string, typeof fieldName>>>(shape: Shape) {
  return z
    .strictObject(shape)
    .refine((names) => isDistinct(shape, names), "two fields must not have the same name")
    .exactOptional();
}

function isDistinct(shape: object, names: object): boolean {
  const given = new Map<string, unknown>(Object.entries(names));
  const all = Object.keys(shape).map((field) => given.get(field) ?? field);
  return new Set(all).size === all.length;
}

/** What the product calls a field. */
function wireName(names: FieldNames, field: string): string {
  return Object.hasOwn(names, field) ? (names[field] ?? field) : field;
}

/** The record with its fields called as the product does. */
export function onWire<Value>(
  record: Readonly<Record<string, Value>>,
  names: FieldNames,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).map(([field, value]) => [wireName(names, field), value]));
}

/** The record with its fields called as people do. What the product calls so and means otherwise is left out. */
export function offWire(record: JsonObject, names: FieldNames): JsonObject {
  const own = new Map(Object.entries(names).map(([field, wire]) => [wire, field]));
  const free = Object.entries(record).filter(([field]) => own.has(field) || !Object.hasOwn(names, field));
  return Object.fromEntries(free.map(([field, value]) => [own.get(field) ?? field, value]));
}
