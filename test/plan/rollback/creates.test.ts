/** What a rollback does with resources that the run has created. */

import { describe, expect, test } from "vitest";
import { address } from "../../../src/model/address.ts";
import { absent, present, unknown } from "../../properties/compared.ts";
import { managedObject, network, organization, ssid } from "../../properties/declared.ts";
import { leftIn, stepsOf, wayBack } from "./way-back.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin", tz: "UTC" });
const wireless = ssid("berlin.0", { vlan: 1, password: "$SECRET" });
const org = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const none = { ...org, "cloud/network/berlin": absent, "cloud/ssid/berlin.0": absent };
const berlinNow = present({ name: "Berlin", tz: "UTC", added: 1 }, { id: "n1" });
const wirelessNow = present({ vlan: 1 }, { id: "s1" });
const made = { "cloud/network/berlin": berlinNow, "cloud/ssid/berlin.0": wirelessNow };
const desired = [acme, berlin, wireless];
const both = { desired, before: none, now: made };

describe("what was made", () => {
  test("is removed, the last first, and what the way back makes live has it no more", () => {
    const back = wayBack(both);
    expect(stepsOf(back)).toEqual([
      ["remove cloud/ssid/berlin.0", []],
      ["remove cloud/network/berlin", ["remove cloud/ssid/berlin.0"]],
    ]);
    expect(back.left).toEqual([]);
    expect([...back.desired.resources.keys()]).toEqual(["cloud/organization/Acme"]);
    expect(back.plan.waves).toEqual([]);
  });

  test("each step says what it removes, for what, and with what was live of it", () => {
    const { plan } = wayBack({ ...both, desired: [acme, berlin] });
    expect(plan.steps).toEqual([
      {
        id: "remove cloud/network/berlin",
        operation: "remove",
        address: "cloud/network/berlin",
        target: "cloud",
        kind: "network",
        because: ["cloud/network/berlin"],
        after: [],
        assumed: false,
        exclusive: undefined,
      },
    ]);
    expect(plan.changes).toEqual([
      {
        action: "remove",
        address: "cloud/network/berlin",
        base: berlin,
        live: berlinNow.state === "present" && berlinNow.value,
        cause: "drift",
      },
    ]);
  });

  test("and is gone already needs nothing, whether or not it was certainly made", () => {
    for (const uncertain of [[], ["cloud/network/berlin", "cloud/ssid/berlin.0"]]) {
      const back = wayBack({ ...both, now: none, uncertain });
      expect([back.plan.steps, back.left]).toEqual([[], []]);
    }
  });

  test("and cannot be read stays, with all that it is in, each with its reason", () => {
    const now = { ...made, "cloud/ssid/berlin.0": unknown };
    expect(leftIn(wayBack({ ...both, now }))).toEqual({
      "cloud/ssid/berlin.0": "it could no longer be read",
      "cloud/network/berlin": "cloud/ssid/berlin.0 was written after it, and is not rolled back",
    });
    const uncertain = ["cloud/ssid/berlin.0"];
    expect(leftIn(wayBack({ ...both, now, uncertain }))).toMatchObject({
      "cloud/ssid/berlin.0": "it is unknown whether this change was applied",
    });
  });

  test("and was not looked at stays too", () => {
    const { "cloud/ssid/berlin.0": _, ...now } = made;
    expect(leftIn(wayBack({ ...both, now }))["cloud/ssid/berlin.0"]).toBe("it could no longer be read");
  });

  test("and somebody has changed since stays, with what it is in", () => {
    const now = { ...made, "cloud/ssid/berlin.0": present({ vlan: 7 }) };
    const back = wayBack({ ...both, now });
    expect(leftIn(back)).toEqual({
      "cloud/ssid/berlin.0": "someone has changed it since",
      "cloud/network/berlin": "cloud/ssid/berlin.0 was written after it, and is not rolled back",
    });
    expect(back.plan.steps).toEqual([]);
    expect(back.desired.resources.size).toBe(3);
  });

  test("and lacks a declared field now was changed; fields beside and secrets do not count", () => {
    const now = { ...made, "cloud/network/berlin": present({ name: "Berlin", added: 1 }) };
    const back = wayBack({ ...both, now });
    expect(leftIn(back)).toEqual({ "cloud/network/berlin": "someone has changed it since" });
    expect(stepsOf(back)).toEqual([["remove cloud/ssid/berlin.0", []]]);
  });

  test("is held deeper inside too: a nested field and a list count as they were declared", () => {
    const deep = network("berlin", { name: "Berlin", radio: { band: 5, power: [1, 2] } });
    const seen = (radio: object) =>
      leftIn(
        wayBack({
          desired: [acme, deep],
          before: none,
          now: { "cloud/network/berlin": present({ name: "Berlin", radio: radio as never }) },
        }),
      );
    expect(seen({ band: 5, power: [1, 2], more: true })).toEqual({});
    const changed = { "cloud/network/berlin": "someone has changed it since" };
    expect(seen({ band: 6, power: [1, 2] })).toEqual(changed);
    expect(seen({ band: 5, power: [2, 1] })).toEqual(changed);
    expect(seen({ band: 5 })).toEqual(changed);
  });

  test("and the server spells otherwise is as it was made, for this address and field alone", () => {
    const now = { "cloud/network/berlin": present({ name: "Berlin", tz: "Etc/UTC" }) };
    const spelled = (of: string, live: string) => [
      { address: address("cloud", "network", of), path: "/tz", live, likely: "case" as const },
    ];
    const leftWith = (all: ReturnType<typeof spelled>) =>
      leftIn(wayBack({ desired: [acme, berlin], before: none, now, spelled: all }));
    expect(leftWith(spelled("berlin", "Etc/UTC"))).toEqual({});
    const changed = { "cloud/network/berlin": "someone has changed it since" };
    expect(leftWith(spelled("bonn", "Etc/UTC"))).toEqual(changed);
    expect(leftWith(spelled("berlin", "Etc/GMT"))).toEqual(changed);
  });

  test("inside something new is as it was read after the run, whatever its spelling", () => {
    const now = { ...made, "cloud/ssid/berlin.0": present({ vlan: 7 }) };
    const other = { address: wireless.address, path: "/vlan", live: 7, likely: "server default" } as const;
    expect(leftIn(wayBack({ ...both, now, verified: [other] }))).toEqual({});
    expect(leftIn(wayBack({ ...both, now, spelled: [other] }))).not.toEqual({});
    const old = { ...none, "cloud/network/berlin": berlinNow };
    expect(leftIn(wayBack({ ...both, before: old, now, spelled: [other] }))).toEqual({});
    expect(leftIn(wayBack({ ...both, before: old, now, verified: [other] }))).not.toEqual({});
  });
});

describe("what nothing can remove by itself", () => {
  const operations = { ssid: { remove: "none" } } as const;

  test("goes with the new network that it is in: no step, and nothing stays", () => {
    const back = wayBack({ ...both, operations });
    expect(stepsOf(back)).toEqual([["remove cloud/network/berlin", []]]);
    expect(back.left).toEqual([]);
  });

  test("stays in a network that was there before", () => {
    const before = { ...none, "cloud/network/berlin": berlinNow };
    const back = wayBack({ ...both, before, operations });
    expect(leftIn(back)).toEqual({ "cloud/ssid/berlin.0": "this interface cannot remove it" });
    expect(back.plan.steps).toEqual([]);
  });

  test("stays with a new network that somebody changed: both are told", () => {
    const now = { ...made, "cloud/network/berlin": present({ name: "Bonn", tz: "UTC" }) };
    expect(leftIn(wayBack({ ...both, operations, now }))).toEqual({
      "cloud/network/berlin": "someone has changed it since",
      "cloud/ssid/berlin.0": "its parent cloud/network/berlin stays",
    });
  });

  test("keeps a network that cannot be removed, and says so of the network", () => {
    const fixed = { network: { remove: "none" } } as const;
    const back = wayBack({ ...both, operations: fixed });
    expect(leftIn(back)).toEqual({ "cloud/network/berlin": "this interface cannot remove it" });
    expect(stepsOf(back)).toEqual([["remove cloud/ssid/berlin.0", []]]);
  });
});

test("what is protected stays, and so does all that it was made in", () => {
  const path = "uni/tn-A/ap-1";
  const outer = managedObject(path);
  const inner = managedObject(`${path}/epg-1`, {}, { protect: true });
  const addresses = [outer, inner].map((each) => each.address);
  const back = wayBack({
    desired: [outer, inner],
    before: Object.fromEntries(addresses.map((each) => [each, absent])),
    now: Object.fromEntries(addresses.map((each) => [each, present({})])),
  });
  expect(back.plan.steps).toEqual([]);
  expect(leftIn(back)).toEqual({
    [outer.address]: `${inner.address}, its child, is protected`,
    [inner.address]: expect.stringContaining("protect"),
  });
});
