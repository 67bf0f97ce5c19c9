/**
 * Reduces the schemas of large maps to the fields that a file uses. Unused fields then need no schema, which makes the
 * start faster.
 */

import type { z } from "zod";

/** A field's schema; for an optional field, a function that builds it. */
type FieldSchema = z.ZodType | (() => z.ZodType);

type MadeSchema<Field> = Field extends () => infer Schema ? Schema : Field;

type ShapeOf<Fields> = { [Name in keyof Fields]: MadeSchema<Fields[Name]> };

/**
 * Returns the shape of a map with all its fields, or only with the required fields and the fields in `value`. A value
 * is valid by the reduced shape if and only if it is valid by the full shape. Only the full shape can explain the
 * errors of an invalid value.
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
