/** Sites of a simulated Catalyst Center: declared briefly, applied, planned, and changed by hand. */

import { expect } from "vitest";
import type { PlanRequest } from "../../../src/engine/reconcile.ts";
import { memoryAfter } from "../../../src/engine/recorded-apply/memory.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { emptyMemory } from "../../../src/model/memory.ts";
import type { World } from "../../../src/simulator/world.ts";
import { type Stage, stage } from "./run.ts";

/** A project file whose only target is a campus. */
export const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    dialect: catalyst-center
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;
/** The simulator's settings: the mode of the campus's product. */
export const settings = { controllerMode: "catalyst-center" } as const;

const floor = "{ name: Ground, floorNumber: 0, rfModel: Free Space, width: 10, length: 20, height: 3 }";

/** Declared sites by key: each has a name and the key of its parent. Keys are unrelated to names. */
export interface Sites {
  readonly areas: Readonly<Record<string, readonly [name: string, parent?: string]>>;
  readonly buildings: Readonly<Record<string, readonly [name: string, parent: string]>>;
  readonly fabrics?: Readonly<Record<string, string>>;
}

/** The file that declares the sites. */
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

/** A stage with these declarations, and with this world if one is given. */
export const on = (sites: Sites, world?: World): Stage => {
  const made = stage({ project, files: { "a.yaml": text(sites) }, settings });
  if (world) made.network.world = world;
  return made;
};

/** Applies the sites to a world. */
export async function applied(sites: Sites, from?: { readonly world: World; readonly base: Sites }) {
  const at = on(sites, from?.world);
  const planned = await at.plan(from ? { base: at.load({ "a.yaml": text(from.base) }) } : {});
  const { settled } = await at.apply(planned);
  expect(new Set(settled.map(({ outcome }) => outcome.state))).toEqual(new Set(["applied"]));
  return { at, world: at.network.world, steps: planned.plan.steps.map(({ id }) => id), plan: planned.plan };
}

/** Applies the sites to an empty world, and returns the memory of that apply. */
export async function remembered(sites: Sites) {
  const base = { resources: new Map(), locate: () => undefined };
  const at = on(sites);
  const made = await at.plan({ base });
  const result = await at.apply(made);
  const { desired, targets } = at.context;
  const of = { memory: emptyMemory, base, desired, targets, commit: "c0ffee", time: at.clock.date() };
  return { world: at.network.world, memory: memoryAfter(of, made, result) };
}

/** The plan for these sites, after an earlier apply. */
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

/** The paths of all sites, as the product shows them. */
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

/** Someone's change of a site in the product's user interface. */
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

/** A lab as in recordings: nested areas, and areas and buildings with repeated names in several of them. */
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

/** The same sites, with some added or replaced. */
export const changed = (sites: Sites, { areas = {}, buildings = {} }: Partial<Sites>): Sites => ({
  ...sites,
  areas: { ...sites.areas, ...areas },
  buildings: { ...sites.buildings, ...buildings },
});
