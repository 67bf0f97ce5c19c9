/** The codec `anyObject`: a managed object of any class, `{class: {attributes}}`, as its class and its attributes. */

import { asWireObject } from "../../../../catalog/fields/wire.ts";
import type { Resource } from "../../../../model/desired.ts";
import { asObject, isArray, isObject, type Json } from "../../../../model/json.ts";
import type { DriverProblem, KindProblem } from "../../../../model/problem.ts";
import type { Codec } from "../../codec.ts";
import { recordIn } from "./attributes.ts";
import { ancestors, lastName, otherObject } from "./named-object.ts";
import { childrenIn, shapeOf } from "./object-parts.ts";
import { undeclaredInTree } from "./undeclared-tree.ts";

const noFields = {};

/**
 * Converts between an object and the record of a kind with the fields `class` and `attributes`. The key of a resource
 * is its path.
 */
export const anyObject: Codec = {
  record: (file, shown) => {
    const [entry, another] = Object.entries(shown);
    const { attributes } = asObject(entry?.[1]);
    if (entry === undefined || another !== undefined || !isObject(attributes)) return undefined;
    return { ...recordIn(file, attributes), class: entry[0] };
  },
  undeclared: (_, shown, on) => {
    const { children = [] } = asObject(Object.values(shown)[0]);
    const below = isArray(children) ? childrenIn(children) : undefined;
    return below ? undeclaredInTree(on, shapeOf(noFields), { attributes: {}, below }) : [];
  },
  body: (_, { object: { class: declared, attributes = {}, ...along }, live }) => ({
    [String(declared ?? live.class)]: { attributes: { ...along, ...asWireObject(attributes) } },
  }),
  other: otherObject,
  around: ({ class: named }) => (typeof named === "string" ? named : undefined),
  kind: () => ({
    prerequisites: ({ identity }) => ancestors(identity),
    check: ({ key, value }) => tenantAsObject(key, value) ?? otherCase(key, value),
  }),
  check: (resources) => [...otherTenants(resources), ...declaredTwice(resources)],
};

function tenantAsObject(key: string, value: Json): readonly KindProblem[] | undefined {
  if (asObject(value).class !== "fvTenant" && !/^uni\/tn-[^/]+$/.test(key)) return undefined;
  const hint = "Declare the tenant in the section `tenants:`.";
  return [{ path: "", code: "tenant-as-object", message: `${key} is a tenant`, hint }];
}

/**
 * Returns a problem if the declared name and the name in the path differ only in case. The fabric treats them as
 * different names.
 */
function otherCase(key: string, value: Json): readonly KindProblem[] {
  const { name } = asObject(asObject(value).attributes);
  const own = lastName(key);
  if (typeof name !== "string" || name === own || name.toLowerCase() !== own.toLowerCase()) return [];
  const message = `\`name\` is \`${name}\`, but the path ends with \`${own}\`: they differ only in case`;
  const hint = "Use the same spelling for both, because a fabric is case-sensitive.";
  return [{ path: "/attributes/name", code: "other-case", message, hint }];
}

/**
 * Returns a problem for each object whose tenant has a name that differs only in case from the name of a declared
 * tenant.
 */
function otherTenants(resources: readonly Resource[]): readonly DriverProblem[] {
  const tenants = resources.filter(({ kind }) => kind === "tenant").map(({ key }) => key);
  return resources.flatMap(({ kind, address, identity }) => {
    const [, name] = kind === "managedObject" ? (/^uni\/tn-([^/]+)/.exec(identity) ?? []) : [];
    if (name === undefined || tenants.includes(name)) return [];
    const meant = tenants.find((tenant) => tenant.toLowerCase() === name.toLowerCase());
    if (meant === undefined) return [];
    const message = `the tenant \`${name}\` in this path and the declared tenant \`${meant}\` differ only in case`;
    const hint = `Write tn-${meant}, or declare the tenant ${name} too: a fabric is case-sensitive.`;
    return [{ address, path: "", code: "other-case", message, hint }];
  });
}

/** Returns a problem for each managed object that another kind also declares. */
function declaredTwice(resources: readonly Resource[]): readonly DriverProblem[] {
  const others = resources.filter(({ kind }) => kind !== "managedObject");
  const byIdentity = new Map(others.map(({ identity, address }) => [identity, address]));
  return resources.flatMap(({ kind, address, identity }) => {
    const other = kind === "managedObject" ? byIdentity.get(identity) : undefined;
    if (other === undefined) return [];
    const message = `${address} and ${other} both declare \`${identity}\``;
    return [
      { address, path: "", code: "duplicate-identity", message, hint: "Remove one of the two declarations." },
    ];
  });
}
