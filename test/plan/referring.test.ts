/**
 * A removal is held back while a remaining resource refers to the removed one. The message names the remaining
 * resource.
 */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource } from "../../src/model/live/snapshot.ts";
import { present, unknown } from "../properties/compared.ts";
import { network, organization, ssid } from "../properties/declared.ts";
import { idsOf, planOf } from "../properties/planned.ts";

const refersTo = { "/uplink": "network", "/others/*": "network" } as const;
const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const oslo = network("oslo", { name: "Oslo" });
const naming = (value: Json, more = {}) => ssid("oslo.0", value, { refersTo, ...more });
const there = (value: Json, more: Partial<LiveResource> = {}) => ({
  "cloud/organization/Acme": present({}, { id: "o1" }),
  "cloud/network/berlin": present({ name: "Berlin" }, { id: "o1/n1" }),
  "cloud/network/oslo": present({ name: "Oslo" }, { id: "o1/n2" }),
  "cloud/ssid/oslo.0": present(value, more),
});
const base = [acme, berlin, oslo, naming({ uplink: "berlin" })];

const held = (made: ReturnType<typeof planOf>) =>
  made.unwritable.map(({ address, action, because }) => [`${action} ${address}`, because]);
const waits = ["remove cloud/network/berlin", "cloud/ssid/oslo.0"];

describe("what is to go while something that stays refers to it", () => {
  test.each<[string, Json, Json]>([
    ["by its live id, in a field that nobody declares", { vlan: 1 }, { vlan: 1, uplink: "n1" }],
    ["by the whole chain of its ids", { vlan: 1 }, { vlan: 1, uplink: "o1/n1" }],
    ["in a list", { vlan: 1 }, { vlan: 1, others: ["n2", "n1"] }],
    ["while another field changes", { vlan: 1 }, { vlan: 2, uplink: "n1" }],
    ["beside another that is declared", { uplink: "oslo" }, { uplink: "oslo", others: [{ id: "n1" }] }],
    ["where keys stand instead of ids", { uplink: "oslo" }, { uplink: "oslo", others: ["berlin"] }],
    ["by its key, where Git now declares an empty list", { others: [] }, { others: [], uplink: "berlin" }],
  ])("%s, stays, and it is said who does and where", (_, declared, live) => {
    const made = planOf({ desired: [acme, oslo, naming(declared)], base, live: there(live) });
    expect(held(made)).toEqual([waits]);
    expect(made.unwritable[0]?.reason).toMatch(
      /^cloud\/ssid\/oslo\.0 still refers to it \((uplink|others\.\d)\): change that reference/,
    );
    expect(idsOf(made)).not.toContain("remove cloud/network/berlin");
  });

  const besideAnother = (like: string) =>
    planOf({
      desired: [acme, oslo, ssid("oslo.0", { vlan: 1 }, { refersTo: { "/like": "ssid" } })],
      base: [...base, ssid("berlin.7", { vlan: 1 })],
      live: {
        ...there({ vlan: 1, like }),
        "cloud/ssid/berlin.7": present({ vlan: 1 }, { id: "o1/n1/7" }),
      },
    });

  test("goes where the id is that of something of another kind, or in another place", () => {
    const made = besideAnother("7");
    expect(idsOf(made)).toEqual(["remove cloud/ssid/berlin.7", "remove cloud/network/berlin"]);
  });

  test("stays with all that it is in", () => {
    expect(held(besideAnother("o1/n1/7"))).toEqual([
      ["remove cloud/network/berlin", "cloud/ssid/berlin.7"],
      ["remove cloud/ssid/berlin.7", "cloud/ssid/oslo.0"],
    ]);
  });
});

describe("what is to go while something refers to it that is to name another,", () => {
  const of = { desired: [acme, oslo, naming({ uplink: "oslo" })], base, live: there({ uplink: "berlin" }) };

  test("goes after that", () => {
    const made = planOf(of);
    expect(made.unwritable).toEqual([]);
    expect(made.steps.at(-1)).toMatchObject({
      id: "remove cloud/network/berlin",
      after: ["update cloud/ssid/oslo.0"],
    });
  });

  test("goes after that where it is to name nothing", () => {
    const made = planOf({ ...of, desired: [acme, oslo, naming({ uplink: null })] });
    expect(made.unwritable).toEqual([]);
    expect(made.steps.at(-1)?.after).toEqual(["update cloud/ssid/oslo.0"]);
  });

  test("waits where that is in conflict", () => {
    const made = planOf({
      ...of,
      desired: [acme, oslo, naming({ uplink: "oslo" })],
      base: [acme, berlin, oslo, naming({ uplink: "" })],
    });
    expect(made.steps).toEqual([]);
    expect(held(made)).toContainEqual(waits);
    expect(made.unwritable[0]?.reason).toBe(
      "it waits for cloud/ssid/oslo.0: it refers to this resource, and cannot be changed",
    );
  });

  test("waits where that is not asked for", () => {
    const made = planOf({ ...of, only: (address) => address !== "cloud/ssid/oslo.0" });
    expect(held(made)).toEqual([waits]);
    expect(made.unwritable[0]?.reason).toMatch(/its change is not part of this plan$/);
  });

  test("waits for what is not asked for, also where another that refers to it waits for health", () => {
    const naming = (key: string, uplink: string) => ssid(key, { uplink }, { refersTo, site: "Oslo" });
    const two = (uplink: string) => [naming("oslo.0", uplink), naming("oslo.1", uplink)];
    const settings = { controller: "campus", bound: 50, scale: [0, 100], settleSeconds: 0 } as const;
    const reading = { sites: { state: "whole", records: [{ site: "Oslo", score: 10 }] } } as const;
    const made = planOf({
      desired: [acme, oslo, ...two("oslo")],
      base: [acme, berlin, oslo, ...two("berlin")],
      live: { ...there({ uplink: "berlin" }), "cloud/ssid/oslo.1": present({ uplink: "berlin" }) },
      only: (address) => address !== "cloud/ssid/oslo.1",
      health: { settings: { ...settings, sites: {}, exempt: [] }, reading },
    });
    expect(made.held.map(({ address }) => address)).toEqual(["cloud/ssid/oslo.0"]);
    expect(held(made)).toEqual([["remove cloud/network/berlin", "cloud/ssid/oslo.1"]]);
  });

  test("waits where that cannot be read, and base says that it refers to it", () => {
    const live = { ...of.live, "cloud/ssid/oslo.0": unknown };
    expect(held(planOf({ ...of, live }))).toEqual([waits]);
    const never = [acme, berlin, oslo, naming({ uplink: "oslo" })];
    expect(idsOf(planOf({ ...of, base: never, live }))).toEqual(["remove cloud/network/berlin"]);
  });
});

describe("what is to go with what refers to it", () => {
  const of = { desired: [acme, oslo], base, live: there({ uplink: "berlin" }) };
  const both = ["remove cloud/ssid/oslo.0", "remove cloud/network/berlin"];

  test("goes after that", () => {
    const made = planOf(of);
    expect(idsOf(made)).toEqual(both);
    expect(made.steps[1]?.after).toEqual(["remove cloud/ssid/oslo.0"]);
  });

  test("waits where that stays: protected, or not asked for", () => {
    const guarded = naming({ uplink: "berlin" }, { protect: true });
    const kept = planOf({ ...of, base: [acme, berlin, oslo, guarded] });
    expect(held(kept)).toContainEqual(waits);
    const apart = planOf({ ...of, only: (address) => address !== "cloud/ssid/oslo.0" });
    expect(held(apart)).toEqual([waits]);
  });

  test("goes where that is left, since no interface removes such", () => {
    const alone = planOf(of, { ssid: { remove: "none" } });
    expect(held(alone)).toEqual([["remove cloud/ssid/oslo.0", undefined]]);
    expect(idsOf(alone)).toEqual(["remove cloud/network/berlin"]);
    const along = planOf({ ...of, desired: [acme] }, { ssid: { remove: "none" } });
    expect(along.unwritable).toEqual([]);
    expect(idsOf(along)).toEqual(["remove cloud/network/berlin", "remove cloud/network/oslo"]);
  });

  test("goes where each refers to the other: no order helps, and nothing stays", () => {
    const mutual = { refersTo: { "/peer": "network" } } as const;
    const [a, b] = [network("a", { name: "a" }, mutual), network("b", { name: "b" }, mutual)];
    const made = planOf({
      desired: [acme],
      base: [acme, a, b],
      live: {
        "cloud/organization/Acme": present({}),
        "cloud/network/a": present({ name: "a", peer: "n2" }, { id: "n1" }),
        "cloud/network/b": present({ name: "b", peer: "n1" }, { id: "n2" }),
      },
    });
    expect(idsOf(made)).toEqual(["remove cloud/network/a", "remove cloud/network/b"]);
  });
});

test("without --prune nothing goes, and nothing waits", () => {
  const made = planOf({
    ...{ desired: [acme, oslo, naming({ vlan: 1 })], base, live: there({ vlan: 1, uplink: "n1" }) },
    prune: false,
  });
  expect(made.unwritable).toEqual([]);
  expect(made.kept).toEqual(["cloud/network/berlin"]);
});
