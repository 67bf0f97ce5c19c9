/**
 * The automatic correction of drift. It has a pause and a limit, and never happens in a freeze or without permission.
 */

import { describe, expect, test } from "vitest";
import type { ApplyEnding } from "../../src/engine/recorded-apply/events.ts";
import { problem } from "../../src/model/problem.ts";
import { EnvironmentApplies } from "../../src/serve/loop/applying.ts";
import { healBound } from "../../src/serve/loop/standing.ts";
import { isLong } from "../long-forms.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";
import { networks, projectFile, stage } from "./stage.ts";

const files = (serve: string, more = "") => ({
  "trueup.yaml": projectFile(`serve: ${serve}\n${more}`),
  "desired-state/a.yaml": networks({ berlin: "Europe/Berlin" }),
});
const healing = "{ apply: onMerge, observe: 10m, selfHeal: { pause: 1h, perDay: 2 } }";
const tokyo = { interface: "dashboard", network: "berlin", set: { timeZone: "Asia/Tokyo" } } as const;

describe("selfHeal", () => {
  test("sets back what drifted, with its pause, and no more often than it may in a day", async () => {
    const at = await stage({ files: files(healing) });
    await at.until(({ state }) => state === "inSync");
    const drift = async () => {
      at.network.change(tokyo);
      await at.until(({ since, state }) => since.size > 0 || state === "drifted" || state === "blocked");
    };
    await drift();
    const first = await at.until(({ state }) => state === "inSync");
    expect(first.runs[0]).toMatchObject({ why: "selfHeal", by: "trueup serve", ended: "applied" });
    await drift();
    const paused = await at.until(({ reasons }) =>
      reasons.some(({ because }) => because === "selfHealBound"),
    );
    expect(paused.state).toBe("blocked");
    const until = Date.parse(paused.reasons[0]?.until ?? "");
    const again = await at.until(({ state }) => state === "inSync");
    expect(Date.parse(again.runs[0]?.startedAt ?? "")).toBeGreaterThanOrEqual(until);
    await drift();
    await at.pass(4 * 3_600_000);
    expect(at.live()).toEqual({ berlin: "Asia/Tokyo" });
    expect(at.see()).toMatchObject({ state: "blocked", reasons: [{ because: "selfHealBound" }] });
    await at.until(({ state }) => state === "inSync");
    expect(at.see()?.runs.filter(({ why }) => why === "selfHeal")).toHaveLength(3);
  });

  if (isLong)
    test("waits for the end of a freeze, of which it says when that is", async () => {
      const freeze =
        'freeze: [{ from: "2026-01-01T00:30:00Z", to: "2026-01-01T06:00:00Z", reason: audit }]\n';
      const at = await stage({ files: files(healing, freeze) });
      await at.until(({ state }) => state === "inSync");
      await at.pass(3_600_000);
      at.network.change(tokyo);
      const frozen = await at.until(({ reasons }) => reasons.length > 0);
      expect(frozen).toMatchObject({
        state: "blocked",
        reasons: [{ because: "frozen", until: "2026-01-01T06:00:00.000Z" }],
      });
      const done = await at.until(({ state }) => state === "inSync");
      expect(done.runs[0]).toMatchObject({ why: "selfHeal", ended: "applied" });
      expect(Date.parse(done.runs[0]?.startedAt ?? "")).toBeGreaterThanOrEqual(
        Date.parse("2026-01-01T06:00:00Z"),
      );
    });
});

describe("the bound of healing", () => {
  const bounds = { pauseMs: 3_600_000, perDayMax: 2 };
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 2) + hour * 3_600_000).toISOString();

  test.each([
    ["never before", [], 12, undefined],
    ["once, long ago", [1], 12, undefined],
    ["within its pause", [11], 11.5, 12],
    ["as often as it may", [2, 4], 12, 26],
    ["as often, a day before", [-13, -14], 12, undefined],
    ["by a clock that was ahead", [40], 12, undefined],
  ] as const)("%s", (_, healed, now, until) => {
    const found = healBound(healed.map(at), bounds, at(now));
    expect(found?.until).toBe(until === undefined ? undefined : at(until));
  });
});

test.each<[string, ApplyEnding]>([
  ["is cut short", { is: "cancelled" }],
  ["finds the lock taken", { is: "refused", refusal: { because: "locked", by: undefined, message: "m" } }],
])("a plan that has failed is not tried again by itself where the next apply %s", async (_, next) => {
  const problems = [problem("serve-consent", "it names no guard")];
  const endings: ApplyEnding[] = [{ is: "failed", at: "consents", problems }, next];
  const neverLooks = () => Promise.reject(new Error("nothing is looked at"));
  const applies = new EnvironmentApplies({
    runner: { look: neverLooks, apply: async () => endings.shift() ?? next },
    clock: new VirtualClock(),
    ended: new AbortController().signal,
    changed: () => {},
    listen: () => {},
  });
  const secrets = { allow: [], commands: false, env: {} };
  const shard = { id: "a", projectFile: "/a/trueup.yaml", commit: "c", refs: "1", secrets };
  const wanted = {
    why: "merge",
    by: "trueup serve",
    fingerprint: "f",
    approval: { fingerprint: "f" },
  } as const;
  await applies.apply(shard, wanted);
  const failed = applies.failed();
  expect(failed).toMatchObject({ fingerprints: new Set(["f"]), message: "it names no guard" });
  await applies.apply(shard, { ...wanted, fingerprint: "g" });
  expect(applies.failed()).toBe(failed);
  expect(applies.notBefore()).toBeGreaterThan(0);
});
