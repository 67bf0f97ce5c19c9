/** Which health lists are read before an apply, and after each wave. */

import { describe, expect, test } from "vitest";
import type { HealthSettings, WaveSettings } from "../../../src/model/health.ts";
import { askingAfter, needBefore, wavesOf } from "../../../src/plan/health/gate.ts";
import { present } from "../../properties/compared.ts";
import { network, organization, port } from "../../properties/declared.ts";
import { planOf } from "../../properties/planned.ts";

const settings: HealthSettings = {
  ...{ controller: "campus", bound: 50, scale: [0, 100], settleSeconds: 30, sites: {}, exempt: [] },
};
const acme = organization("Acme");
const office = (key: string, site?: string) => network(key, { name: key, tz: "new" }, { site });
const edge = (key: string) => port(key, { up: true });
const planned = (...all: readonly ReturnType<typeof network>[]) =>
  planOf({
    desired: [acme, ...all],
    live: {
      "cloud/organization/Acme": present({}),
      ...Object.fromEntries(all.map(({ address, key }) => [address, present({ name: key, up: false })])),
    },
  });
const needed = (plan: ReturnType<typeof planOf>, waves: readonly WaveSettings[] = [], more = {}) =>
  needBefore(plan, { ...settings, ...more }, { waves, earlier: [] });

describe("before an apply", () => {
  test("sites are asked for where a change is at one, devices where one is on one", () => {
    expect(needed(planned(office("a", "Berlin")))).toEqual({ sites: true, devices: false });
    expect(needed(planned(edge("r1.a")))).toEqual({ sites: false, devices: true });
    expect(needed(planned(office("a", "Berlin"), office("b"), edge("r1.a")))).toEqual({
      ...{ sites: true, devices: true },
    });
  });

  test("nothing is where no change is anywhere, or all are at targets that are exempt", () => {
    expect(needed(planned(office("a")))).toBeUndefined();
    expect(needed(planned(edge("r1.a")), [], { exempt: ["routers"] })).toBeUndefined();
  });

  test("sites are where a wave names some: it must be well, whether or not something of it goes", () => {
    const waves = [
      { name: "canary", sites: ["Berlin"] },
      { name: "second", keys: ["x"] },
    ];
    expect(needed(planned(office("a")), waves)).toEqual({ sites: true, devices: false });
    expect(needed(planned(office("a")), [{ name: "second", keys: ["x"] }])).toBeUndefined();
  });

  test("nothing is where nothing is to be done, whatever waves name, or what waits has no step", () => {
    const done = planOf({ desired: [acme], live: { "cloud/organization/Acme": present({}) } });
    expect(needed(done, [{ name: "canary", sites: ["Berlin"] }])).toBeUndefined();
    const held = planned(office("a"), edge("r1.a"));
    const without = { ...held, steps: held.steps.filter(({ kind }) => kind !== "port") };
    expect(needed(without)).toBeUndefined();
  });
});

describe("after each wave", () => {
  test("all that was touched so far is asked for, and time is given to settle", () => {
    const plan = planned(office("a", "Berlin"), edge("r1.a"));
    const [first, second] = plan.steps.map(({ id }) => id);
    const waves = [first, second].flatMap((id) => (id === undefined ? [] : [{ name: id, steps: [id] }]));
    // After the first wave, only sites are read. After the second wave, sites and devices are read, which are two
    // reads.
    expect(askingAfter({ ...plan, waves }, { settings })).toEqual({ reads: 3, settleSeconds: 60 });
    expect(askingAfter(plan, { settings })).toEqual({ reads: 2, settleSeconds: 30 });
    expect(askingAfter({ ...plan, waves }, { settings, requests: 5 })).toEqual({
      reads: 10,
      settleSeconds: 60,
    });
  });

  test("nothing is while nothing that was touched is anywhere", () => {
    const plan = planned(office("a"));
    expect(askingAfter(plan, { settings })).toEqual({ reads: 0, settleSeconds: 0 });
  });

  test("a plan without waves is one, and one without steps none", () => {
    const plan = planned(office("a"), office("b"));
    expect(wavesOf(plan)).toEqual([{ steps: plan.steps.map(({ id }) => id) }]);
    expect(wavesOf({ waves: [], steps: [] })).toEqual([]);
    expect(wavesOf({ ...plan, waves: [{ name: "w", steps: [] }] })).toEqual([{ name: "w", steps: [] }]);
  });
});
