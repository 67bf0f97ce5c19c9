/** What people read of a key: what it means, and what is wrong with one. Pure. */

import type { Field } from "../schema/field.ts";

/** What is said of a text that is no key here. */
export function wrongKey({ description, minimum, maximum }: Field): string {
  if (description !== undefined) return description;
  return minimum === undefined || maximum === undefined
    ? "is not a valid key here"
    : `must be ${minimum} to ${maximum}`;
}

/** What people write. */
export function keyMeant({ type, description, minimum, maximum }: Field): string {
  if (type !== "integer" && type !== "number") return description ?? "Its key in the product.";
  const bounds = minimum === undefined || maximum === undefined ? "" : `, ${minimum} to ${maximum}`;
  return `Its number in the product${bounds}.`;
}
