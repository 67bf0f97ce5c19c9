/**
 * A plan that follows the change log equals the plan of a complete read, or a complete read is made for it, in virtual
 * time.
 */

import { describe, expect, test } from "vitest";
import { count, declared, honest, type LogLies, staged } from "./staged.ts";
import { saysSame, wholePlan } from "./whole-plan.ts";

type Staged = ReturnType<typeof staged>;
const hour = 3_600_000;

async function later(on: Staged, ms = hour): Promise<void> {
  await on.clock.run(on.clock.wait(ms));
}

const takenOf = (made: Awaited<ReturnType<Staged["plan"]>>) => made.plan.cost[0]?.taken;

describe("a target with changedSince", () => {
  test("is read whole at first, and then where something changed", async () => {
    const on = staged();
    const first = await on.plan();
    expect(first.plan.steps).toEqual([]);
    expect(on.ssidReads()).toBe(count);
    await later(on);
    on.network.change({ interface: "dashboard", network: "N_2", ssid: 0, set: { name: "Theirs" } } as never);
    await later(on);
    const before = on.ssidReads();
    const second = await on.plan();
    // Two lists are read: that of the changed network, and the one whose last read is the oldest, which is always read.
    expect(on.ssidReads() - before).toBe(2);
    expect(second.plan.changes.map(({ address }) => address)).toEqual(["cloud/ssid/site-2.0"]);
    expect(takenOf(second)?.since).toBe("2026-01-01T00:00:00.030Z");
    saysSame(second, await wholePlan(on));
    const result = await on.apply(second);
    expect(result.settled.map(({ outcome }) => outcome.state)).toEqual(["applied"]);
    expect((await on.plan()).plan.steps).toEqual([]);
  });

  test("keeps no more than what is declared, and no value of the log", async () => {
    const on = staged();
    await on.plan();
    const text = on.kept.get("cloud") ?? "";
    expect(text).toContain('"name":"site-0-0"');
    for (const hidden of ["authMode", "oldValue", "simulated-api-key"]) expect(text).not.toContain(hidden);
  });

  test("is looked at again before it is written, also where the log says nothing", async () => {
    const on = staged();
    await on.plan();
    await later(on);
    on.lies.lost = () => true;
    const text = declared((network, slot) =>
      network === "site-3" && slot === 1 ? "New" : `${network}-${slot}`,
    );
    const changed = { ...on.context, desired: on.load({ "a.yaml": text }) };
    const { makePlan, applyPlan } = await import("../../../src/engine/reconcile.ts");
    const signal = new AbortController().signal;
    const made = await on.clock.run(makePlan(changed, {}, signal));
    expect(made.plan.changes).toHaveLength(1);
    await later(on, 10_000);
    on.network.change({ interface: "dashboard", network: "N_3", ssid: 1, set: { name: "Theirs" } } as never);
    const result = await on.clock.run(applyPlan(changed, made, { onConflict: "hold", signal }));
    expect(result.settled.map(({ outcome }) => outcome.state)).not.toEqual(["applied"]);
  });
});

describe("everything is read, and said to be,", () => {
  const cases: readonly (readonly [string, (lies: LogLies) => void, string])[] = [
    ["a page fails", (lies) => Object.assign(lies, { pageSize: 1, failing: 1 }), "could not be read"],
    ["the log fails", (lies) => Object.assign(lies, { failing: 0 }), "could not be read"],
    ["its clock is ahead", (lies) => Object.assign(lies, { skewMs: 61_000 }), "clock differs"],
    ["its clock is behind", (lies) => Object.assign(lies, { skewMs: -61_000 }), "clock differs"],
    ["it lost what it had", (lies) => Object.assign(lies, { lost: () => true }), "have disappeared"],
  ];
  test.each(cases)("when %s", async (_, lie, why) => {
    const on = staged();
    await on.plan();
    for (const name of ["A", "B"]) {
      on.network.change({ interface: "dashboard", network: "N_1", ssid: 0, set: { name } } as never);
      await later(on);
    }
    await on.plan();
    await later(on);
    on.network.change({ interface: "dashboard", network: "N_4", ssid: 0, set: { name: "C" } } as never);
    await later(on);
    lie(on.lies);
    const before = on.ssidReads();
    const made = await on.plan();
    expect(takenOf(made)).toMatchObject({ since: undefined, because: expect.stringContaining(why) });
    expect(on.ssidReads() - before).toBeGreaterThanOrEqual(count);
    saysSame(made, await wholePlan(on));
  });

  test("when what is read anyway shows a change that the log has not", async () => {
    const on = staged();
    await on.plan();
    await later(on);
    on.lies.lost = () => true;
    for (const at of Array.from({ length: count }, (_, index) => index))
      on.network.change({ interface: "dashboard", network: `N_${at}`, ssid: 0, set: { name: "X" } } as never);
    await later(on);
    const made = await on.plan();
    expect(takenOf(made)?.because).toContain("missed a change");
    saysSame(made, await wholePlan(on));
  });

  test("when its log loses what it told in the run in which it missed a change", async () => {
    const on = staged();
    const change = (network: string) =>
      on.network.change({ interface: "dashboard", network, ssid: 0, set: { name: "X" } } as never);
    await on.plan();
    await later(on);
    change("N_0");
    on.lies.lost = (_, at) => at < on.clock.now() - 60_000;
    await later(on);
    change("N_5");
    await later(on, 1000);
    expect(takenOf(await on.plan())?.because).toContain("missed a change");
    on.lies.lost = () => true;
    await later(on);
    const gone = { because: expect.stringContaining("have disappeared") };
    expect(takenOf(await on.plan())).toMatchObject(gone);
  });
});

describe("somebody changes things at every moment", () => {
  function drawn(seed: number) {
    let state = seed * 2654435761 + 1;
    return (below: number) => {
      state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
      return state % below;
    };
  }

  async function simulated(seed: number, lieAt = (_: LogLies, __: (n: number) => number) => {}) {
    const draw = drawn(seed);
    const on = staged({ ...honest(), pageSize: 1 + draw(4) });
    for (let round = 0; round < 6; round += 1) {
      for (let left = draw(4); left > 0; left -= 1) {
        const set = { name: `n${draw(3)}` };
        on.network.change({
          interface: "dashboard",
          network: `N_${draw(count)}`,
          ssid: draw(2),
          set,
        } as never);
        await later(on, draw(400_000));
      }
      lieAt(on.lies, draw);
      const made = await on.plan();
      saysSame(made, await wholePlan(on));
    }
    return on;
  }

  test.each([1, 2, 3, 4, 5, 6, 7, 8])("and every plan is that of a whole read: seed %i", async (seed) => {
    await simulated(seed, (lies, draw) => {
      lies.failing = draw(4) === 0 ? draw(3) : undefined;
      lies.skewMs = [0, 0, 50_000, -50_000, 90_000, -90_000][draw(6)] ?? 0;
    });
  });

  test("and a log that is late is made good once it tells", async () => {
    const on = staged({ ...honest(), lateMs: 200_000 });
    await on.plan();
    await later(on);
    on.network.change({ interface: "dashboard", network: "N_5", ssid: 0, set: { name: "Late" } } as never);
    await later(on, 1000);
    await on.plan();
    await later(on, 300_000);
    saysSame(await on.plan(), await wholePlan(on));
  });

  test("and a log that hides changes is caught by this: the test can fail", async () => {
    const hides = async () => {
      for (const seed of [1, 2, 3, 4])
        await simulated(seed, (lies) => Object.assign(lies, { lost: () => true }));
    };
    await expect(hides()).rejects.toThrow();
  });
});
