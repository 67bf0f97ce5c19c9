/**
 * Shapes of large maps, reduced to the fields that a file uses: unused fields need no schema, which speeds up the
 * start.
 */

import type { z } from "zod";

/** A field's schema; for an optional field, a function that builds it. */
type FieldSchema = z.ZodType | (() => z.ZodType);

type MadeSchema<Field> = Field extends () => infer Schema ? Schema : Field;

type ShapeOf<Fields> = { [Name in keyof Fields]: MadeSchema<Fields[Name]> };

/**
 * The shape of a map: all its fields, or the required ones and those in `value`. A valid value passes the reduced shape
 * exactly if it passes the full one; the errors of an invalid value need the full one.
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
