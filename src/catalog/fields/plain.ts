/** Plain values as replies spell them, read as what their field is: a number that is shown as a text. Pure. */

import { isArray, isObject, type Json } from "../../model/json.ts";
import type { Field } from "../schema/field.ts";

/** A value of a field without values or fields of its own; what its type cannot be stays as it is. */
export function plainFromWire({ type, asText, synonyms }: Field, value: Json): Json {
  if (synonyms !== undefined && typeof value === "string") return meantBy(synonyms, value);
  if (asText && typeof value === "string") return declaredOf(value) ?? value;
  if (type === "string") return textOf(value);
  if (typeof value !== "string" || type === undefined) return value;
  const meant = declaredOf(value);
  const isOne = type === "integer" ? Number.isSafeInteger(meant) : typeof meant === type;
  return isOne ? (meant ?? value) : value;
}

/** A text, or what stands for it: a number, or an object that says its id. */
function textOf(value: Json): Json {
  const meant = isObject(value) ? value.id : value;
  if (typeof meant === "number") return String(meant);
  return typeof meant === "string" ? meant : value;
}

/** Ids are texts where they stand instead of keys. */
export function idFromWire(value: Json): Json {
  if (isArray(value)) return value.map(idFromWire);
  return typeof value === "number" ? String(value) : value;
}

/** The value that a text is another word for; else the text. */
export function meantBy(synonyms: NonNullable<Field["synonyms"]>, text: string): string {
  const isSame = (other: string) => other.toLowerCase() === text.toLowerCase();
  return Object.entries(synonyms).find(([, others]) => others.some(isSame))?.[0] ?? text;
}

/** A number or a boolean in its usual spelling; undefined for any other text. */
export function declaredOf(text: string): Json | undefined {
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}
