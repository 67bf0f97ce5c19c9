/**
 * Sites that somebody has renamed or moved, with a memory of what was created: each site is recognized, with everything
 * below it.
 */

import { describe, expect, test } from "vitest";
import type { World } from "../../../src/simulator/world.ts";
import {
  byHand,
  changed,
  lab,
  on,
  paths,
  planned,
  remembered,
  text,
} from "../../servers/virtual-time/sites.ts";

const moved = (world: World, from: string, to: string) =>
  byHand(world, from, (value, idOf) => ({ ...value, parentId: idOf(to) }));
const renamed = (world: World, from: string, name: string) =>
  byHand(world, from, (value) => ({ ...value, name }));

describe("what somebody did to", () => {
  test.each<[string, (world: World) => World, string, string]>([
    [
      "a building: moved",
      (world) => moved(world, "Global/South/City/BLD_2", "Global/North"),
      "building/e",
      "/parent",
    ],
    [
      "a building: renamed",
      (world) => renamed(world, "Global/South/City/BLD_1", "HQ"),
      "building/d",
      "/name",
    ],
    ["an area: renamed", (world) => renamed(world, "Global/South", "Sued"), "area/south", "/name"],
    ["an area: moved", (world) => moved(world, "Global/South/City", "Global"), "area/south-city", "/parent"],
  ])("%s is taken back by one update, whatever is below it", async (_, change, address, path) => {
    const { world, memory } = await remembered(lab);
    const at = on(lab, change(world));
    const made = await at.plan({ base: at.load({ "a.yaml": text(lab) }), memory });
    expect(made.plan).toMatchObject({ unknown: [], unwritable: [] });
    expect(made.plan.alike).toBeUndefined();
    expect(made.plan.changes).toMatchObject([
      { action: "update", address: `campus/${address}`, differences: [{ path, cause: "drift" }] },
    ]);
    const { settled } = await at.apply(made);
    expect(settled).toMatchObject([{ outcome: { state: "applied" } }]);
    expect(paths(at.network.world)).toEqual(paths(world));
  });

  test("an area, renamed, is no change of what Git moves out of it and into it", async () => {
    const { world, memory } = await remembered(lab);
    const change = changed(lab, { buildings: { b: ["BLD_1", "south-city"], d: ["BLD_3", "south"] } });
    const { steps, unknown } = await planned(change, renamed(world, "Global/South", "Sued"), {
      base: lab,
      memory,
    });
    expect({ steps: steps.toSorted(), unknown }).toEqual({
      steps: ["area/south", "building/b", "building/d"].map((each) => `update campus/${each}`),
      unknown: [],
    });
  });

  test("an area, nothing, where it says nothing of what it stands below and another has its name by now", async () => {
    const alone = { areas: { ...lab.areas, "south-city": ["Town", "south"] as const }, buildings: {} };
    const { world, memory } = await remembered(alone);
    const twin = renamed(world, "Global/North/City", "Town");
    const partly = { areas: { "south-city": ["Town"] as const }, buildings: {} };
    expect(await planned(partly, twin, { memory })).toMatchObject({ steps: [], unknown: [] });
    expect((await planned(partly, twin)).unknown).toEqual(["campus/area/south-city"]);
  });
});
