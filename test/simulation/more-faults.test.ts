import { test } from "vitest";
import { seedsHold } from "./hold.ts";

const seeds = { from: 1001, to: 2000 };
const minutes = 60_000;

test("whatever goes wrong, the properties hold: the second half of 2000 seeds", {
  timeout: 10 * minutes,
}, async () => {
  await seedsHold(seeds);
});
