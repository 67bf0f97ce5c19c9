/** The codec `anyObject`: a managed object of any class, `{class: {attributes}}`, as its class and its attributes. */

import { isWireObject } from "../../../catalog/fields/wire.ts";
import { isObject, type Json } from "../../../model/json.ts";
import type { KindProblem } from "../../../model/problem.ts";
import type { Codec } from "../../rest/codec.ts";
import { recordIn } from "./attributes.ts";
import { declaredTwice, otherTenants } from "./declared.ts";
import { otherObject } from "./named-object.ts";
import { ancestors, lastName } from "./path.ts";

/** Between an object and the record of a kind whose fields are `class` and `attributes`; its key is its path. */
export const anyObject: Codec = {
  record: (file, shown) => {
    const [entry, another] = Object.entries(shown);
    if (entry === undefined || another !== undefined || !isObject(entry[1])) return undefined;
    const { attributes } = entry[1];
    if (attributes === undefined || !isObject(attributes)) return undefined;
    return { ...recordIn(file, attributes), class: entry[0] };
  },
  body: (_, { object: { class: declared, attributes = {}, ...along }, live }) => ({
    [String(declared ?? live.class)]: {
      attributes: { ...along, ...(isWireObject(attributes) && attributes) },
    },
  }),
  other: otherObject,
  kind: () => ({
    prerequisites: ({ identity }) => ancestors(identity),
    check: ({ key, value }) => tenantAsObject(key, value) ?? otherCase(key, value),
  }),
  check: (resources) => [...otherTenants(resources), ...declaredTwice(resources)],
};

function tenantAsObject(key: string, value: Json): readonly KindProblem[] | undefined {
  if (!isObject(value) || (value.class !== "fvTenant" && !/^uni\/tn-[^/]+$/.test(key))) return undefined;
  const hint = "Tenants have their own section: `tenants:`.";
  return [{ path: "", code: "tenant-as-object", message: `${key} is a tenant`, hint }];
}

/** A name that is the path's but for case: the fabric takes them for two. */
function otherCase(key: string, value: Json): readonly KindProblem[] {
  const attributes = isObject(value) ? (value.attributes ?? null) : null;
  const name = isObject(attributes) ? attributes.name : undefined;
  const own = lastName(key);
  if (typeof name !== "string" || name === own || name.toLowerCase() !== own.toLowerCase()) return [];
  const message = `\`${name}\` and the path's \`${own}\` differ in case only`;
  const hint = "A fabric is case-sensitive: spell both alike.";
  return [{ path: "/attributes/name", code: "other-case", message, hint }];
}
