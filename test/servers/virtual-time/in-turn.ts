import { expect } from "vitest";
import type { World } from "../../../src/simulator/world.ts";
import { type Setting, type Stage, stage } from "./run.ts";

type Files = Setting["files"];

/**
 * Applies several desired states in sequence, including removals. Each must be applied completely, and the next plan
 * must be empty.
 */
export async function inTurn(setting: Omit<Setting, "files">, states: readonly Files[]): Promise<World> {
  let before: { readonly on: Stage; readonly files: Files } | undefined;
  for (const files of states) {
    const on = stage({ ...setting, files });
    if (before) on.network.world = before.on.network.world;
    const request = before ? { base: on.load(before.files), prune: true } : {};
    const made = await on.plan(request);
    expect(made.plan.unknown).toEqual([]);
    expect(made.plan.unwritable.filter(({ action }) => action !== "remove")).toEqual([]);
    const { settled } = await on.apply(made);
    expect(settled.map(({ outcome }) => outcome).filter(({ state }) => state !== "applied")).toEqual([]);
    expect(settled).not.toEqual([]);
    const again = await on.plan();
    expect([again.plan.changes, again.plan.unknown]).toEqual([[], []]);
    before = { on, files };
  }
  if (!before) throw new Error("There is nothing to apply.");
  return before.on.network.world;
}
