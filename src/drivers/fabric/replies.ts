/** What the fabric's answers hold: an object as it is written, wrapped in a list or not, or none. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import type { FabricDialect } from "./dialects/dialect.ts";

/** One managed object; `absent` for an empty answer; undefined for an answer that is neither. */
export type Found = { readonly class: string; readonly attributes: JsonObject } | "absent" | undefined;

/** The object in an answer: `{class: {attributes}}`, or the same in `imdata` or in a list of at most one. */
export function objectIn(body: Json): Found {
  const inner = isObject(body) && isArray(body.imdata) ? body.imdata : body;
  if (isArray(inner))
    return inner.length === 0 ? "absent" : inner.length === 1 ? wrapped(inner[0]) : undefined;
  return isObject(inner) && Object.keys(inner).length === 0 ? "absent" : wrapped(inner);
}

/** The objects in the answer to a class query: a list, in `imdata` or not; undefined for anything else. */
export function objectsIn(body: Json): readonly Exclude<Found, "absent" | undefined>[] | undefined {
  const listed = isObject(body) ? body.imdata : body;
  if (!isArray(listed)) return undefined;
  const objects = listed.map(wrapped);
  return objects.every((each) => each !== undefined && each !== "absent") ? objects : undefined;
}

/** The item of a tenant that a class query lists; undefined when it has no name. */
export function tenantOf(
  dialect: FabricDialect,
  found: Exclude<Found, "absent" | undefined>,
): Item | undefined {
  const { name } = found.attributes;
  if (typeof name !== "string" || name === "") return undefined;
  return itemOf(dialect, { kind: "tenant", identity: `uni/tn-${name}` }, found);
}

/** The item of an object, with attribute values as texts; undefined for a tenant of another class. */
export function itemOf(
  dialect: FabricDialect,
  wanted: { readonly kind: string; readonly identity: string },
  found: Exclude<Found, "absent" | undefined>,
): Item | undefined {
  const attributes = Object.fromEntries(
    Object.entries(found.attributes).map(([name, value]) => [name, text(value)]),
  );
  const { kind, identity } = wanted;
  if (kind !== "tenant") return { kind, identity, value: { class: found.class, attributes } };
  if (found.class !== dialect.tenantClass) return undefined;
  const { name: _, [dialect.descriptionAttribute]: description = "", ...others } = attributes;
  return { kind, identity, value: { description, attributes: others } };
}

function wrapped(value: Json | undefined): Found {
  if (!isObject(value)) return undefined;
  const [entry, another] = Object.entries(value);
  if (entry === undefined || another !== undefined) return undefined;
  const attributes = isObject(entry[1]) ? entry[1].attributes : undefined;
  return isObject(attributes) ? { class: entry[0], attributes } : undefined;
}

function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
