/**
 * Reduces the schemas of large maps to the fields that a file uses. This makes the start faster, because unused fields
 * need no schema.
 */

import type { z } from "zod";

/** The schema of a field. For an optional field, it is a function that builds the schema. */
type FieldSchema = z.ZodType | (() => z.ZodType);

type MadeSchema<Field> = Field extends () => infer Schema ? Schema : Field;

type ShapeOf<Fields> = { [Name in keyof Fields]: MadeSchema<Fields[Name]> };

/**
 * Returns the shape of a map with all its fields, or, given a `value`, only with the required fields and the fields in
 * `value`. Both shapes accept the same values, but only the full shape explains the errors of an invalid value.
 */
export function shapeOfFields<Fields extends Readonly<Record<string, FieldSchema | undefined>>>(
  fields: Fields,
  value?: object,
): ShapeOf<Fields> {
  const made: unknown[][] = [];
  for (const [name, field] of Object.entries(fields)) {
    if (typeof field !== "function") made.push([name, field]);
    else if (value === undefined || Object.hasOwn(value, name)) made.push([name, field()]);
  }
  return Object.fromEntries(made);
}
