/**
 * Sites in a hierarchy in which the same names occur in many places. Whatever Git changes, each site keeps its
 * identity.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { imported, nothingApplied } from "../import/live.ts";
import { cases } from "../long-forms.ts";
import {
  applied,
  paths,
  planned,
  project,
  remembered,
  type Sites,
  settings,
} from "../servers/virtual-time/sites.ts";

/** A site. Its key does not reveal its name or its place. */
interface Site {
  readonly key: string;
  readonly isArea: boolean;
  readonly name: string;
  readonly parent: string;
}

/** Random numbers for one edit. They select among the existing sites. */
interface Drawn {
  readonly does: "rename" | "move" | "add";
  readonly isArea: boolean;
  readonly name: number;
  readonly parent: number;
  readonly which: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  does: fc.constantFrom("rename", "move", "add"),
  isArea: fc.boolean(),
  name: fc.nat(2),
  parent: fc.nat(20),
  which: fc.nat(20),
});
const trees = fc.array(drawn, { minLength: 2, maxLength: 12 }).map((all) => all.reduce(grown, []));
const edits = fc.array(drawn, { minLength: 1, maxLength: 6 });

function among<T>(all: readonly T[], number: number): T | undefined {
  return all[number % all.length];
}

function areasOf(sites: readonly Site[]): readonly string[] {
  return ["global", ...sites.filter(({ isArea }) => isArea).map(({ key }) => key)];
}

function isFree(sites: readonly Site[], { key, name, parent }: Site): boolean {
  return sites.every((one) => one.key === key || one.name !== name || one.parent !== parent);
}

/** Adds a site, unless its parent already has a site with this name. */
function grown(sites: readonly Site[], { isArea, name, parent }: Drawn): readonly Site[] {
  const key = `s${sites.length}`;
  const own = { key, isArea, name: "ABC"[name] ?? "", parent: among(areasOf(sites), parent) ?? "global" };
  return isFree(sites, own) ? [...sites, own] : sites;
}

/** Returns the keys of a site and its ancestors. */
function around(sites: readonly Site[], key: string): readonly string[] {
  const parent = sites.find((one) => one.key === key)?.parent;
  return parent === undefined ? [key] : [key, ...around(sites, parent)];
}

/**
 * Applies an edit if a product would accept it. Siblings must have different names, and no site may be below itself.
 */
function edited(sites: readonly Site[], edit: Drawn): readonly Site[] {
  if (edit.does === "add") return grown(sites, edit);
  const site = among(sites, edit.which);
  if (!site) return sites;
  const parent = among(areasOf(sites), edit.parent) ?? "global";
  const now = edit.does === "rename" ? { ...site, name: "ABC"[edit.name] ?? "" } : { ...site, parent };
  if (now.name === site.name && now.parent === site.parent) return sites;
  if (!isFree(sites, now) || around(sites, now.parent).includes(site.key)) return sites;
  return sites.map((one) => (one === site ? now : one));
}

function declared(sites: readonly Site[]): Sites {
  const of = (isArea: boolean) =>
    Object.fromEntries(
      sites
        .filter((one) => one.isArea === isArea)
        .map(({ key, name, parent }) => [key, [name, parent] as const]),
    );
  return { areas: of(true), buildings: of(false) };
}

function pathOf(sites: readonly Site[], key: string): string {
  const site = sites.find((one) => one.key === key);
  return site ? `${pathOf(sites, site.parent)}/${site.name}` : "Global";
}

/** Returns exactly the steps for the edits. A new building also has a step for its floor. */
function stepsFor(before: readonly Site[], after: readonly Site[]): readonly string[] {
  return after
    .flatMap((site) => {
      const { key, isArea, name, parent } = site;
      const was = before.find((one) => one.key === key);
      const address = `campus/${isArea ? "area" : "building"}/${key}`;
      if (!was) return [`create ${address}`, ...(isArea ? [] : [`create campus/floor/${key}.ground`])];
      return was.name === name && was.parent === parent ? [] : [`update ${address}`];
    })
    .toSorted();
}

const nothing = { unknown: [], unmanaged: [] };

test("several edits at once are the updates and creates of what was edited, and nothing else", async () => {
  const property = fc.asyncProperty(trees, edits, async (before, all) => {
    const after = all.reduce(edited, before);
    const { world } = await applied(declared(before));
    const { steps, unknown, unmanaged } = await planned(declared(after), world, { base: declared(before) });
    expect({ steps: steps.toSorted(), unknown, unmanaged }).toEqual({
      steps: stepsFor(before, after),
      ...nothing,
    });
  });
  await fc.assert(property, { numRuns: cases(300) });
});

test("edits that are applied one by one leave what is declared, under the ids that each had, and an empty plan", async () => {
  const property = fc.asyncProperty(trees, edits, async (first, all) => {
    let sites = first;
    let { world } = await applied(declared(first));
    for (const edit of all) {
      const after = edited(sites, edit);
      if (after === sites) continue;
      const ids = idsOf(world, sites);
      const base = declared(sites);
      ({ world } = await applied(declared(after), { world, base }));
      expect(paths(world).filter((path) => !path.endsWith("/Ground"))).toEqual(
        ["Global", ...after.map(({ key }) => pathOf(after, key))].sort(),
      );
      expect(idsOf(world, after)).toMatchObject(ids);
      // The next plan is empty both with an outdated and with an up-to-date record.
      for (const known of [base, declared(after)])
        expect(await planned(declared(after), world, { base: known })).toMatchObject({
          steps: [],
          ...nothing,
        });
      sites = after;
    }
  });
  await fc.assert(property, { numRuns: cases(60) });
});

test("what somebody renames and moves live is one update of each, where it is remembered what was made", async () => {
  const property = fc.asyncProperty(trees, edits, async (sites, all) => {
    const known = all.filter(({ does }) => does !== "add");
    const after = known.reduce(edited, sites);
    const { world, memory } = await remembered(declared(sites));
    const ids = idsOf(world, sites);
    const { catalyst } = world.controller;
    if (!catalyst) throw new Error("nothing was written");
    const things = new Map(catalyst.things);
    for (const { key, name, parent } of after) {
      const thing = things.get(ids[key] ?? "");
      if (!thing) throw new Error(`${key} was not made`);
      const parentId = ids[parent] ?? "site-global";
      things.set(ids[key] ?? "", { ...thing, value: { ...thing.value, name, parentId } });
    }
    const edit = { ...world, controller: { ...world.controller, catalyst: { ...catalyst, things } } };
    const { plan, steps, unknown, unmanaged } = await planned(declared(sites), edit, { memory });
    expect({ steps: steps.toSorted(), unknown, unmanaged }).toEqual({
      steps: stepsFor(after, sites),
      ...nothing,
    });
    expect(plan.alike).toBeUndefined();
  });
  await fc.assert(property, { numRuns: cases(200) });
});

test("all of them are imported, and the next plan is empty", async () => {
  const only = ["area", "building", "floor"].map((kind) => `campus/${kind}/*`);
  const property = fc.asyncProperty(trees, async (sites) => {
    const { world } = await applied(declared(sites));
    const of = { seed: {}, project, settings, world, target: "campus", only, base: nothingApplied };
    const { addresses, leftOut, plan } = await imported(of);
    const floors = sites.filter(({ isArea }) => !isArea).length;
    expect([addresses.length, leftOut]).toEqual([1 + sites.length + floors, []]);
    expect(plan).toMatchObject({ steps: [], unknown: [], changes: [] });
  });
  await fc.assert(property, { numRuns: cases(60) });
});

function idsOf(world: Parameters<typeof paths>[0], sites: readonly Site[]): Readonly<Record<string, string>> {
  const things = [...(world.controller.catalyst?.things ?? [])];
  const idOf = (key: string): string => {
    const site = sites.find((one) => one.key === key);
    if (!site) return "site-global";
    const parent = idOf(site.parent);
    const found = things.find(([, { value }]) => value.name === site.name && value.parentId === parent);
    return found?.[0] ?? "none";
  };
  return Object.fromEntries(sites.map(({ key }) => [key, idOf(key)]));
}
