/** Settings for what a product calls its fields. */

import { z } from "zod";

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
