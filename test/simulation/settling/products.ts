/** One resource of each product: how Git declares it, where the server stores it, and the types of its fields. */

import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { type Pointer, segments, at as valueAt } from "../../../src/model/pointer.ts";
import { withEntry } from "../../../src/simulator/wire/entries.ts";
import type { SimulatorSettings } from "../../../src/simulator/wire/settings.ts";
import type { World, WorldSeed } from "../../../src/simulator/world.ts";
import { credentials, managers, texts } from "./managers.ts";
import { routers } from "./routers.ts";

/** The type of a field. It determines how a server may change the value. */
export type FieldKind = "text" | "number" | "numberText" | "texts" | "verdict";

/** A field that Git declares. */
export interface Field {
  /** The path of the field in Git's declaration of the resource. */
  readonly path: Pointer;
  /** The path of the field in the object on the server. */
  readonly held: Pointer;
  readonly is: FieldKind;
  /** Values that Git may declare and that people may set. */
  readonly values: readonly [Json, Json, ...Json[]];
  /** The name of another field from which a server may calculate this one. */
  readonly from?: string;
  /** True if trueup never remembers another stored form of a value of this field. */
  readonly decides?: true;
}

/** A product and one of its resources. */
export interface Product {
  readonly name: string;
  readonly target: string;
  readonly kind: string;
  /** The target of the product, as lines of `trueup.yaml`. */
  readonly targets: string;
  readonly settings: Partial<SimulatorSettings>;
  readonly seed: WorldSeed;
  readonly fields: readonly Field[];
  /** True if trueup does not know the types of the fields, and so never remembers another stored form of a value. */
  readonly isUntyped?: true;
  /** Returns the document that declares the resource with these fields. */
  readonly document: (fields: JsonObject) => JsonObject;
  /** Returns the resource's object on the server; undefined if it does not exist. */
  readonly held: (world: World) => JsonObject | undefined;
  /** Returns the servers after the object got this state. */
  readonly hold: (world: World, held: JsonObject) => World;
}

const lists = [
  ["b", "A"],
  ["core", "Access", "10"],
  ["x", "B", "a"],
] as const;

const cloud: Product = {
  ...{ name: "dashboard", target: "cloud", kind: "network", settings: {} },
  targets: `  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
  seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] },
  fields: [
    { path: "/tags", held: "/tags", is: "texts", values: lists },
    {
      path: "/netflow/collectorPort",
      held: "/netflow/collectorPort",
      is: "number",
      values: [2055, 9995, 4739],
    },
  ],
  document: (fields) => ({
    target: "cloud",
    organization: "Acme",
    networks: { one: { name: "One", ...fields } },
  }),
  ...network(),
};

const meraki: Product = {
  ...{ name: "meraki", target: "meraki", kind: "network", settings: { dashboardMode: "meraki" } },
  targets: `  meraki:
    interface: dashboard
    dialect: meraki
    url: https://meraki.example.net
    credential: { apiKey: { secret: env:KEY } }
`,
  seed: { organizations: [{ id: "O_1", name: "Acme", networks: [] }] },
  fields: [
    { path: "/notes", held: "/notes", is: "text", values: texts },
    { path: "/tags", held: "/tags", is: "texts", values: lists },
  ],
  document: (fields) => ({
    target: "meraki",
    organization: "Acme",
    networks: { one: { name: "One", ...fields } },
  }),
  ...network(),
};

function network(): Pick<Product, "held" | "hold"> {
  const found = ({ dashboard }: World) =>
    [...dashboard.networks].find(([, { fields }]) => fields.name === "One");
  return {
    held: (world) => found(world)?.[1].fields,
    hold: (world, fields) => {
      const [id, one] = found(world) ?? [];
      const { dashboard } = world;
      if (id === undefined || !one) return world;
      return {
        ...world,
        dashboard: { ...dashboard, networks: withEntry(dashboard.networks, id, { ...one, fields }) },
      };
    },
  };
}

const fabric = (name: string, settings: Partial<SimulatorSettings>, more: string): Product => ({
  ...{ name, target: "fabric", kind: "tenant", settings, seed: {} },
  targets: `  fabric:
    interface: fabric
    url: https://fabric.example.net
${more}`,
  fields: [
    { path: "/description", held: name === "apic" ? "/descr" : "/description", is: "text", values: texts },
  ],
  document: (fields) => ({ target: "fabric", tenants: { One: fields } }),
  held: ({ fabric: { objects } }) => objects.get("uni/tn-One")?.attributes,
  hold: (world, held) => {
    const { objects } = world.fabric;
    const one = objects.get("uni/tn-One");
    const attributes = Object.fromEntries(Object.entries(held).map(([key, value]) => [key, String(value)]));
    return one
      ? {
          ...world,
          fabric: { ...world.fabric, objects: withEntry(objects, "uni/tn-One", { ...one, attributes }) },
        }
      : world;
  },
});

/** All products, each with one resource. */
export const products: readonly [Product, ...Product[]] = [
  cloud,
  meraki,
  fabric("fabric", {}, "    credential: { token: { secret: env:TOKEN } }\n"),
  fabric("apic", { fabricMode: "apic" }, `    dialect: apic\n    credential: ${credentials}\n`),
  ...managers,
  ...routers,
];

/** Returns the live value of a field; undefined if there is none. */
export function liveIn({ held }: Product, world: World, field: Field): Json | undefined {
  const thing = held(world);
  return thing && valueAt(thing, field.held);
}

/** Returns the servers after somebody has set a field by hand. */
export function setByHand(
  product: Product,
  world: World,
  { field, value }: { field: Field; value: Json },
): World {
  const thing = product.held(world);
  return thing ? product.hold(world, withValue(thing, segments(field.held), value)) : world;
}

/** Returns the object with a value at a path. List elements are in the path by their index. */
export function withValue(of: JsonObject, [name = "", ...rest]: readonly string[], value: Json): JsonObject {
  if (rest.length === 0) return { ...of, [name]: value };
  const inner = of[name] ?? {};
  const [index = "", ...below] = rest;
  if (isArray(inner)) {
    const element = inner[Number(index)] ?? {};
    return {
      ...of,
      [name]: inner.with(Number(index), isObject(element) ? withValue(element, below, value) : value),
    };
  }
  return { ...of, [name]: withValue(isObject(inner) ? inner : {}, rest, value) };
}
