/** Sites with the same name below different parents. Every operation distinguishes them by their parents. */

import { describe, expect, test } from "vitest";
import { imported, nothingApplied } from "../../import/live.ts";
import {
  applied,
  byHand,
  changed,
  lab,
  paths,
  planned,
  project,
  type Sites,
  settings,
  text,
} from "../../servers/virtual-time/sites.ts";

describe("sites of one name below different parents", () => {
  test("are made, each below its own, and a second plan is empty", async () => {
    const { world } = await applied(lab);
    expect(paths(world).filter((path) => !path.includes("Ground"))).toEqual([
      ...["Global", "Global/North", "Global/North/BLD_1", "Global/North/City", "Global/North/City/BLD_1"],
      ...["Global/South", "Global/South/BLD_1", "Global/South/City"],
      ...["Global/South/City/BLD_1", "Global/South/City/BLD_2"],
    ]);
    expect(paths(world).filter((path) => path.endsWith("/Ground"))).toHaveLength(5);
    expect(await planned(lab, world)).toMatchObject({ steps: [], unknown: [], unmanaged: [] });
  });

  test("are all imported, under keys of their own, and the next plan is empty", async () => {
    const { world } = await applied(lab);
    const seed = {};
    const only = ["area", "building", "floor"].map((kind) => `campus/${kind}/*`);
    const found = await imported({
      seed,
      project,
      settings,
      world,
      target: "campus",
      only,
      base: nothingApplied,
    });
    expect(found.leftOut).toEqual([]);
    expect(found.omitted.filter(({ reason }) => reason?.includes("declared"))).toEqual([]);
    expect(found.addresses.filter((address) => !address.includes("/floor/")).toSorted()).toEqual(
      [
        ...["area/global", "area/north", "area/north-city", "area/south", "area/south-city"],
        "building/bld-2",
        ...[
          "building/north-bld-1",
          "building/north-city-bld-1",
          "building/south-bld-1",
          "building/south-city-bld-1",
        ],
      ].map((each) => `campus/${each}`),
    );
    expect(found.plan).toMatchObject({ steps: [], unknown: [], changes: [] });
    expect(found.texts["desired-state/campus/north-city-bld-1.yaml"]).toContain("parent: north-city");
  });

  test("are known to an import beside what is declared already, under other keys and without the outermost", async () => {
    const { world } = await applied(lab);
    const partly: Sites = { areas: { n: ["North"] }, buildings: { x: ["BLD_1", "n"] } };
    const files = { "desired-state/a.yaml": text(partly) };
    const only = ["area", "building"].map((kind) => `campus/${kind}/*`);
    const found = await imported({ seed: {}, project, settings, world, files, target: "campus", only });
    expect(found.declared.length).toBe(3);
    expect(found.addresses.toSorted()).toEqual(
      [
        ...["area/north-city", "area/south", "area/south-city", "building/bld-2"],
        ...["building/north-city-bld-1", "building/south-bld-1", "building/south-city-bld-1"],
      ].map((each) => `campus/${each}`),
    );
    expect(found.plan.steps).toEqual([]);
  });

  test("are made below what is made by the same apply, beside others of that name", async () => {
    const { world } = await applied(lab);
    const more = changed(lab, {
      areas: { east: ["East", "global"], "east-city": ["City", "east"] },
      buildings: { f: ["BLD_1", "east-city"] },
    });
    const { steps, world: then } = await applied(more, { world, base: lab });
    expect(steps).toEqual(
      ["area/east", "area/east-city", "building/f", "floor/f.ground"].map((each) => `create campus/${each}`),
    );
    expect(paths(then)).toContain("Global/East/City/BLD_1/Ground");
    expect(await planned(more, then)).toMatchObject({ steps: [], unknown: [], unmanaged: [] });
  });

  test("stay what they are when an area above them is renamed in Git: one update, and nothing is made", async () => {
    const { world } = await applied(lab);
    const renamed = changed(lab, { areas: { south: ["Sued", "global"] } });
    const { steps, world: then } = await applied(renamed, { world, base: lab });
    expect(steps).toEqual(["update campus/area/south"]);
    expect(paths(then)).toContain("Global/Sued/City/BLD_2/Ground");
    expect(paths(then)).toHaveLength(paths(world).length);
    expect(await planned(renamed, then)).toMatchObject({ steps: [], unknown: [], unmanaged: [] });
    // The plan is also empty if an apply ended before it wrote the record, so that the record is outdated.
    expect(await planned(renamed, then, { base: lab })).toMatchObject({
      steps: [],
      unknown: [],
      unmanaged: [],
    });
  });

  test("are found when they and all above them are renamed at once, however far an apply got", async () => {
    const { world } = await applied(lab);
    const renamed: Sites = {
      areas: { ...lab.areas, south: ["Sued", "global"], "south-city": ["Stadt", "south"] },
      buildings: { ...lab.buildings, d: ["Haus 1", "south-city"] },
    };
    const all = ["area/south", "area/south-city", "building/d"].map((each) => `update campus/${each}`);
    const { steps, world: then } = await applied(renamed, { world, base: lab });
    expect(steps.toSorted()).toEqual(all);
    expect(paths(then)).toContain("Global/Sued/Stadt/Haus 1/Ground");
    expect(await planned(renamed, then, { base: lab })).toMatchObject({ steps: [], unmanaged: [] });
    // For each rename, it is assumed that only this rename was carried out.
    for (const done of ["Global/South", "Global/South/City", "Global/South/City/BLD_1"]) {
      const names: Readonly<Record<string, string>> = { South: "Sued", City: "Stadt", BLD_1: "Haus 1" };
      const name = names[done.slice(done.lastIndexOf("/") + 1)] ?? "";
      const half = byHand(world, done, (value) => ({ ...value, name }));
      const left = await planned(renamed, half, { base: lab });
      expect(left).toMatchObject({ unknown: [], unmanaged: [] });
      expect(left.steps).toHaveLength(2);
      expect(left.steps.every((step) => all.includes(step))).toBe(true);
    }
  });

  test("can exchange the names of what is above them", async () => {
    const { world } = await applied(lab);
    const exchanged = changed(lab, { areas: { north: ["South", "global"], south: ["North", "global"] } });
    const { steps, unknown, unmanaged } = await planned(exchanged, world, { base: lab });
    expect({ steps: steps.toSorted(), unknown, unmanaged }).toEqual({
      steps: ["update campus/area/north", "update campus/area/south"],
      ...{ unknown: [], unmanaged: [] },
    });
  });

  test("are moved to another area beside their namesakes, with all that is in them", async () => {
    const { world } = await applied(lab);
    const more = changed(lab, { areas: { east: ["East", "global"] } });
    const made = await applied(more, { world, base: lab });
    const moved = changed(more, {
      areas: { "south-city": ["City", "east"] },
      buildings: { a: ["BLD_1", "east"] },
    });
    const { steps, world: then } = await applied(moved, { world: made.world, base: more });
    expect(steps.toSorted()).toEqual(["update campus/area/south-city", "update campus/building/a"]);
    expect(paths(then)).toEqual(
      expect.arrayContaining(["Global/East/BLD_1/Ground", "Global/East/City/BLD_2/Ground"]),
    );
    expect(paths(then)).toHaveLength(paths(made.world).length);
    expect(await planned(moved, then)).toMatchObject({ steps: [], unknown: [], unmanaged: [] });
    expect(await planned(moved, then, { base: more })).toMatchObject({
      steps: [],
      unknown: [],
      unmanaged: [],
    });
  });

  test("are moved into an area that is made by the same apply", async () => {
    const { world } = await applied(lab);
    const moved = changed(lab, {
      areas: { east: ["East", "global"] },
      buildings: { d: ["BLD_1", "east"] },
    });
    const { steps, world: then } = await applied(moved, { world, base: lab });
    expect(steps).toEqual(["create campus/area/east", "update campus/building/d"]);
    expect(paths(then)).toContain("Global/East/BLD_1/Ground");
    expect(await planned(moved, then)).toMatchObject({ steps: [], unknown: [], unmanaged: [] });
  });

  test("have other keys in Git without any change, those of what is above them too", async () => {
    const { world } = await applied(lab);
    const rekeyed: Sites = {
      areas: { ...lab.areas, "south-city": ["City", "sued"], sued: ["South", "global"] },
      buildings: { ...lab.buildings, b: ["BLD_1", "sued"], d2: ["BLD_1", "south-city"] },
    };
    const { south: _, ...areas } = rekeyed.areas;
    const { d: __, ...buildings } = rekeyed.buildings;
    const { plan, steps } = await planned({ areas, buildings }, world, { base: lab, prune: true });
    expect([steps, plan.changes]).toEqual([[], []]);
  });

  test("are removed one by one: only the one that is declared no longer", async () => {
    const { world } = await applied(lab);
    const { a: _, ...buildings } = lab.buildings;
    const less = { ...lab, buildings };
    const { plan } = await planned(less, world, { base: lab, prune: true });
    const gone = plan.changes.filter(({ action }) => action === "remove");
    expect(gone.map(({ address }) => address).toSorted()).toEqual([
      "campus/building/a",
      "campus/floor/a.ground",
    ]);
  });

  test("are sites of fabrics of their own", async () => {
    const fabrics = { n: "north-city", s: "south-city" };
    const { world } = await applied({ ...lab, fabrics });
    expect(await planned({ ...lab, fabrics }, world)).toMatchObject({
      steps: [],
      unknown: [],
      unmanaged: [],
    });
    const one = { ...lab, fabrics: { s: "south-city" } };
    const { unmanaged } = await planned(one, world);
    expect(unmanaged).toHaveLength(1);
  });
});

describe("sites that say nothing of what they stand below", () => {
  test("are the only ones of their name", async () => {
    const { world } = await applied(lab);
    const partly: Sites = { areas: { n: ["North"] }, buildings: { x: ["BLD_1", "n"] } };
    expect(await planned(partly, world)).toMatchObject({ steps: [], unknown: [] });
  });

  test("are unknown where several have that name, with all below them, and the hint says what to declare", async () => {
    const { world } = await applied(lab);
    const partly: Sites = { areas: { n: ["City"] }, buildings: { x: ["BLD_2", "n"] } };
    const { plan, steps, unknown } = await planned(partly, world);
    expect(steps).toEqual([]);
    expect(unknown).toEqual(["campus/area/n", "campus/building/x", "campus/floor/x.ground"]);
    const [first] = plan.unknown;
    expect(first?.problem.message).toMatch(
      /^campus\/area\/n matches several live resources: "Global\/North\/City" \(\S+\), "Global\/South\/City" \(\S+\)$/,
    );
    expect(first?.problem.hint).toBe("Declare its `parent`: names are unique only within a parent.");
  });

  test("are what is left where another is declared with what it stands below", async () => {
    const { world } = await applied(lab);
    const both: Sites = { areas: { ...lab.areas, "south-city": ["City"] }, buildings: {} };
    expect(await planned(both, world, { base: both })).toMatchObject({ steps: [], unknown: [] });
    // Git has moved this site, so trueup looks for it below the parent that it has in base.
    expect(
      await planned({ areas: { c: ["City"] }, buildings: {} }, world, {
        base: { areas: { south: ["South", "global"], c: ["City", "south"] }, buildings: {} },
      }),
    ).toMatchObject({ unknown: [] });
  });
});

describe("a site that somebody moved by hand", () => {
  test("is not made a second time: its creation is held, and both places are said", async () => {
    const { world } = await applied(lab);
    const moved = byHand(world, "Global/South/City/BLD_2", (value, idOf) => ({
      ...value,
      parentId: idOf("Global/North"),
    }));
    const { plan, steps } = await planned(lab, moved);
    expect(steps).toEqual([]);
    expect(plan.alike).toEqual([
      {
        address: "campus/building/e",
        identity: "Global/South/City/BLD_2",
        live: "Global/North/BLD_2",
        isElsewhere: true,
      },
    ]);
    expect(plan.unwritable).toMatchObject([
      { address: "campus/building/e" },
      { address: "campus/floor/e.ground" },
    ]);
  });

  test("does not hold what was never applied, and namesakes that are declared hold nothing", async () => {
    const { world } = await applied(lab);
    const { e: _, ...buildings } = lab.buildings;
    const before = { ...lab, buildings };
    const more = changed(before, { buildings: { f: ["BLD_2", "north"] } });
    expect((await planned(more, world, { base: before })).steps[0]).toBe("create campus/building/f");
    const gone = byHand(world, "Global/North/BLD_1", (value) => ({ ...value, name: "Other" }));
    expect((await planned(lab, gone)).steps[0]).toBe("create campus/building/a");
  });
});
