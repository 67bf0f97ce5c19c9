/** Tests the judges (checks) of what trueup concludes from Git: each notices wrong conclusions of the engine. */

import { test } from "vitest";
import { decide } from "./decisions/decide.ts";
import type { Lie } from "./decisions/play.ts";
import { noticing } from "./lies/noticing.ts";

/** Runs seeds until a check reports the expected fault. */
function expecting(lie: Lie, text: RegExp, seeds = 60): Promise<void> {
  return noticing(async (seed) => (await decide(seed, lie)).broken, text, { to: seeds });
}

test.each([
  ["a commit that is newer counts as an ancestor", "ahead", "behind", /^history: missing: \d ahead/],
  ["a commit of another branch counts as an ancestor", "apart", "behind", /^history: missing: \d apart/],
  [
    "a run is told that it has another's lock",
    "held by a",
    "taken from nobody",
    /^lock: \w takes: too much: taken/,
  ],
  ["a lock that was renewed counts as lost", "renewed", "other", /^lock: \w renews: missing: renewed/],
  [
    "a record that was moved by another run is said to be moved",
    "other",
    "moved",
    /^record: write: missing: other/,
  ],
  ["nothing counts as applied though something was", "problem", "none", /^record: .* is read as none/],
] as const)("the simulation of decisions notices that %s", (_, is, says, text) =>
  expecting({ git: (told) => (told === is ? says : told) }, text),
);

test("the simulation of decisions notices a base of which something is forgotten, or all is believed", async () => {
  const nothing = new Map();
  await expecting(
    { base: (base) => ({ ...base, desired: { ...base.desired, resources: nothing } }) },
    /^base: missing: /,
  );
  await expecting(
    { base: (base) => ({ ...base, lineageOf: () => "behind" }) },
    /^base: lineage: missing: .*apart/,
  );
});
