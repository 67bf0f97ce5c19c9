/** Why a change is held: a conflict, a field that only a create accepts, or a dependency in either direction. */

import { describe, expect, test } from "vitest";
import type { HealthSettings } from "../../src/model/health.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { absent, present, unknown } from "../properties/compared.ts";
import { managedObject, network, organization, ssid, tenant } from "../properties/declared.ts";
import { factsOf, idsOf, planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const wireless = ssid("berlin.0", { vlan: 1 });
const live = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const everything = {
  ...live,
  "cloud/network/berlin": present({ name: "Berlin" }),
  "cloud/ssid/berlin.0": present({ vlan: 1 }),
};

const held = (made: ReturnType<typeof planOf>) =>
  made.unwritable.map(({ address, action, because }) => [`${action} ${address}`, because]);

describe("a change in conflict", () => {
  const of = {
    desired: [acme, network("berlin", { tz: "mine" })],
    base: [acme, network("berlin", { tz: "was" })],
    live: { ...live, "cloud/network/berlin": present({ tz: "theirs" }) },
  };

  test("is held, with both ways out", () => {
    for (const onConflict of [undefined, "hold"] as const) {
      const made = planOf({ ...of, onConflict });
      expect(made.steps).toEqual([]);
      expect(made.unwritable).toMatchObject([
        {
          address: "cloud/network/berlin",
          reason: expect.stringMatching(/trueup adopt`, or apply with --on-conflict overwrite/),
        },
      ]);
    }
  });

  test("is written where that is to be overwritten", () => {
    expect(idsOf(planOf({ ...of, onConflict: "overwrite" }))).toEqual(["update cloud/network/berlin"]);
  });

  test("that no interface could write is told so, and to overwrite is no way out", () => {
    const made = planOf(of, { network: { update: "none" } });
    expect(made.unwritable[0]?.reason).toMatch(
      /changed it since the last apply: .*trueup adopt`; .*cannot change/,
    );
    expect(made.unwritable[0]?.reason).not.toContain("overwrite");
  });

  test("keeps no other change from being written", () => {
    const made = planOf({
      ...of,
      desired: [...of.desired, network("oslo", { tz: "new" })],
      live: { ...of.live, "cloud/network/oslo": present({ tz: "old" }) },
    });
    expect(idsOf(made)).toEqual(["update cloud/network/oslo"]);
  });
});

describe("a field that only a create takes", () => {
  const facts = ((): ReadonlyMap<string, TargetFacts> => {
    const all = new Map(factsOf());
    const own = all.get("cloud");
    const kind = own?.kinds.get("network");
    if (!own || !kind) throw new Error("no network");
    const fixed = { ...kind, createOnly: ["/mode", "/region"] } as const;
    return all.set("cloud", { ...own, kinds: new Map([...own.kinds, ["network", fixed]]) });
  })();
  const planned = (value: object, was: object | undefined) =>
    planOf({
      desired: [acme, network("berlin", { ...value })],
      live: { ...live, "cloud/network/berlin": was === undefined ? absent : present({ ...was }) },
      facts,
    });

  test("is created, and then changed by no update: the reason names it, and what is below it", () => {
    expect(idsOf(planned({ mode: "a" }, undefined))).toEqual(["create cloud/network/berlin"]);
    const changed = planned({ mode: { deep: 1 }, tz: "new" }, { mode: { deep: 2 }, tz: "old" });
    expect(changed.steps).toEqual([]);
    expect(changed.unwritable[0]?.reason).toMatch(/^\/mode can only be set by a create/);
    const both = planned({ mode: 1, region: 1 }, { mode: 2, region: 2 });
    expect(both.unwritable[0]?.reason).toMatch(/^\/mode, \/region can only be set by a create/);
  });

  test("keeps no update of other fields from being written, where it is as declared", () => {
    expect(idsOf(planned({ mode: 1, tz: "new" }, { mode: 1, tz: "old" }))).toEqual([
      "update cloud/network/berlin",
    ]);
    expect(idsOf(planned({ modes: 1 }, { modes: 2 }))).toEqual(["update cloud/network/berlin"]);
  });

  test("keeps no removal from being carried out", () => {
    const made = planOf({
      desired: [acme],
      base: [acme, network("berlin", { mode: 1 })],
      live: { ...live, "cloud/network/berlin": present({ mode: 1 }) },
      facts,
    });
    expect(idsOf(made)).toEqual(["remove cloud/network/berlin"]);
  });
});

describe("an update", () => {
  test("of what is in something goes on where that cannot be changed: it is there all the same", () => {
    const desired = [acme, network("berlin", { name: "Berlin", tz: "new" }), ssid("berlin.0", { vlan: 2 })];
    const made = planOf({ desired, live: everything }, { network: { update: "none" } });
    expect(idsOf(made)).toEqual(["update cloud/ssid/berlin.0"]);
  });

  test("of an object that is there needs no tenant that can be read", () => {
    const desired = [tenant("A"), managedObject("uni/tn-A/ap-1", { x: 2 })];
    const made = planOf({
      desired,
      live: { "fabric/tenant/A": unknown, "fabric/managedObject/uni/tn-A/ap-1": present({ x: 1 }) },
    });
    expect(idsOf(made)).toEqual(["update fabric/managedObject/uni/tn-A/ap-1"]);
  });

  test("waits for what it names where that cannot be made or read", () => {
    const naming = ssid("oslo.0", { uplink: "berlin" }, { refersTo: { "/uplink": "network" } });
    const oslo = network("oslo", { name: "Oslo" });
    const there = { ...live, "cloud/network/oslo": present({ name: "Oslo" }) };
    const desired = [acme, berlin, oslo, naming];
    const before = { ...there, "cloud/ssid/oslo.0": present({ uplink: "" }) };
    const unread = planOf({ desired, live: { ...before, "cloud/network/berlin": unknown } });
    expect(held(unread)).toEqual([["update cloud/ssid/oslo.0", "cloud/network/berlin"]]);
    const never = planOf(
      { desired, live: { ...before, "cloud/network/berlin": absent } },
      { network: { create: "none" } },
    );
    expect(held(never)).toContainEqual(["update cloud/ssid/oslo.0", "cloud/network/berlin"]);
  });
});

describe("a removal", () => {
  const path = "uni/tn-A/ap-1";
  const [outer, inner, innermost] = [
    managedObject(path),
    managedObject(`${path}/epg`),
    managedObject(`${path}/epg/x`),
  ];
  const there = Object.fromEntries(
    [tenant("A"), outer, inner, innermost].map(({ address }) => [address, present({})]),
  );

  test("of an object that no interface removes keeps its tenant, which is not its parent", () => {
    const made = planOf(
      { desired: [], base: [tenant("A"), outer], live: there },
      { managedObject: { remove: "none" } },
    );
    expect(made.steps).toEqual([]);
    expect(held(made)).toEqual([
      [`remove ${outer.address}`, undefined],
      ["remove fabric/tenant/A", outer.address],
    ]);
  });

  test("that is not asked for keeps all that it is in, and each says what is nearest to it", () => {
    const made = planOf({
      ...{ desired: [], base: [outer, inner, innermost], live: there },
      only: (address) => address !== innermost.address,
    });
    expect(made.steps).toEqual([]);
    expect(held(made)).toEqual([
      [`remove ${outer.address}`, inner.address],
      [`remove ${inner.address}`, innermost.address],
    ]);
  });

  test("waits for each of several that are in it: one that stays is enough", () => {
    const [first, second] = [ssid("berlin.0", { vlan: 1 }), ssid("berlin.1", { vlan: 1 }, { protect: true })];
    const both = { ...everything, "cloud/ssid/berlin.1": present({ vlan: 1 }) };
    const made = planOf({ desired: [acme], base: [acme, berlin, first, second], live: both });
    expect(idsOf(made)).toEqual(["remove cloud/ssid/berlin.0"]);
    expect(held(made)).toContainEqual(["remove cloud/network/berlin", "cloud/ssid/berlin.1"]);
  });

  test("goes on where what cannot be read was protected and is elsewhere", () => {
    const kept = ssid("oslo.0", { vlan: 1 }, { protect: true });
    const oslo = network("oslo", { name: "Oslo" });
    const seen = {
      ...everything,
      "cloud/network/oslo": present({ name: "Oslo" }),
      "cloud/ssid/oslo.0": unknown,
    };
    const made = planOf({ desired: [acme, oslo], base: [acme, berlin, wireless, oslo, kept], live: seen });
    expect(idsOf(made)).toEqual(["remove cloud/ssid/berlin.0", "remove cloud/network/berlin"]);
  });

  test("goes on where what cannot be read is declared still, or base is not known", () => {
    const kept = ssid("berlin.0", { vlan: 1 }, { protect: true });
    const of = {
      desired: [acme, network("berlin", { tz: "new" }), kept],
      live: { ...everything, "cloud/ssid/berlin.0": unknown },
    };
    expect(idsOf(planOf(of))).toEqual(["update cloud/network/berlin"]);
    expect(idsOf(planOf({ ...of, base: [acme, berlin, kept] }))).toEqual(["update cloud/network/berlin"]);
  });
});

describe("where health holds a network back that is to go,", () => {
  const settings: HealthSettings = {
    ...{ controller: "campus", bound: 50, scale: [0, 100], settleSeconds: 30, sites: {}, exempt: [] },
  };
  const reading = { sites: { state: "whole", records: [{ site: "Berlin", score: 10 }] } } as const;
  const ill = network("berlin", { name: "Berlin" }, { site: "Berlin" });
  const of = { desired: [acme], base: [acme, ill, wireless], health: { settings, reading } };

  test("an SSID that goes by itself, and is at no site, goes", () => {
    const made = planOf({ ...of, live: everything });
    expect(idsOf(made)).toEqual(["remove cloud/ssid/berlin.0"]);
    expect(made.held.map(({ address }) => address)).toEqual(["cloud/network/berlin"]);
  });

  test("an SSID that would go along with it is held with it", () => {
    const along = planOf({ ...of, live: everything }, { ssid: { remove: "none" } });
    expect(along.steps).toEqual([]);
    expect(along.held).toMatchObject([
      { address: "cloud/network/berlin", reason: "site Berlin has health 10, below 50" },
      { address: "cloud/ssid/berlin.0", because: "cloud/network/berlin" },
    ]);
  });
});
