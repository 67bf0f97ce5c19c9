/** Finds a field in a body, by name or path. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/**
 * Returns the value of a field. If no field has exactly this name, `a.b` means the field `b` within `a`, and `a.0` the
 * first element of the list `a`. Undefined: there is no such value.
 */
export function fieldOf(body: Json | undefined, name: string | undefined): Json | undefined {
  if (body === undefined || name === undefined || !(isObject(body) || isArray(body))) return undefined;
  const whole = ownOf(body, name);
  if (whole !== undefined) return whole;
  const dot = name.indexOf(".");
  if (dot === -1) return undefined;
  const inner = ownOf(body, name.slice(0, dot));
  return inner === undefined ? undefined : fieldOf(inner, name.slice(dot + 1));
}

function ownOf(body: JsonObject | readonly Json[], key: string): Json | undefined {
  if (isArray(body)) return /^\d+$/.test(key) ? body[Number(key)] : undefined;
  return Object.hasOwn(body, key) ? body[key] : undefined;
}

/**
 * Returns the value of a reply's field. Without a field name, returns the whole reply. Undefined: the reply lacks the
 * field. `optional`: if the reply lacks the field, the reply itself is returned.
 */
export function enclosedIn(
  body: Json | undefined,
  field: string | undefined,
  optional = false,
): Json | undefined {
  const inside = field === undefined ? body : fieldOf(body, field);
  return optional ? (inside ?? body) : inside;
}

/** Returns a text or a number as a text. Undefined: the value is neither. */
export function textFrom(value: Json | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Returns an id as a text. Undefined: the value is neither a non-empty text nor a number. */
export function idText(value: Json | undefined): string | undefined {
  return textFrom(value) || undefined;
}
