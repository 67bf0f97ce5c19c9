/** Maps of which a file writes a few of many fields: what is not written needs no schema, and each costs a start. */

import type { z } from "zod";

/** A field's schema; of a field that may be missing, what makes it. */
type FieldSchema = z.ZodType | (() => z.ZodType);

type MadeSchema<Field> = Field extends () => infer Schema ? Schema : Field;

type ShapeOf<Fields> = { [Name in keyof Fields]: MadeSchema<Fields[Name]> };

/**
 * The shape of a map: of all its fields, or of those that must be there and those that `value` has. By the smaller one
 * a value that is in order is checked as by the whole; what is wrong with another one only the whole can say.
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
