/** Tenants and managed objects of a fabric, for the simulation of decisions. */

import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { fabricState, type ManagedObjectSeed, root } from "../../../../src/simulator/fabric/state.ts";
import type { World } from "../../../../src/simulator/world.ts";
import type { Realm, RealmOf, Species } from "../species.ts";
import { fieldsOn, keyOn, leavesOf, type Thing, treeOf } from "../truth.ts";

const tenant: Species = {
  target: "fabric",
  kind: "tenant",
  fields: [
    { path: "/description", values: ["one", "two", "three"], unset: "" },
    { path: "/attributes/annotation", values: ["first", "second", "third"], isHolderShown: true },
    { path: "/attributes/nameAlias", values: ["x", "y", "z"], isHolderShown: true },
  ],
  isRemovable: true,
  key: ({ number }) => `T${number}`,
  keyWithin: (_, own) => own,
  name: ({ number }) => `T${number}`,
  object: (name) => `uni/tn-${name}`,
};

/** Returns the kind of the objects inside a tenant, or inside an object of a tenant. */
function objectWithin(parent: Species, prefix: string): Species {
  return {
    target: "fabric",
    kind: "managedObject",
    within: parent,
    fields: [
      { path: "/attributes/description", values: ["one", "two", "three"], isHolderShown: true },
      { path: "/attributes/mtu", values: ["1500", "9000", "1400"], isHolderShown: true },
    ],
    isRemovable: true,
    key: ({ number }) => `${prefix}-o${number}`,
    keyWithin: (within, own) => (within.startsWith("uni/") ? `${within}/${own}` : `uni/tn-${within}/${own}`),
    name: ({ number }) => `${prefix}-o${number}`,
    object: (name, within) => `${within}/${name}`,
  };
}

const context = objectWithin(tenant, "ctx");
const inner = objectWithin(context, "any");

/** The fabric. */
const realm: Realm = {
  species: [tenant, context, inner],
  targets: `  fabric:
    interface: fabric
    url: https://fabric.example.net
    credential: { token: { secret: env:TOKEN } }
`,
  documents: (things, side) => things.map((thing) => documentOf(thing, side)),
  put: (things, world) => {
    const objects = things.map((thing) => [pathOf(thing), objectOf(thing)]);
    return { ...world, fabric: fabricState(Object.fromEntries(objects)) };
  },
  state: (world) => world.fabric,
  held: ({ fabric: { objects } }: World) =>
    new Map(
      [...objects]
        .filter(([path]) => path !== root)
        .map(([path, { class: name, attributes }]) => [path, new Map(leavesOf(shownOf(name, attributes)))]),
    ),
};

/** The fabric, which is the same in every seed. */
export const fabric: RealmOf = () => realm;

function documentOf(thing: Thing, side: "desired" | "base"): JsonObject {
  const protect = thing.protect && { protect: true };
  const key = keyOn(thing, side);
  const fields = treeOf(fieldsOn(thing, side));
  if (thing.species === tenant) return { target: "fabric", tenants: { [key]: { ...fields, ...protect } } };
  return { target: "fabric", managedObjects: { [key]: { class: classOf(thing), ...fields, ...protect } } };
}

function classOf({ species }: Thing): string {
  return species === context ? "fvCtx" : "vzAny";
}

function pathOf(thing: Thing): string {
  const { species, number, parent } = thing;
  return species.object(species.name({ number, was: false }), parent && pathOf(parent));
}

function objectOf(thing: Thing): ManagedObjectSeed {
  const texts = [...fieldsOn(thing, "live")].map(([path, value]) => [path.split("/").at(-1), String(value)]);
  const attributes = Object.fromEntries(texts);
  if (thing.species !== tenant) return { class: classOf(thing), attributes };
  return {
    class: "fvTenant",
    attributes: { name: thing.species.name({ number: thing.number, was: false }), ...attributes },
  };
}

/**
 * Returns the fields of an object in the form that Git declares them. A tenant's description is a field of its own. A
 * tenant's name and an object's class are not fields.
 */
function shownOf(name: string, attributes: Readonly<Record<string, string>>): Json {
  if (name !== "fvTenant") return { attributes };
  const { name: _, description, ...rest } = attributes;
  return { ...(description !== undefined && { description }), attributes: rest };
}
