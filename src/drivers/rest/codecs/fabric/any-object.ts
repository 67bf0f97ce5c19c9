/** The codec `anyObject`: a managed object of any class, `{class: {attributes}}`, as its class and its attributes. */

import { asWireObject } from "../../../../catalog/fields/wire.ts";
import { asObject, isObject, type Json } from "../../../../model/json.ts";
import type { KindProblem } from "../../../../model/problem.ts";
import type { Codec } from "../../codec.ts";
import { recordIn } from "./attributes.ts";
import { declaredTwice, otherTenants } from "./declared.ts";
import { otherObject } from "./named-object.ts";
import { ancestors, lastName } from "./path.ts";

/** Between an object and the record of a kind whose fields are `class` and `attributes`; its key is its path. */
export const anyObject: Codec = {
  record: (file, shown) => {
    const [entry, another] = Object.entries(shown);
    const { attributes } = asObject(entry?.[1]);
    if (entry === undefined || another !== undefined || !isObject(attributes)) return undefined;
    return { ...recordIn(file, attributes), class: entry[0] };
  },
  body: (_, { object: { class: declared, attributes = {}, ...along }, live }) => ({
    [String(declared ?? live.class)]: { attributes: { ...along, ...asWireObject(attributes) } },
  }),
  other: otherObject,
  kind: () => ({
    prerequisites: ({ identity }) => ancestors(identity),
    check: ({ key, value }) => tenantAsObject(key, value) ?? otherCase(key, value),
  }),
  check: (resources) => [...otherTenants(resources), ...declaredTwice(resources)],
};

function tenantAsObject(key: string, value: Json): readonly KindProblem[] | undefined {
  if (asObject(value).class !== "fvTenant" && !/^uni\/tn-[^/]+$/.test(key)) return undefined;
  const hint = "Tenants have their own section: `tenants:`.";
  return [{ path: "", code: "tenant-as-object", message: `${key} is a tenant`, hint }];
}

/** A name that is the path's but for case: the fabric takes them for two. */
function otherCase(key: string, value: Json): readonly KindProblem[] {
  const { name } = asObject(asObject(value).attributes);
  const own = lastName(key);
  if (typeof name !== "string" || name === own || name.toLowerCase() !== own.toLowerCase()) return [];
  const message = `\`${name}\` and the path's \`${own}\` differ in case only`;
  const hint = "A fabric is case-sensitive: spell both alike.";
  return [{ path: "/attributes/name", code: "other-case", message, hint }];
}
