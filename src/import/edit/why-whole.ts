/**
 * Says why a live resource cannot be declared in part: an undeclarable part decides the meaning of the declared parts.
 * Pure.
 */

import type { Json } from "../../model/json.ts";
import type { UndeclarablePart } from "../../model/live/undeclarable.ts";
import { segments } from "../../model/pointer.ts";

/** The maximum number of parts that one sentence names. */
const named = 3;

/**
 * Returns why an entry cannot be imported in part; undefined if no missing part changes the meaning of the other parts.
 */
export function whyWhole(
  parts: readonly UndeclarablePart[] = [],
  repeatsSecret: (value: Json) => boolean,
): string | undefined {
  const decisive = parts.filter(({ decides }) => decides);
  if (decisive.length === 0) return undefined;
  const each = decisive.slice(0, named).map(({ path, value }) => {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    const where = segments(path).join(" → ");
    return isPlain && !repeatsSecret(value) ? `${where}: ${value}` : where;
  });
  const more = decisive.length > named ? ` and ${decisive.length - named} more` : "";
  const them = decisive.length === 1 ? "it" : "them";
  return `${each.join("; ")}${more} cannot be declared, and without ${them} the other fields would mean something else`;
}
