/** Lists with identity: turns them into maps by identity, so that order and position mean nothing. */

import type { Resource } from "../model/desired.ts";
import { canonicalText, isObject, type Json, type JsonObject } from "../model/json.ts";
import { type Pointer, segments } from "../model/pointer.ts";

/** The leaves that identify an element of the list at `path`, or undefined where it has no identity. */
export function keysAt(lists: Resource["lists"], path: Pointer): readonly string[] | undefined {
  const own = lists[path];
  if (own) return own;
  const here = segments(path);
  for (const [pattern, keys] of Object.entries(lists)) {
    const wanted = segments(pattern);
    if (wanted.length === here.length && wanted.every((word, i) => word === "*" || word === here[i]))
      return keys;
  }
  return undefined;
}

/**
 * The list as a map from identity to element. Undefined when it can't be one: an element without one of its
 * keys, or two with the same; then the list is compared whole.
 */
export function byIdentity(list: readonly Json[], keys: readonly string[]): JsonObject | undefined {
  const map = new Map<string, Json>();
  for (const element of list) {
    const identity = isObject(element) ? identityOf(element, keys) : undefined;
    if (identity === undefined || map.has(identity)) return undefined;
    map.set(identity, element);
  }
  return Object.fromEntries(map);
}

function identityOf(element: JsonObject, keys: readonly string[]): string | undefined {
  const parts: string[] = [];
  for (const key of keys) {
    const part = element[key];
    if (part === undefined || part === null) return undefined;
    parts.push(typeof part === "string" ? part : canonicalText(part));
  }
  return parts.join(",");
}
