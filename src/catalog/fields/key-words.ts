/** Texts about keys: their meaning, and the errors in them. Pure. */

import type { Field } from "../schema/field.ts";

/** Returns the message for an invalid key. */
export function wrongKey({ description, minimum, maximum }: Field): string {
  if (description !== undefined) return description;
  return minimum === undefined || maximum === undefined
    ? "is not a valid key here"
    : `must be ${minimum} to ${maximum}`;
}

/** Returns a description of the text that people write as the key. */
export function keyMeant({ type, description, minimum, maximum }: Field): string {
  if (type !== "integer" && type !== "number")
    return description ?? "The key of the resource in the product.";
  const bounds = minimum === undefined || maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
  return `The number of the resource in the product${bounds}.`;
}
