/** Converts plain values in replies to the type of their field, such as a number that is shown as a text. Pure. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import type { Field } from "../schema/field.ts";

/** Returns the value of a field without an enum or inner fields. A value that does not fit the type stays unchanged. */
export function plainFromWire({ type, asText, synonyms }: Field, value: Json): Json {
  if (synonyms !== undefined && typeof value === "string") return meantBy(synonyms, value);
  if (asText && typeof value === "string") return declaredOf(value) ?? value;
  if (type === "string") return textOf(value);
  if (typeof value !== "string" || type === undefined) return value;
  const meant = declaredOf(value);
  const isOne = type === "integer" ? Number.isSafeInteger(meant) : typeof meant === type;
  return isOne ? (meant ?? value) : value;
}

/** Converts a text, a number, or an object with an id to a text. Any other value stays unchanged. */
function textOf(value: Json): Json {
  const meant = isObject(value) ? value.id : value;
  if (typeof meant === "number") return String(meant);
  return typeof meant === "string" ? meant : value;
}

/** Returns an id as a text, because ids are used as keys. */
export function idFromWire(value: Json): Json {
  if (isArray(value)) return value.map(idFromWire);
  return typeof value === "number" ? String(value) : value;
}

/** Returns the value for which a text is a synonym, otherwise the text. */
export function meantBy(synonyms: NonNullable<Field["synonyms"]>, text: string): string {
  const isSame = (other: string) => other.toLowerCase() === text.toLowerCase();
  return Object.entries(synonyms).find(([, others]) => others.some(isSame))?.[0] ?? text;
}

/** Returns the number or boolean that a text denotes in the usual notation. Undefined: the text denotes neither. */
export function declaredOf(text: string): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}
