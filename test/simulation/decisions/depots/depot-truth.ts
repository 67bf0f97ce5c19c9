/**
 * Draws the depot of a seed: its resources as they were applied, as Git now declares them in files, and as they are on
 * the server.
 */

import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import { portKinds } from "./depot-kinds.ts";

/** A reference, written with the short or the whole key of its target. */
export interface Named {
  readonly to: Thing;
  readonly written: string;
}

/** What the former or the current Git declares for a resource: its plain fields, and its references. */
export interface Said {
  readonly fields: JsonObject;
  readonly names: Readonly<Record<string, Named>>;
}

/**
 * A resource, with its former declaration in Git (`was`) and its current one (`is`). If a declaration is undefined, Git
 * does not declare the resource.
 */
export interface Thing {
  readonly kind: string;
  readonly key: string;
  readonly parent?: Thing;
  readonly was?: Said | undefined;
  readonly is?: Said | undefined;
}

/** The depot of a seed; parents come before their children. */
export interface DepotTruth {
  readonly things: readonly Thing[];
}

/** Draws the depot of a seed. */
export function depotTruth(draw: Draw): DepotTruth {
  const things: Thing[] = [];
  const add = (thing: Thing): Thing => {
    things.push(thing);
    return thing;
  };
  const stays = (fields: JsonObject = {}): Said => ({ fields, names: {} });
  const named = (kind: string, key: string, parent?: Thing, isNew = false): Thing => {
    const said = stays({ name: `${kind} ${key}` });
    return add({ kind, key, ...(parent && { parent }), is: said, ...(!isNew && { was: said }) });
  };
  const crowds = ["west", "all"].filter(() => maybe(draw, 0.4)).map((key) => named("crowd", key));
  const sites = ["berlin", "bonn"].map((key) => named("site", key));
  const zones = sites.flatMap((site) =>
    ["west", "east", "mid"].map((key) => named("zone", key, site, maybe(draw, 0.15))),
  );
  for (const site of sites) {
    const own = zones.filter(({ parent }) => parent === site);
    const others = zones.filter(({ parent }) => parent !== site);
    const some = (isOld: boolean) => {
      const all = [...own, ...own, ...others].filter(({ was }) => !isOld || was);
      return all[under(draw, all.length)];
    };
    // If a field may refer to a zone or a crowd, the whole key of a crowd takes precedence over the short key of a
    // zone.
    const shortOf = (to: Thing) => (to.parent === site && maybe(draw, 0.6) ? to.key : keyOf(to));
    const ref = (isOld: boolean): Named | undefined => {
      const to = some(isOld);
      return to && { to, written: shortOf(to) };
    };
    const pairs = new Set<string>();
    for (let count = under(draw, 3); count > 0; count -= 1) {
      const [from, to] = [ref(true), ref(true)];
      if (!from || !to) break;
      const pair = `${keyOf(from.to)} ${keyOf(to.to)}`;
      if (pairs.has(pair)) continue;
      pairs.add(pair);
      add({
        kind: "rule",
        key: `r${count}`,
        parent: site,
        ...sidesOf(draw, { level: ["low", "high"] }, { from, to }),
      });
    }
    const zone = ref(true);
    if (zone && maybe(draw, 0.5)) {
      const sides = sidesOf(draw, { level: ["low", "high"] }, { zone });
      add({ kind: "slot", key: String(1 + under(draw, 9)), parent: site, ...sides });
    }
    const [first, second = first] = own.filter(({ was }) => was);
    if (first && second && maybe(draw, 0.5)) {
      const area = named("area", "north", site);
      const spots = ["west", "top"].filter(() => maybe(draw, 0.6)).map((key) => named("spot", key, area));
      const at = spots[0] ?? first;
      const near = crowds[0] ?? second;
      const names = { at: { to: at, written: at.key }, near: { to: near, written: near.key } };
      add({ kind: "gate", key: "g", parent: area, ...sidesOf(draw, { name: ["gate"] }, names) });
    }
    for (const kind of portKinds) {
      if (!maybe(draw, 0.6)) continue;
      add({ kind, key: "p", parent: site, ...portSides(draw, ref) });
    }
  }
  return { things: withoutUnused(things, draw) };
}

/**
 * Drops from Git some of the old zones to which nothing refers once Git is applied. A reference that Git drops stays on
 * the server.
 */
function withoutUnused(things: readonly Thing[], draw: Draw): readonly Thing[] {
  const used = new Set(
    things.flatMap(({ was, is }) =>
      is === undefined ? [] : Object.values({ ...was?.names, ...is.names }).map(({ to }) => to),
    ),
  );
  return things.map((thing) => {
    const isUnused = thing.kind === "zone" && thing.was !== undefined && !used.has(thing);
    return isUnused && maybe(draw, 0.8) ? { ...thing, is: undefined } : thing;
  });
}

/**
 * Returns the declarations of a resource: in the former Git only, in the current Git only, or in both with some fields
 * changed.
 */
function sidesOf(
  draw: Draw,
  values: Readonly<Record<string, readonly Json[]>>,
  names: Said["names"],
): Pick<Thing, "was" | "is"> {
  const side = (): Said => ({
    fields: Object.fromEntries(
      Object.entries(values).map(([name, [first = null, ...more]]) => [
        name,
        more.length > 0 ? pick(draw, [first, ...more]) : first,
      ]),
    ),
    names,
  });
  return fateOf(draw, side(), side());
}

function fateOf(draw: Draw, was: Said, is: Said): Pick<Thing, "was" | "is"> {
  return pick(draw, [{ was, is }, { was, is }, { was, is }, { is }, { was, is: undefined }]);
}

/**
 * Returns a port's declarations in the former and the current Git. A field that Git drops keeps its value on the
 * server.
 */
function portSides(draw: Draw, ref: (isOld: boolean) => Named | undefined): Pick<Thing, "was" | "is"> {
  const zones = [ref(true), ref(false)] as const;
  const born = maybe(draw, 0.4) ? { born: "one" } : {};
  const pair = maybe(draw, 0.4);
  const isLearning = maybe(draw, 0.3);
  const side = (at: 0 | 1): Said => ({
    fields: {
      name: "port p",
      ...(maybe(draw, 0.6) && { speed: pick(draw, ["fast", "slow"]) }),
      ...born,
      ...(maybe(draw, 0.4) && { later: pick(draw, ["x", "y"]) }),
      ...(maybe(draw, 0.6) && { label: pick(draw, ["a", "b"]) }),
      ...(pair && { mode: pick(draw, ["access", "trunk"]), channel: pick(draw, [1, 2]) }),
      ...(isLearning && { state: "learning" }),
      ...(maybe(draw, 0.5) && {
        limits: { up: pick(draw, [1, 2]), ...(maybe(draw, 0.5) && { down: pick(draw, [3, 4]) }) },
      }),
      ...(maybe(draw, 0.4) && { extras: { x: pick(draw, [1, 2]) } }),
      ...(maybe(draw, 0.4) && { members: [{ number: 1, title: pick(draw, ["m", "n"]) }, { number: 2 }] }),
    },
    names: namesOf(maybe(draw, 0.6) ? zones[maybe(draw, 0.5) ? at : 0] : undefined),
  });
  const was = side(0);
  const sides = fateOf(draw, was, maybe(draw, 0.2) ? was : side(1));
  if (sides.was || !sides.is) return sides;
  // A new port cannot be set to learn, so its state is not declared.
  const { state: _, ...fields } = sides.is.fields;
  return { is: { ...sides.is, fields } };
}

function namesOf(zone: Named | undefined): Said["names"] {
  return zone ? { zone } : {};
}

/** Returns the key of a resource, which is unique among all resources of its kind. */
export function keyOf({ key, parent }: Thing): string {
  return parent ? `${keyOf(parent)}.${key}` : key;
}

/** Returns the address of a resource. */
export function addressOf(thing: Thing): string {
  return `depot/${thing.kind}/${keyOf(thing)}`;
}

/** Returns the file with the former or the current declarations. */
export function depotFile({ things }: DepotTruth, side: "was" | "is"): string {
  const entries = (parent: Thing | undefined): JsonObject => {
    const own = things.filter((one) => one.parent === parent && one[side]);
    const sections = Map.groupBy(own, ({ kind }) => `${kind}s`);
    return Object.fromEntries(
      [...sections].map(([section, all]) => [
        section,
        Object.fromEntries(all.map((one) => [one.key, { ...saidOf(one[side]), ...entries(one) }])),
      ]),
    );
  };
  return JSON.stringify({ target: "depot", ...entries(undefined) });
}

function saidOf(said: Said | undefined): JsonObject {
  const names = Object.entries(said?.names ?? {}).map(([field, { written }]) => [field, written]);
  return { ...said?.fields, ...Object.fromEntries(names) };
}
