/** Finds a field in a body, by name or path. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/**
 * The value of a field: by its exact name; for `a.b`, `b` within `a`; `a.0` is a list's first element. Undefined if
 * there is none.
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
 * The value of a reply's field; without a field name, the whole reply. Undefined: the reply lacks the field.
 * `optional`: such a reply counts as the value itself.
 */
export function enclosedIn(
  body: Json | undefined,
  field: string | undefined,
  optional = false,
): Json | undefined {
  const inside = field === undefined ? body : fieldOf(body, field);
  return optional ? (inside ?? body) : inside;
}

/** A text or a number as a text; undefined for any other value. */
export function textFrom(value: Json | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** An id as a text: a non-empty text, or a number; undefined for any other value. */
export function idText(value: Json | undefined): string | undefined {
  return textFrom(value) || undefined;
}
