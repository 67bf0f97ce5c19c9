/**
 * Random histories of runs. trueup recognizes resources that somebody renames, removes or recreates between two runs.
 */

import { expect, test } from "vitest";
import { emptyMemory } from "../../../src/model/memory.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { times } from "../../long-forms.ts";
import { type HistoryLie, judgeHistory } from "../../simulation/histories/histories.ts";
import { noticing } from "../../simulation/lies/noticing.ts";

test("whatever happens between runs, each thing is known again: one rename, no second one, nothing gone by an id", {
  timeout: 600_000,
}, async () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= times("histories"); seed += 1)
    broken.push(...(await judgeHistory(seed)).map((line) => `seed ${seed}: ${line}`));
  expect(broken).toEqual([]);
});

const unknown = ({ changes, ...plan }: Plan): Plan => ({
  ...plan,
  changes: changes.map((change) =>
    change.action === "update" ? { ...change, live: { ...change.live, byId: undefined } } : change,
  ),
});

/** Returns a lie: each request with this method is answered with this status and not carried out. */
const sending = (method: string, status: number): HistoryLie => ({
  between: (wire) => ({
    send: async (request, signal) =>
      request.method === method && !request.url.endsWith("/token")
        ? { outcome: "answered", status, headers: {}, text: "{}" }
        : wire.send(request, signal),
  }),
});

const lies: readonly (readonly [string, HistoryLie, RegExp])[] = [
  ["what the record remembers is forgotten", { memory: () => emptyMemory }, /step: too much: create /],
  ["a rename by hand is not told as one", { plan: unknown }, /renamed: missing/],
  [
    "nothing is said of what was moved to another organization",
    {
      plan: ({ unknown: all, ...plan }) => ({
        ...plan,
        unknown: all.filter(({ problem: { code } }) => code !== "moved-live"),
      }),
    },
    /held: nothing is said of cloud/,
  ],
  [
    "what was moved to another area is not put back",
    {
      plan: ({ changes, ...plan }) => ({
        ...plan,
        changes: changes.map((change) =>
          change.action === "update"
            ? { ...change, differences: change.differences.filter(({ path }) => path !== "/parent") }
            : change,
        ),
      }),
    },
    /cause: missing: sites.* \/parent drift/,
  ],
  ["changes are answered, and not carried out", sending("PUT", 200), /live: missing/],
  ["removals are refused", sending("DELETE", 403), /outcome: .* is failed/],
  [
    "removals of a day are not remembered",
    { memory: (all) => ({ ...all, removed: new Map() }) },
    /removed: /,
  ],
];

test.each(lies)("it is noticed that %s", async (_, lie, text) => {
  await noticing((seed) => judgeHistory(seed, lie), text, { to: 200 });
});
