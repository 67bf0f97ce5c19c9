/** Finds a field in a body by its name, or by a path of names. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";

/** The value of a field: of this very name, else `b` within `a` for `a.b`; `a.0`: a list's first. Of none, none. */
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
 * What stands in a field of an answer, or the answer where no field is named. `optional`: the answer too where it has
 * no such field.
 */
export function enclosedIn(
  body: Json | undefined,
  field: string | undefined,
  optional = false,
): Json | undefined {
  const inside = field === undefined ? body : fieldOf(body, field);
  return optional ? (inside ?? body) : inside;
}

/** A text, or a number as one. */
export function textFrom(value: Json | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** A text or a number that says which thing is meant, as a text: not an empty one. */
export function idText(value: Json | undefined): string | undefined {
  return textFrom(value) || undefined;
}
