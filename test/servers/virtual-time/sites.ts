/** Sites of a simulated Catalyst Center: declares them briefly, applies, plans, and changes them by hand. */

import { expect } from "vitest";
import type { PlanRequest } from "../../../src/engine/reconcile.ts";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { emptyMemory } from "../../../src/model/memory.ts";
import type { World } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "./run.ts";

/** A project file with the campus as its only target. */
export const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
/** The simulator's settings. They select the mode of the campus's product. */
export const settings = { controllerMode: "catalyst-center" } as const;

const floor = "{ name: Ground, floorNumber: 0, rfModel: Free Space, width: 10, length: 20, height: 3 }";

/** Declared sites by key, each with a name and the key of its parent. Keys are unrelated to names. */
export interface Sites {
  readonly areas: Readonly<Record<string, readonly [name: string, parent?: string]>>;
  readonly buildings: Readonly<Record<string, readonly [name: string, parent: string]>>;
  readonly fabrics?: Readonly<Record<string, string>>;
}

/** Returns the file that declares the sites. */
export function text({ areas, buildings, fabrics = {} }: Sites): string {
  const lines = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([key, value]) => `  ${key}: { ${value} }`);
  const mapped = <T>(all: Readonly<Record<string, T>>, of: (one: T) => string) =>
    lines(Object.fromEntries(Object.entries(all).map(([key, one]) => [key, of(one)])));
  const sites = mapped(
    fabrics,
    (site) => `siteId: ${site}, authenticationProfileName: No Authentication, isPubSubEnabled: false`,
  );
  return [
    "target: campus",
    "areas:",
    "  global: { name: Global }",
    ...mapped(areas, ([name, parent]) => (parent ? `name: ${name}, parent: ${parent}` : `name: ${name}`)),
    "buildings:",
    ...mapped(
      buildings,
      ([name, parent]) => `name: ${name}, parent: ${parent}, country: Germany, floors: { ground: ${floor} }`,
    ),
    ...(sites.length > 0 ? ["fabric:", "  sites:", ...sites.map((line) => `  ${line}`)] : []),
    "",
  ].join("\n");
}

/** Returns a stage with these declarations, and with this state of the servers if one is given. */
export const on = (sites: Sites, world?: World): Stage => {
  const made = stage({ project, files: { "a.yaml": text(sites) }, settings });
  if (world) made.network.world = world;
  return made;
};

/** Applies the sites to the given state of the servers. */
export async function applied(sites: Sites, from?: { readonly world: World; readonly base: Sites }) {
  const at = on(sites, from?.world);
  const planned = await at.plan(from ? { base: at.load({ "a.yaml": text(from.base) }) } : {});
  const { settled } = await at.apply(planned);
  expect(new Set(settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  return { at, world: at.network.world, steps: planned.plan.steps.map(({ id }) => id), plan: planned.plan };
}

/** Applies the sites to empty servers, and returns the memory of this apply. */
export async function remembered(sites: Sites) {
  const base = { resources: new Map(), locate: () => undefined };
  const at = on(sites);
  const made = await at.plan({ base });
  const result = await at.apply(made);
  const { desired, targets } = at.context;
  const of = { memory: emptyMemory, base, desired, targets, commit: "c0ffee", time: at.clock.date() };
  return { world: at.network.world, memory: memoryAfter(of, made, result) };
}

/** Returns the plan for these sites after an earlier apply. */
export async function planned(
  sites: Sites,
  world: World,
  { base = sites, ...request }: { base?: Sites } & Omit<PlanRequest, "base"> = {},
) {
  const at = on(sites, world);
  const { plan, snapshot } = await at.plan({ ...request, base: at.load({ "a.yaml": text(base) }) });
  return {
    plan,
    steps: plan.steps.map(({ id }) => id),
    unknown: plan.unknown.map(({ address }) => address),
    unmanaged: snapshot.unmanaged.map(({ kind, identity }) => `${kind} ${identity}`),
  };
}

/** Returns the paths of all sites, as the product shows them. */
export function paths(world: World): readonly string[] {
  const things = world.controller.catalyst?.things ?? new Map();
  const path = ({ name, parentId }: JsonObject): string => {
    const above = things.get(String(parentId));
    return above ? `${path(above.value)}/${String(name)}` : String(name);
  };
  return [...things.values()]
    .map(({ value }) => value)
    .filter(({ name, siteId }) => name && !siteId)
    .map(path)
    .sort();
}

/** Changes a site, as somebody does in the product's user interface. */
export function byHand(
  world: World,
  at: string,
  change: (value: JsonObject, idOf: (path: string) => string) => JsonObject,
): World {
  const { catalyst } = world.controller;
  if (!catalyst) throw new Error("nothing was written yet");
  const path = ({ name, parentId }: JsonObject): string => {
    const above = catalyst.things.get(String(parentId));
    return above ? `${path(above.value)}/${String(name)}` : String(name);
  };
  const idOf = (wanted: string) =>
    [...catalyst.things].find(([, { value }]) => path(value) === wanted)?.[0] ?? "";
  const id = idOf(at);
  const thing = catalyst.things.get(id);
  if (!thing) throw new Error(`there is no ${at}`);
  const things = new Map(catalyst.things).set(id, { ...thing, value: change(thing.value, idOf) });
  return { ...world, controller: { ...world.controller, catalyst: { ...catalyst, things } } };
}

/** The sites of a lab as in recordings: nested areas, with repeated names of areas and buildings. */
export const lab: Sites = {
  areas: {
    north: ["North", "global"],
    south: ["South", "global"],
    "north-city": ["City", "north"],
    "south-city": ["City", "south"],
  },
  buildings: {
    ...{ a: ["BLD_1", "north"], b: ["BLD_1", "south"], c: ["BLD_1", "north-city"] },
    ...{ d: ["BLD_1", "south-city"], e: ["BLD_2", "south-city"] },
  },
};

/** Returns the same sites, with some added or replaced. */
export const changed = (sites: Sites, { areas = {}, buildings = {} }: Partial<Sites>): Sites => ({
  ...sites,
  areas: { ...sites.areas, ...areas },
  buildings: { ...sites.buildings, ...buildings },
});
