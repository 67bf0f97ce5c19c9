/** What the fabric's answers hold: an object as it is written, wrapped in a list or not, or none. Pure. */

import { isArray, isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Item } from "../contract.ts";
import { ofKind } from "../of-kind.ts";
import { fieldOf } from "../pages/field.ts";
import type { FabricDialect, FabricKind } from "./dialects/dialect.ts";

/** A managed object as it is written. */
export interface FoundObject {
  readonly class: string;
  readonly attributes: JsonObject;
}

/** One managed object; `absent` for an empty answer; undefined for an answer that is neither. */
export type Found = FoundObject | "absent" | undefined;

/** The object in an answer: `{class: {attributes}}`, or the same in the envelope or in a list of at most one. */
export function objectIn({ itemsField = "" }: FabricDialect, body: Json): Found {
  const listed = fieldOf(body, itemsField) ?? null;
  const inner = isArray(listed) ? listed : body;
  if (isArray(inner))
    return inner.length === 0 ? "absent" : inner.length === 1 ? wrapped(inner[0]) : undefined;
  return isObject(inner) && Object.keys(inner).length === 0 ? "absent" : wrapped(inner);
}

/** The objects of a class query; undefined when one of them is none. */
export function objectsIn(listed: readonly Json[]): readonly FoundObject[] | undefined {
  const objects = listed.map(wrapped);
  return objects.every((each) => each !== undefined && each !== "absent") ? objects : undefined;
}

/** The item of a tenant that a class query lists; undefined when it has no name. */
export function tenantOf(dialect: FabricDialect, found: FoundObject): Item | undefined {
  const name = found.attributes[dialect.nameAttribute];
  if (typeof name !== "string" || name === "") return undefined;
  return itemOf(dialect, { kind: "tenant", identity: `uni/tn-${name}` }, found);
}

/** The item of an object, with attribute values as texts; undefined for a tenant of another class. */
export function itemOf(
  dialect: FabricDialect,
  { kind, identity }: { readonly kind: string; readonly identity: string },
  found: FoundObject,
): Item | undefined {
  const attributes = Object.fromEntries(
    Object.entries(found.attributes).map(([name, value]) => [name, text(value)]),
  );
  const value = ofKind(values, kind)(dialect, { ...found, attributes });
  return value === undefined ? undefined : { kind, identity, value };
}

type MakeValue = (dialect: FabricDialect, found: FoundObject) => Json | undefined;

const values: Readonly<Record<FabricKind, MakeValue>> = {
  tenant: ({ tenantClass, descriptionAttribute, nameAttribute }, { class: its, attributes }) => {
    if (its !== tenantClass) return undefined;
    const { [nameAttribute]: _, [descriptionAttribute]: description = "", ...others } = attributes;
    return { description, attributes: others };
  },
  managedObject: (_, { class: its, attributes }) => ({ class: its, attributes }),
};

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
