/** Draws waves of sites, tags and keys, and the site of each resource. */

import { isObject, type JsonObject } from "../../../../src/model/json.ts";
import { seeded } from "../../../servers/virtual-time/clock.ts";
import { maybe, pick, under } from "../../draw.ts";
import { keyOn, type Thing, type Truth } from "../truth.ts";

/** What belongs to a wave. */
export interface Ring {
  readonly name: string;
  readonly sites?: readonly string[];
  readonly tags?: readonly string[];
  readonly keys?: readonly string[];
}

/** The waves of a seed, and the sites of resources. */
export interface Rings {
  readonly waves: readonly Ring[];
  /** The site of each target, by the name of the target. */
  readonly targetSites: Readonly<Record<string, string>>;
  /** The sites that resources without a parent name, by the number of the resource. */
  readonly ownSites: ReadonlyMap<number, string>;
  /** The sites of `ownSites`, by section and key. */
  readonly sitesOf: ReadonlyMap<string, string>;
}

/** Adds waves, in some seeds. */
export function inRings(seed: number, truth: Truth): Truth {
  const draw = seeded(seed * 16 + 8);
  return maybe(draw, 0.6) ? { ...truth, rings: ringsOf(draw, truth) } : truth;
}

/**
 * Returns a resource and its ancestors. For an object of a fabric, returns no ancestors, because such objects are
 * nested only by path.
 */
export function chainOf(thing: Thing): readonly Thing[] {
  const isNamed = thing.parent && thing.species.target !== "fabric";
  return isNamed && thing.parent ? [thing, ...chainOf(thing.parent)] : [thing];
}

const places = ["Munich", "Berlin", "Oslo"] as const;

function ringsOf(draw: () => number, { things, realms }: Truth): Rings {
  const targets = [...new Set(realms.flatMap(({ species }) => species.map(({ target }) => target)))];
  const tops = things.filter((thing) => chainOf(thing).length === 1 && sectionOf(thing) !== undefined);
  const keys = things.flatMap((thing) => [keyOn(thing, "desired"), keyOn(thing, "base")]);
  const some = <T>(all: readonly T[], share: number) => all.filter(() => maybe(draw, share));
  const waves = Array.from({ length: 1 + under(draw, 3) }, (_, at): Ring => {
    const sites = some(places, 0.25);
    const tags = some(["branch", "emea", "new", "old"], 0.3);
    const globs = [...some(keys, 0.15), ...some(["r1", "r2", "n*", "T*", "uni/*"], 0.1)];
    return {
      name: `ring-${at}`,
      ...(sites.length > 0 && { sites }),
      ...(tags.length > 0 && { tags }),
      ...(sites.length + tags.length === 0 || globs.length > 0
        ? { keys: globs.length > 0 ? globs : ["none"] }
        : {}),
    };
  });
  const own = some(tops, 0.3).map((thing) => ({ thing, site: pick(draw, places) }));
  const keysOf = (thing: Thing) => [keyOn(thing, "desired"), keyOn(thing, "base")];
  return {
    waves,
    targetSites: Object.fromEntries(some(targets, 0.6).map((target) => [target, pick(draw, places)])),
    ownSites: new Map(own.map(({ thing, site }) => [thing.number, site])),
    sitesOf: new Map(
      own.flatMap(({ thing, site }) =>
        keysOf(thing).map((key) => [`${sectionOf(thing)} ${key}`, site] as const),
      ),
    ),
  };
}

const sections: Readonly<Record<string, string>> = {
  network: "networks",
  dashboardDevice: "devices",
  room: "rooms",
  tenant: "tenants",
  managedObject: "managedObjects",
};

/** Returns the section of files in which this resource can name its site; undefined if it cannot name one. */
export function sectionOf({ species }: Thing): string | undefined {
  return sections[species.kind];
}

/** Returns a document with the sites that its entries name. */
export function sited(document: JsonObject, { sitesOf }: Rings): JsonObject {
  const entries = Object.values(sections).flatMap((section): [string, JsonObject][] => {
    const own = document[section];
    if (own === undefined || !isObject(own)) return [];
    const said = Object.entries(own).map(([key, value]) => {
      const site = isRouter(document) ? undefined : sitesOf.get(`${section} ${key}`);
      return [key, isObject(value) && site !== undefined ? { ...value, site } : value];
    });
    return [[section, Object.fromEntries(said)]];
  });
  return { ...document, ...Object.fromEntries(entries) };
}

function isRouter({ devices }: JsonObject): boolean {
  return devices !== undefined && isObject(devices) && ["r1", "r2"].some((key) => key in devices);
}

const controller = `  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
`;

/** Returns the project file with the waves. Each target is exempt from health, so that sites matter only for waves. */
export function withRings(project: string, { rings }: Truth): string {
  if (!rings) return project;
  const { waves, targetSites } = rings;
  const has = project.includes("  campus:\n");
  const text = has ? project : project.replace("targets:\n", `targets:\n${controller}`);
  const exempt = [...text.matchAll(/^ {2}(\w+):\n {4}interface:/gm)].map(([, name]) => name);
  const asked = { controller: "campus", bound: 50, sites: targetSites, exempt };
  return `${text}health: ${JSON.stringify(asked)}\nwaves: ${JSON.stringify(waves)}\n`;
}
