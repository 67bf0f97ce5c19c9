/** What a key must look like, where it is a field's value. Pure. */

import { z } from "zod";
import { type PatternReader, shippedPattern } from "../patterns/pattern.ts";
import type { Field } from "../schema/field.ts";
import { fieldSchema } from "./schema.ts";

/** A key in the form that its file asks for: numbers stand as texts in a map's keys. */
export function keysSchema(field: Field, patterns: PatternReader = shippedPattern): z.ZodType<string> {
  const schema = fieldSchema(field, { patterns });
  const isNumber = field.type === "integer" || field.type === "number";
  const { maxLength = 255 } = field;
  const isOne = (text: string) =>
    schema.safeParse(isNumber ? numberIn(text) : text).success && text.length <= maxLength;
  const error = keyFault(field);
  const pattern = isNumber ? /^-?\d+$/ : field.pattern && patterns(field.pattern);
  const text = pattern ? z.string().regex(pattern, { error, abort: true }) : z.string();
  return text.refine(isOne, { error }).describe(keyMeant(field));
}

function keyFault({ description, minimum, maximum }: Field): string {
  if (description !== undefined) return description;
  return minimum === undefined || maximum === undefined
    ? "is not a valid key here"
    : `must be ${minimum} to ${maximum}`;
}

/** What people write. */
function keyMeant({ type, description, minimum, maximum }: Field): string {
  if (type !== "integer" && type !== "number") return description ?? "Its key in the product.";
  const bounds = minimum === undefined || maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
  return `Its number in the product${bounds}.`;
}

/** A number in its usual spelling: `01` is none. */
function numberIn(text: string): number | undefined {
  const number = Number(text);
  return text !== "" && String(number) === text ? number : undefined;
}
