/**
 * Texts that may contain references: `OBJ(12),10.0.0.0/8` on the wire is `[{ policyObject: web }, 10.0.0.0/8]` for
 * people. A text without references stays a text. Pure.
 */

import { canonicalText, isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { literalId } from "../../model/references.ts";
import type { Field, Fields } from "../schema/field.ts";
import { textParts } from "./formats.ts";
import { inWireText, outOfWireText } from "./wire-text.ts";

/**
 * Returns the fields of a reference that may replace a part. Exactly one of these fields is used. Undefined: all parts
 * are texts.
 */
export function partFields({ type, items }: Field): Fields | undefined {
  return type === "string" ? items?.properties : undefined;
}

/** Matches an id. A part with a bracket, a slash or a comma is not an id, but a text. */
const id = /^[\w.:-]{1,128}$/;

/** True if the ids in a part can be written in a text. */
export function hasPlainIds(part: unknown): boolean {
  const of = typeof part === "object" && part !== null ? Object.values(part) : [];
  return of.every(
    (each) => typeof each !== "object" || each === null || !("id" in each) || id.test(String(each.id)),
  );
}

/** Returns the parts of a wire text, with ids. If no part is a reference, returns the text itself. */
export function partsFromWire(field: Field, value: Json): Json {
  return typeof value === "string" ? (referring(field, value) ?? value) : value;
}

function referring(field: Field, text: string): readonly Json[] | undefined {
  const parts = partsOf(field, text).map((part) => referenceIn(field, part) ?? part);
  return parts.some(isObject) ? parts : undefined;
}

function partsOf({ format }: Field, text: string): readonly string[] {
  return textParts(format, text).filter((part) => part !== "");
}

function referenceIn(field: Field, part: string): JsonObject | undefined {
  for (const [name, own] of Object.entries(partFields(field) ?? {})) {
    const inner = outOfWireText(own, part);
    if (inner !== part && typeof inner === "string" && id.test(inner)) return { [name]: inner };
  }
  return undefined;
}

/** Returns the wire text of parts with live ids. */
export function partsToWire(field: Field, value: Json): Json {
  return isArray(value) ? value.map((part) => partToWire(field, part)).join(",") : value;
}

function partToWire(field: Field, part: Json): string {
  if (!isObject(part)) return String(part);
  const texts = Object.entries(part).map(([name, of]) =>
    String(inWireText(partFields(field)?.[name] ?? {}, literalId(of) ?? of)),
  );
  return texts.join(",");
}

/**
 * Returns the canonical form. It is a text if it contains no references. Otherwise it is a list of parts, sorted if
 * their order is insignificant. `OBJ(12)` in a text is a reference by id.
 */
export function canonicalParts(field: Field, value: Json): Json {
  if (typeof value !== "string" && !isArray(value)) return value;
  const parts = [value].flat().flatMap((part): readonly Json[] => {
    if (isObject(part))
      return [Object.fromEntries(Object.entries(part).map(([name, of]) => [name, byId(of)]))];
    return typeof part === "string" ? partsOf(field, part).map((each) => inText(field, each)) : [part];
  });
  if (!parts.some(isObject)) return isArray(value) ? parts.join(",") : value;
  if (![field.format].flat().includes("flags")) return parts;
  const known = new Map(parts.map((part) => [canonicalText(part), part]));
  return [...known.keys()].sort().map((text) => known.get(text) ?? null);
}

function inText(field: Field, part: string): Json {
  const found = referenceIn(field, part);
  return found ? Object.fromEntries(Object.entries(found).map(([name, of]) => [name, { id: of }])) : part;
}

/**
 * Returns a reference by id without its name, because only the id is compared: the name is for people. Other references
 * stay unchanged.
 */
function byId(of: Json): Json {
  const own = literalId(of);
  return own === undefined ? of : { id: own };
}
