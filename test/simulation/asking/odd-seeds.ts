/** A simulation with eight special seeds, each of which behaves differently. It tests the scripts that run seeds. */

import { askSeeds, type SeedReport } from "../../../scripts/seeds.ts";
import { kept, tell } from "../reduced/parts.ts";

const ways: readonly (() => Promise<SeedReport>)[] = [
  async () => ({ broken: [], trace: "holds" }),
  () => new Promise<never>(() => {}),
  async () => {
    for (;;);
  },
  async () => {
    throw new Error("out of order");
  },
  async () => {
    const things = Array.from({ length: 20 }, (_, at) => `thing-${at}`).filter(kept);
    tell("things", () => things.join("\n"));
    const isBroken = things.includes("thing-4") && things.includes("thing-17");
    return { broken: isBroken ? ["world: too much: thing 4"] : [], trace: "" };
  },
  async () => {
    kept("other");
    if (kept("loops")) for (;;);
    return { broken: [], trace: "" };
  },
  async () => {
    kept("other");
    if (kept("waits")) await new Promise<never>(() => {});
    return { broken: [], trace: "" };
  },
  async () => {
    kept("other");
    if (kept("throws")) throw new Error("out of order");
    return { broken: [], trace: "" };
  },
];

await askSeeds({
  script: import.meta.filename,
  open: async () => async (seed) => (await ways[seed - 1]?.()) ?? { broken: ["no such seed"], trace: "" },
});
