/** Tests the checks of the longer simulations: each notices false reports of the engine, and mistakes in a catalog. */

import { expect, test } from "vitest";
import { judgeLives, type LifeLie } from "./decisions/lives/judge-lives.ts";

/** Each planted fault, with the report that it must cause. */
const lies: Readonly<Record<string, readonly [LifeLie, RegExp]>> = {
  "a device that lost what was written to it": [
    { tree: ({ hostname = "" }) => ({ hostname }) },
    /^tree over .*: the device's tree: /,
  ],
  "a result that does not tell what is stored otherwise": [
    { verified: (result) => ({ ...result, nonConvergent: [] }) },
    /^log: concluded by the log: /,
  ],
  "a result without an outcome": [
    { verified: (result) => ({ ...result, settled: result.settled.slice(1) }) },
    /^log: concluded by the log: /,
  ],
  "an outcome that only the log led to": [
    { before: (states) => states.with(0, "update nothing applied") },
    /^log: outcomes by the log: /,
  ],
  "paths that no product has": [
    {
      catalog: (all) => ({
        ...all,
        kinds: all.kinds.map((kind) =>
          JSON.parse(JSON.stringify(kind).replaceAll(/(\/[a-z]\w+)(?=[/"])/g, "$1x")),
        ),
      }),
    },
    /^life of \S+ \S+: /,
  ],
  "a memory without the forms of values": [
    { saga: { memory: (all) => ({ ...all, forms: undefined }) } },
    /: after 0: /,
  ],
};

test.each(Object.entries(lies))("a life notices %s", async (_, [lie, text]) => {
  const said: string[] = [];
  for (let seed = 1; seed <= 120 && !said.some((line) => text.test(line)); seed += 1)
    said.push(...(await judgeLives(seed, lie)));
  expect(said).toContainEqual(expect.stringMatching(text));
});

test("without a lie no life complains", async () => {
  const said: string[] = [];
  for (let seed = 1; seed <= 24; seed += 1) said.push(...(await judgeLives(seed)));
  expect(said).toEqual([]);
});
