/**
 * Sites whose parents have another name in Git, in the live state, or for a time. They are reverted, rolled back, or
 * reported as perhaps renamed.
 */

import { describe, expect, test } from "vitest";
import { applied, byHand, changed, lab, on, paths, planned, text } from "../../servers/virtual-time/sites.ts";

const renamed = changed(lab, { areas: { south: ["Sued", "global"] } });
const none = { areas: {}, buildings: {} };

describe("a site below an area that Git has renamed", () => {
  test("loses its drift alone, and the area keeps its name until that is applied", async () => {
    const { world } = await applied(lab);
    const drifted = byHand(world, "Global/South/City/BLD_2", (value) => ({ ...value, country: "France" }));
    const at = on(renamed, drifted);
    const made = await at.plan({ base: at.load({ "a.yaml": text(lab) }), driftOnly: true });
    expect(made.plan.steps.map(({ id }) => id)).toEqual(["update campus/building/e"]);
    const { settled } = await at.apply(made);
    expect(settled).toMatchObject([{ outcome: { state: "applied" } }]);
    expect(paths(at.network.world)).toEqual(paths(world));
    expect(await planned(lab, at.network.world)).toMatchObject({ steps: [], unknown: [], unmanaged: [] });
  });

  test("is as it was, and so is the area, where a step fails and all is taken back", async () => {
    const { world } = await applied(lab);
    const more = changed(renamed, { buildings: { d: ["Haus 1", "south-city"], f: ["BLD_9", "south"] } });
    const at = on(more, world);
    const made = await at.plan({ base: at.load({ "a.yaml": text(lab) }) });
    at.network.fault({ path: "*/buildings", methods: ["POST"], effect: { kind: "answer", status: 400 } });
    const { settled } = await at.apply(made, { rollbackOnFailure: true });
    expect(settled.find(({ address }) => address === "campus/building/f")?.outcome.state).toBe("failed");
    expect(paths(at.network.world)).toEqual(paths(world));
    expect(await planned(lab, at.network.world)).toMatchObject({ steps: [], unknown: [], unmanaged: [] });
  });
});

describe("a site that is live by another name than it is declared by", () => {
  test("is held with all below it where only the spelling differs", async () => {
    const { world } = await applied(lab);
    const spelt = byHand(world, "Global/South", (value) => ({ ...value, name: "SOUTH " }));
    const { plan, steps } = await planned(lab, spelt, { base: none });
    expect(steps).toEqual([]);
    expect(plan.alike).toEqual(
      [
        ["area/south", "Global/South", "Global/SOUTH "],
        ["area/south-city", "Global/South/City", "Global/SOUTH /City"],
        ["building/b", "Global/South/BLD_1", "Global/SOUTH /BLD_1"],
        ["building/d", "Global/South/City/BLD_1", "Global/SOUTH /City/BLD_1"],
        ["building/e", "Global/South/City/BLD_2", "Global/SOUTH /City/BLD_2"],
      ].map(([address, identity, live]) => ({ address: `campus/${address}`, identity, live })),
    );
    const [first] = plan.unwritable;
    expect(first?.reason).toBe(
      "a live resource has almost the same name, with a difference only in case, blanks or Unicode form",
    );
  });

  test("is created all the same where somebody consents", async () => {
    const { world } = await applied(lab);
    const moved = byHand(world, "Global/South/City/BLD_2", (value, idOf) => ({
      ...value,
      parentId: idOf("Global/North"),
    }));
    const { steps } = await planned(lab, moved, { allowAlike: true });
    expect(steps).toEqual(["create campus/building/e", "create campus/floor/e.ground"]);
  });

  test("is said to be perhaps renamed, or moved, where its key is made of the name that is live", async () => {
    const { world } = await applied(lab);
    const { e: _, ...buildings } = lab.buildings;
    const imported = (name: string, parent: string, key = "city-bld-2") => ({
      ...lab,
      buildings: { ...buildings, [key]: [name, parent] as const },
    });
    const said = async (name: string, parent: string) =>
      (await planned(imported(name, parent), world, { base: none })).plan.perhapsRenamed;
    const found = { address: "campus/building/city-bld-2", live: "Global/South/City/BLD_2" };
    expect(await said("Depot", "south-city")).toEqual([{ ...found, identity: "Global/South/City/Depot" }]);
    expect(await said("BLD_2", "north-city")).toEqual([{ ...found, identity: "Global/North/City/BLD_2" }]);
    // Two live sites have the same name, so nothing can be concluded from the name.
    const [twins, more] = [{ ...lab, buildings }, { buildings: { x: ["BLD_2", "north"] as const } }];
    const both = await applied(changed(twins, more), { world, base: twins });
    const after = await planned(imported("BLD_2", "north-city", "bld-2"), both.world, { base: none });
    expect(after.plan.perhapsRenamed).toEqual([]);
  });
});
