/** The codec `anyObject`: a managed object of any class, `{class: {attributes}}`, as its class and its attributes. */

import { isObject, type Json } from "../../../model/json.ts";
import type { Codec } from "../../rest/codec.ts";
import { managedObject } from "../kinds/managed-object.ts";

/** Between an object and the record of a kind whose fields are `class` and `attributes`; its key is its path. */
export const anyObject: Codec = {
  record: (_, shown) => {
    const [entry, another] = Object.entries(shown);
    if (entry === undefined || another !== undefined || !isObject(entry[1])) return undefined;
    const { attributes } = entry[1];
    if (attributes === undefined || !isObject(attributes)) return undefined;
    const { dn, ...own } = attributes;
    const texts = Object.entries(own).map(([name, value]) => [name, text(value)]);
    return { ...(dn !== undefined && { dn }), class: entry[0], attributes: Object.fromEntries(texts) };
  },
  body: (_, { object: { class: declared, attributes = {}, ...along }, live }) => {
    const name = declared ?? live.class;
    const own = typeof attributes === "object" && attributes !== null ? attributes : {};
    return { [String(name)]: { attributes: { ...along, ...own } } };
  },
  kind: () => {
    const { prerequisites, check } = managedObject;
    return { ...(prerequisites && { prerequisites }), ...(check && { check }) };
  },
};

function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
