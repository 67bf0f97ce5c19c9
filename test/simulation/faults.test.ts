import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { times } from "../long-forms.ts";
import { seedsHold } from "./hold.ts";
import { keptFaults } from "./kept-seeds.ts";
import { simulate } from "./simulate.ts";

const half = times("seeds") / 2;
const minutes = 60_000;

test("whatever goes wrong, the properties hold: the first half of the seeds", {
  timeout: 30 * minutes,
}, async () => {
  await seedsHold({ from: 1, to: half });
});

test.each(keptFaults)("seed $seed holds, of which once $was", async ({ seed }) => {
  expect((await simulate(seed)).broken).toEqual([]);
});

test("a seed replays to the same bytes (P10)", async () => {
  for (let seed = 1; seed <= times("replays"); seed += 1) {
    const first = await simulate(seed);
    const again = await simulate(seed);
    expect(again.trace, `seed ${seed}`).toBe(first.trace);
    expect(first.trace).toContain(" GET ");
  }
});

test("the command replays a seed to the same bytes, with every request", () => {
  const script = fileURLToPath(new URL("../../scripts/simulate-faults.ts", import.meta.url));
  const replay = () => execFileSync(process.execPath, [script, "--seed", "7", "--trace"]).toString();
  const first = replay();
  expect(first).toMatch(/^\d+(?:\.\d+)? \w+ GET \//);
  expect(first).toContain("1 seeds, 0 broken");
  expect(replay()).toBe(first);
});
