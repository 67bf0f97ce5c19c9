/** Tests the judges (checks) of rare cases: each notices false reports of the engine. */

import { describe, test } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { ApplyResult } from "../../src/model/reply.ts";
import { decide } from "./decisions/decide.ts";
import type { Lie } from "./decisions/play.ts";
import { noticing } from "./lies/noticing.ts";

/** Runs seeds until a check reports the expected fault. */
function expecting(lie: Lie, text: RegExp, seeds = 400): Promise<void> {
  return noticing(async (seed) => (await decide(seed, lie)).broken, text, { to: seeds });
}

const saying = (change: (plan: Plan) => Partial<Plan>): Lie => ({
  plan: (plan) => ({ ...plan, ...change(plan) }),
});

const untold = (result: ApplyResult): ApplyResult => ({
  ...result,
  rolledBack: result.rolledBack && { ...result.rolledBack, left: [], settled: [] },
});

/** Each planted fault, with the report that it must cause. */
const lies: Readonly<Record<string, readonly [Lie, RegExp]>> = {
  "a plan in which what was given another's name is nothing new": [
    saying(() => ({ takenOver: [], changes: [], steps: [] })),
    /^given: /,
  ],
  "drift of a part alone that is not told": [
    saying(() => ({ changes: [], steps: [] })),
    /^only: taking back: change: missing: /,
  ],
  "waves in which everything goes at once": [
    { waves: (waves) => [{ name: "the rest", steps: waves.flatMap(({ steps }) => steps) }] },
    /^deep: missing: ring-/,
  ],
  "steps that come before what they need": [
    { waves: (waves) => waves.map((one) => ({ ...one, steps: one.steps.toReversed() })) },
    /^deep: \S+ \S+ comes before /,
  ],
  "one fingerprint for everything": [{ fingerprint: () => "the same" }, /^fingerprint: the same /],
  "another fingerprint each time": [
    { fingerprint: (one) => `${one} ${Math.random()}` },
    /^fingerprint: another fingerprint /,
  ],
  "a part of a whole that has nothing": [
    { whole: () => ({ state: "whole", items: [] }) },
    /^whole: \S+ is nothing, and must be /,
  ],
  "a part of a whole that nothing is known of": [{ whole: () => undefined }, /^whole: \S+ is by itself/],
  "a way back that tells nothing of what stays": [{ result: untold }, /^left: .* stays, and nobody is told/],
  "a run that is told nothing of what an earlier one has left on its way": [
    { told: () => [] },
    /^left creates: world: too much: /,
  ],
  "a task that is told as a plain write": [
    { told: (told) => told.map(({ task: _, ...intent }) => intent) },
    /^task: the next run is told of .* without task-/,
  ],
};

describe("the simulation of decisions notices", () => {
  test.each(Object.entries(lies))("%s", (_, [lie, text]) => expecting(lie, text));
});
