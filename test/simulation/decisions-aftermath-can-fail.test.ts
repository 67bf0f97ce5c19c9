/**
 * Tests the judges (checks) of what a run leaves behind, namely its record and its journal: each notices a false
 * report.
 */

import { describe, test } from "vitest";
import type { ApplyResult } from "../../src/model/reply.ts";
import { decide } from "./decisions/decide.ts";
import type { Lie } from "./decisions/play.ts";
import { noticing } from "./lies/noticing.ts";

/** Runs seeds until a check reports the expected fault. */
function expecting(lie: Lie, text: RegExp): Promise<void> {
  return noticing(async (seed) => (await decide(seed, lie)).broken, text, { to: 600 });
}

const without = (result: ApplyResult): ApplyResult => ({ ...result, settled: [] });
const skipping = (result: ApplyResult): ApplyResult => ({
  ...result,
  settled: result.settled.map((one) => ({
    ...one,
    outcome: { state: "skipped", because: "interrupted" } as const,
  })),
});

const all = (state: "applied" | "converged") => (result: ApplyResult) => ({
  ...result,
  settled: result.settled.map((one) => ({ ...one, outcome: { state } })),
});

/** Planted faults that only few seeds reveal. */
const rare: Readonly<Record<string, () => Promise<void>>> = {
  "a task of which nobody knows the end and that is said to be done": () =>
    expecting({ result: all("applied") }, /^task: .* is applied, and its task was (?:late|gone)/),
  "a task that is done and is said not to be": () =>
    expecting({ result: all("converged") }, /^task: .* is converged, and its task was (?:done|silent)/),
  "a spelling of a server's own, of which nothing is told": () =>
    expecting(
      { result: (result) => ({ ...result, nonConvergent: [] }) },
      /^spelled: .* is told as undefined/,
    ),
  "a task that may go on, and of which nobody is told": () =>
    expecting({ result: (result) => ({ ...result, stillRunning: [] }) }, /^task: nobody is told that task-/),
};

describe("the simulation of decisions notices", () => {
  test.each(Object.entries(rare))("%s", (_, notice) => notice());

  test("what was not applied and is recorded so, and what was and is not", async () => {
    await expecting({ result: skipping }, /^recorded: left behind: missing: \S+ skipped/);
    await expecting({ result: without }, /^recorded: left behind: too much: \S+/);
  });

  test("a secret that was written and is not recorded so", () =>
    expecting({ result: skipping }, /^recorded: fingerprint: too much/));

  test("what is called accepted and not seen though no server has forgotten it", () => {
    const one = { since: "2026-01-01T00:00:00.000Z", commit: "c0ffee" };
    const unseen = new Map(
      Array.from({ length: 40 }, (_, number) => [`cloud/network/n${number}`, one] as const),
    );
    return expecting(
      { memory: (all) => ({ ...all, unseen }) },
      /^after trouble: cloud.* accepted and not seen/,
    );
  });

  test("what could not be read, and is recorded as applied", () =>
    expecting(
      { left: (left) => left.filter(({ because }) => because !== "unknown") },
      /^blind: .*: missing: .* unknown /,
    ));

  test("what stays though Git has dropped it, and base forgets", () =>
    expecting({ left: () => [] }, /^recorded: \S+ is still there, and base forgets it/));

  test("a write that is said to be carried out and was not, and one that was and is said not to be", async () => {
    await expecting({ found: () => "applied" }, /^found: .* is applied, and was not/);
    await expecting({ found: () => "not applied" }, /^found: .* is not applied, and was applied/);
  });
});
