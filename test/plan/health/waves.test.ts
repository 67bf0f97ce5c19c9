/**
 * Waves: which change belongs to which wave, the order of the waves, and the effect of a failed wave on later waves.
 */

import { describe, expect, test } from "vitest";
import type { HealthReading, HealthSettings, WaveSettings } from "../../../src/model/health.ts";
import type { Json } from "../../../src/model/json.ts";
import { absent, present } from "../../properties/compared.ts";
import { network, organization, port, ssid, tenant } from "../../properties/declared.ts";
import { idsOf, planOf } from "../../properties/planned.ts";

const acme = organization("Acme");
const root = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const old = (name: string) => present({ name, tz: "old" }, { id: name });
const office = (name: string, more: { site?: string; tags?: readonly string[] } = {}) => {
  const { site, tags = [] } = more;
  return network(name, { name, tz: "new", tags }, site === undefined ? {} : { site });
};
const live = {
  ...root,
  "cloud/network/berlin": old("berlin"),
  "cloud/network/paris": old("paris"),
  "cloud/network/rome": old("rome"),
  "cloud/ssid/rome.0": present({ vlan: 1 }),
  "routers/port/rtr-1.Gi1": present({ up: false }),
};
const wavesIn = ({ waves }: ReturnType<typeof planOf>) => waves.map(({ name, steps }) => [name, ...steps]);

const settings: HealthSettings = {
  controller: "campus",
  bound: 50,
  scale: [0, 100],
  settleSeconds: 30,
  sites: {},
  exempt: ["fabric"],
};
const scores = (of: Readonly<Record<string, number>>): HealthReading => ({
  sites: { state: "whole", records: Object.entries(of).map(([site, score]) => ({ site, score })) },
});

describe("waves", () => {
  test("take steps by site, tag and key; what is in something goes with it; the rest comes last", () => {
    const desired = [
      acme,
      office("berlin"),
      office("paris", { site: "Paris" }),
      office("rome", { tags: ["emea"] }),
      ssid("rome.0", { vlan: 2 }),
      port("rtr-1.Gi1", { up: true }, { scope: { host: "10.20.0.1", device: "rtr-1" } }),
    ];
    const waves: readonly WaveSettings[] = [
      { name: "first", tags: ["emea"] },
      { name: "second", keys: ["rtr-?", "rtr-1"] },
      { name: "nobody", sites: ["Oslo"] },
      { name: "fourth", sites: ["Paris"], keys: ["x*"] },
    ];
    const plan = planOf({ desired, live, waves });
    expect(wavesIn(plan)).toEqual([
      ["first", "update cloud/network/rome", "update cloud/ssid/rome.0"],
      ["second", "update routers/port/rtr-1.Gi1"],
      ["fourth", "update cloud/network/paris"],
      ["the rest", "update cloud/network/berlin"],
    ]);
    expect(idsOf(plan)).toEqual(plan.waves.flatMap(({ steps }) => steps));
    expect(plan.fingerprint).toBe(planOf({ desired, live }).fingerprint);
  });

  test("go by the tags that Git declares, also where somebody else's are let be: what is in it goes with it", () => {
    const rome = network("rome", { name: "rome", tz: "new", tags: ["emea"] }, { ignored: ["/tags"] });
    const theirs = present({ name: "rome", tz: "old", tags: ["pilot"] }, { id: "rome" });
    const waves: readonly WaveSettings[] = [
      { name: "first", tags: ["emea"] },
      { name: "second", tags: ["pilot"] },
    ];
    const plan = planOf({
      desired: [acme, rome, ssid("rome.0", { vlan: 2 })],
      live: { ...live, "cloud/network/rome": theirs },
      waves,
    });
    expect(wavesIn(plan)).toEqual([["first", "update cloud/network/rome", "update cloud/ssid/rome.0"]]);
  });

  test("never put a step before what it needs: it goes with its prerequisite", () => {
    const desired = [acme, network("lyon", { name: "lyon" }), ssid("lyon.0", { vlan: 1 }), office("berlin")];
    const missing = { ...live, "cloud/network/lyon": absent, "cloud/ssid/lyon.0": absent };
    const waves = [
      { name: "wireless", keys: ["lyon.0"] },
      { name: "wired", keys: ["lyon"] },
    ];
    expect(wavesIn(planOf({ desired, live: missing, waves }))).toEqual([
      ["wired", "create cloud/network/lyon", "create cloud/ssid/lyon.0"],
      ["the rest", "update cloud/network/berlin"],
    ]);
  });

  test("are empty in a plan when the project has none", () => {
    expect(planOf({ desired: [acme, office("berlin")], live }).waves).toEqual([]);
  });

  test("cost a wait and a reading each, and the lists of networks are read in each", () => {
    const desired = [acme, office("berlin", { site: "Berlin" }), office("paris", { site: "Paris" })];
    const waves = [{ name: "canary", sites: ["Berlin"] }];
    const health = { settings, reading: scores({ Berlin: 90, Paris: 90 }) };
    const { cost } = planOf({ desired, live, waves, health });
    expect(cost).toMatchObject([
      { target: "campus", writes: 0, verification: 2, settleSeconds: 60 },
      { target: "cloud", writes: 2, verification: 4 },
    ]);
    expect(cost[0]?.seconds).toBeGreaterThan(60);
  });
});

test("what is removed a wave before the network that it is in is read again after its own wave", () => {
  const office = network("berlin", { name: "berlin" });
  const guests = ssid("berlin.0", { name: "Guests" });
  const there = {
    [office.address]: present({ name: "berlin" }),
    [guests.address]: present({ name: "Guests" }),
  };
  const removal = { desired: [acme], base: [acme, office, guests], live: { ...live, ...there } };
  const verified = (waves: readonly WaveSettings[]) => planOf({ ...removal, waves }).cost[0]?.verification;
  // Each removal needs a read when the wave begins, and one right before it is sent. Afterwards the networks are read
  // once.
  expect(verified([])).toBe(5);
  expect(verified([{ name: "wireless", keys: ["berlin.0"] }])).toBe(6);
});

describe("an earlier wave that is not well", () => {
  const desired = [acme, office("berlin", { site: "Berlin" }), office("paris", { site: "Paris" })];
  const waves = [{ name: "canary", sites: ["Berlin"] }];
  const planned = (reading: HealthReading, more: Partial<Parameters<typeof planOf>[0]> = {}) =>
    planOf({ desired, live, waves, health: { settings, reading }, ...more });

  test("keeps the later ones back when nothing of it goes: there is no canary without one", () => {
    const plan = planned(scores({ Berlin: 10, Paris: 90 }));
    expect(plan.steps).toEqual([]);
    expect(plan.held.map(({ address, reason }) => [address, reason])).toEqual([
      ["cloud/network/berlin", "site Berlin has health 10, below 50"],
      ["cloud/network/paris", "wave canary comes first, and site Berlin has health 10, below 50"],
    ]);
  });

  test("keeps them back when an earlier apply has carried it out", () => {
    const done = { ...live, "cloud/network/berlin": present({ name: "berlin", tz: "new", tags: [] }) };
    expect(planned(scores({ Berlin: 10, Paris: 90 }), { live: done }).held).toMatchObject([
      { address: "cloud/network/paris", site: "Berlin" },
    ]);
    expect(idsOf(planned(scores({ Berlin: 50, Paris: 90 }), { live: done }))).toEqual([
      "update cloud/network/paris",
    ]);
  });

  test("does not keep them back while some of it goes: then it is judged after that", () => {
    const two = [{ name: "canary", sites: ["Berlin", "Rome"] }];
    const plan = planned(scores({ Berlin: 10, Rome: 90, Paris: 90 }), {
      waves: two,
      desired: [...desired, office("rome", { site: "Rome" })],
    });
    expect(idsOf(plan)).toEqual(["update cloud/network/rome", "update cloud/network/paris"]);
  });

  test("does not keep back targets that are exempt", () => {
    const of = { ...live, "fabric/tenant/A": present({ x: 1 }) };
    const plan = planned(scores({ Berlin: 10 }), { desired: [...desired, tenant("A", { x: 2 })], live: of });
    expect(idsOf(plan)).toEqual(["update fabric/tenant/A"]);
  });

  test("keeps the later ones back for what of it is held, also where the wave names no site", () => {
    const byKey = [{ name: "canary", keys: ["berlin"] }];
    expect(planned(scores({ Berlin: 10, Paris: 90 }), { waves: byKey }).held).toMatchObject([
      { address: "cloud/network/berlin", reason: "site Berlin has health 10, below 50" },
      {
        address: "cloud/network/paris",
        reason: "wave canary comes first, and site Berlin has health 10, below 50",
      },
    ]);
  });

  test("keeps nothing back of the waves before it, nor for what is held in later ones", () => {
    const three = [
      { name: "first", keys: ["rome"] },
      { name: "second", keys: ["berlin"] },
    ];
    const all = [...desired, office("rome", { site: "Rome" })];
    const plan = planned(scores({ Berlin: 10, Paris: 90, Rome: 90 }), { waves: three, desired: all });
    expect(idsOf(plan)).toEqual(["update cloud/network/rome"]);
    expect(plan.held.map(({ address }) => address)).toEqual(["cloud/network/berlin", "cloud/network/paris"]);
    const later = planned(scores({ Berlin: 90, Paris: 10, Rome: 90 }), { waves: three, desired: all });
    expect(idsOf(later)).toEqual(["update cloud/network/rome", "update cloud/network/berlin"]);
    expect(later.held.map(({ reason }) => reason)).toEqual(["site Paris has health 10, below 50"]);
  });
});

describe("tags", () => {
  const tagged = (tags: readonly Json[]) => network("berlin", { name: "berlin", tz: "new", tags });
  const nameOf = (tags: readonly Json[], ...of: readonly string[]) =>
    planOf({ desired: [acme, tagged(tags)], live, waves: [{ name: "first", tags: of }] }).waves[0]?.name;

  test("one of several is enough, and what is no text is none", () => {
    expect(nameOf(["emea"], "pilot", "emea")).toBe("first");
    expect(nameOf(["emea", "lab"], "lab")).toBe("first");
    expect(nameOf([7, "emea"], "emea")).toBe("first");
    expect(nameOf(["emea"], "apac", "pilot")).toBe("the rest");
  });

  test("in base decide of what is removed: Git says nothing of it any more", () => {
    const plan = planOf({
      ...{ desired: [acme], base: [acme, tagged(["emea"])], live },
      waves: [{ name: "first", tags: ["emea"] }],
    });
    expect(wavesIn(plan)).toEqual([["first", "remove cloud/network/berlin"]]);
  });
});
