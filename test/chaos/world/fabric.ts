/** Tenants and managed objects of a fabric controller. */

import type { JsonObject } from "../../../src/model/json.ts";
import type { ManagedObjectSeed } from "../../../src/simulator/fabric/state.ts";
import { type Draw, type Fate, type Item, oneOf, type Part } from "./part.ts";

interface Tenant {
  readonly name: string;
  readonly fate: Fate;
  readonly object: Fate | "none";
}

type Side = "base" | "desired";

const theirs: Readonly<Record<string, ManagedObjectSeed>> = {
  "uni/tn-Theirs": { class: "fvTenant", attributes: { name: "Theirs", description: "nobody declares it" } },
  "uni/tn-Theirs/ctx-main": { class: "fvCtx", attributes: { name: "main" } },
};

/** Draws four tenants, most of which contain an object. */
export function fabric(draw: Draw): Part {
  const tenants = ["Production", "Edge", "Lab", "Stage"].map((name): Tenant => {
    const fate = oneOf<Fate>(draw, ["create", "update", "remove", "keep"]);
    const inside = oneOf<Fate | "none">(draw, ["create", "update", "remove", "keep", "none"]);
    const object = fate === "create" && inside !== "none" ? "create" : inside;
    return { name, fate, object: fate === "remove" ? "none" : object };
  });
  return {
    items: tenants.flatMap(itemsOf),
    base: [documentOf(tenants, "base")],
    desired: [documentOf(tenants, "desired")],
    seed: { managedObjects: { ...theirs, ...Object.fromEntries(tenants.flatMap(seeded)) } },
  };
}

const isThere = (fate: Fate | "none", side: Side): boolean =>
  fate !== "none" && fate !== (side === "base" ? "create" : "remove");

const about = (fate: Fate | "none", side: Side): string =>
  fate === "update" && side === "desired" ? "it is now" : "it was";

const contextOf = ({ name }: Tenant): string => `uni/tn-${name}/ctx-main`;

function documentOf(tenants: readonly Tenant[], side: Side): JsonObject {
  const own = tenants.filter(({ fate }) => isThere(fate, side));
  const objects = own.filter(({ object }) => isThere(object, side));
  const contexts = objects.map((each) => {
    const attributes = { name: "main", description: about(each.object, side) };
    return [contextOf(each), { class: "fvCtx", attributes }];
  });
  return {
    target: "fabric-east",
    tenants: Object.fromEntries(own.map(({ name, fate }) => [name, { description: about(fate, side) }])),
    managedObjects: Object.fromEntries(contexts),
  };
}

/**
 * Returns an object of the fabric before or after the change. If the object existed before, it has an additional,
 * undeclared attribute.
 */
function held(tenant: Tenant, which: "fate" | "object", side: Side): ManagedObjectSeed {
  const { [which]: fate, name } = tenant;
  const own = fate === "create" ? {} : { color: "blue" };
  const attributes = { name: which === "fate" ? name : "main", description: about(fate, side), ...own };
  return { class: which === "fate" ? "fvTenant" : "fvCtx", attributes };
}

function seeded(tenant: Tenant): readonly [string, ManagedObjectSeed][] {
  const { fate, object, name } = tenant;
  const own: [string, ManagedObjectSeed][] = isThere(fate, "base")
    ? [[`uni/tn-${name}`, held(tenant, "fate", "base")]]
    : [];
  return isThere(object, "base") ? [...own, [contextOf(tenant), held(tenant, "object", "base")]] : own;
}

function itemsOf(tenant: Tenant): readonly Item[] {
  const { fate, object, name } = tenant;
  const item = (which: "fate" | "object", address: string, path: string): Item => {
    const value = (side: Side): JsonObject | undefined =>
      isThere(tenant[which], side) ? { ...held(tenant, which, side) } : undefined;
    return { address, object: `fabric ${path}`, before: value("base"), after: value("desired") };
  };
  const own = item("fate", `fabric-east/tenant/${name}`, `uni/tn-${name}`);
  const path = contextOf(tenant);
  return object === "none" || fate === "remove"
    ? [own]
    : [own, item("object", `fabric-east/managedObject/${path}`, path)];
}
