/** Lists with identity: the position of each element by its identity, so that order means nothing. */

import { canonicalText, isObject, type Json } from "../model/json.ts";

/**
 * Identity → index. Undefined when the list can't be a map: an element without one of its leaves, or two with the
 * same identity; then the list is compared whole. Elements that are no objects are their own identity.
 */
export function byIdentity(
  list: readonly Json[],
  leaves: readonly string[],
): ReadonlyMap<string, number> | undefined {
  const map = new Map<string, number>();
  for (const [index, element] of list.entries()) {
    const identity = identityOf(element, leaves);
    if (identity === undefined || map.has(identity)) return undefined;
    map.set(identity, index);
  }
  return map;
}

/** A single text stays as it is; several are joined by commas, those inside them written as `%2C`. */
function identityOf(element: Json, leaves: readonly string[]): string | undefined {
  if (!isObject(element)) return text(element);
  const parts: string[] = [];
  for (const leaf of leaves) {
    const part = Object.hasOwn(element, leaf) ? element[leaf] : undefined;
    if (part === undefined || part === null) return undefined;
    parts.push(text(part));
  }
  if (parts.length === 1) return parts[0];
  return parts.map((part) => part.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

function text(value: Json): string {
  return typeof value === "string" ? value : canonicalText(value);
}
