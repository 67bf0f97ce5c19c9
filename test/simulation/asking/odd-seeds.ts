/** A simulation of four seeds, each odd in its own way: what the scripts make of such seeds is tested with it. */

import { askSeeds, type SeedReport } from "../../../scripts/seeds.ts";

const ways: readonly (() => Promise<SeedReport>)[] = [
  async () => ({ broken: [], trace: "holds" }),
  () => new Promise<never>(() => {}),
  async () => {
    for (;;);
  },
  async () => {
    throw new Error("out of order");
  },
];

await askSeeds({
  script: import.meta.filename,
  open: async () => async (seed) => (await ways[seed - 1]?.()) ?? { broken: ["no such seed"], trace: "" },
});
