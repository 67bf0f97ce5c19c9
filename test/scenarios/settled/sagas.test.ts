/**
 * Random servers that spell, sort, clamp, truncate, derive, ignore, reorder and delay values. There are several runs,
 * and between them Git and people change things.
 */

import { expect, test } from "vitest";
import type { Difference } from "../../../src/model/change.ts";
import type { Plan } from "../../../src/model/plan/plan.ts";
import { times } from "../../long-forms.ts";
import { noticing } from "../../simulation/lies/noticing.ts";
import { judgeSettling, type SettlingLie } from "../../simulation/settling/settling.ts";

test("whatever servers make of values: nothing is written twice, nothing is called drift that nobody did, no 0 hides a thing", {
  timeout: 600_000,
}, async () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= times("sagas"); seed += 1)
    broken.push(...(await judgeSettling(seed)).map((line) => `seed ${seed}: ${line}`));
  expect(broken).toEqual([]);
});

/** Returns the plan, in which each difference is replaced by the differences that `of` returns. */
function withDifferences({ changes, ...plan }: Plan, of: (one: Difference) => readonly Difference[]): Plan {
  return {
    ...plan,
    changes: changes.map((change) =>
      change.action === "update" ? { ...change, differences: change.differences.flatMap(of) } : change,
    ),
  };
}

/** Returns the plan with every difference also listed as a difference that the server itself has caused. */
function trusting(plan: Plan): Plan {
  const found = plan.changes.flatMap((change) =>
    change.action === "update"
      ? change.differences.map(({ path, desired, live }) => ({
          address: change.address,
          path,
          desired,
          live,
        }))
      : [],
  );
  const stored = found.map((one) => ({ ...one, likely: "server default" as const }));
  return { ...plan, storedOtherwise: [...(plan.storedOtherwise ?? []), ...stored] };
}

const lies: readonly (readonly [string, SettlingLie, RegExp])[] = [
  [
    "forms are forgotten, and a plan after 0 is not empty",
    { memory: (all) => ({ ...all, forms: undefined }) },
    /: after 0: (?!the next plan)/,
  ],
  [
    "forms are forgotten, and a plan after 0 ends with 2",
    { memory: (all) => ({ ...all, forms: undefined }) },
    /: after 0: the next plan ends with 2/,
  ],
  [
    "forms are forgotten, and a value is written again, as if Git had changed it",
    {
      memory: (all) => ({ ...all, forms: undefined }),
      plan: (plan) => withDifferences(plan, (one) => [{ ...one, cause: "pending" }]),
    },
    /written twice: /,
  ],
  [
    "a plan does not tell what was not taken",
    { plan: ({ notTaken: _, ...plan }) => plan },
    /not taken: plan ends with 0/,
  ],
  [
    "an apply does not tell what differs",
    { result: (all) => ({ ...all, nonConvergent: [] }) },
    /not taken: apply ends with 0/,
  ],
  [
    "an apply does not tell what was clamped",
    { result: (all) => ({ ...all, nonConvergent: [] }) },
    /clamped: apply ends with 0/,
  ],
  [
    "a plan does not list what is stored otherwise",
    { plan: ({ storedOtherwise: _, ...plan }) => plan },
    /clamped: .* is not listed/,
  ],
  ["what a person changed is taken for the server's", { plan: trusting }, /by hand: .* is listed as kept/],
  [
    "what a person changed is not told",
    { plan: (plan) => withDifferences(plan, () => []) },
    /by hand: nothing is said/,
  ],
  [
    "what Git changed is called drift",
    { plan: (plan) => withDifferences(plan, (one) => [{ ...one, cause: "drift" }]) },
    /: drift: /,
  ],
];

test.each(lies)("it is noticed that %s", { timeout: 120_000 }, async (_, lie, text) => {
  await noticing((seed) => judgeSettling(seed, lie), text, { to: 60 });
});
