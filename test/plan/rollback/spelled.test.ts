/** What a rollback compares: spellings of the server, containers that exist, texts, and members that are sent along. */

import { describe, expect, test } from "vitest";
import { absent, present } from "../../properties/compared.ts";
import { hostname, network, organization, port, ssid } from "../../properties/declared.ts";
import { leftIn, stepsOf, wayBack } from "./way-back.ts";

const acme = organization("Acme");
const org = { "cloud/organization/Acme": present({}, { id: "o1" }) };

describe("what was made and the server spells otherwise", () => {
  const berlin = network("berlin", { name: "Berlin", tz: "utc", vlan: 1 });
  const back = (value: Parameters<typeof present>[0]) =>
    wayBack({
      desired: [acme, berlin],
      before: { ...org, "cloud/network/berlin": absent },
      now: { ...org, "cloud/network/berlin": present(value, { id: "n1" }) },
      spelled: [{ address: berlin.address, path: "/tz", desired: "utc", live: "UTC" } as never],
    });

  test("is as it was made, and goes", () => {
    expect(stepsOf(back({ name: "Berlin", tz: "UTC", vlan: 1 }))).toEqual([
      ["remove cloud/network/berlin", []],
    ]);
  });

  test.each([
    { name: "Bonn", tz: "UTC", vlan: 1 },
    { name: "Berlin", tz: "UTC" },
    { name: "Berlin", tz: "CET", vlan: 1 },
    { name: "Berlin", tz: "UTC", vlan: { id: 1 } },
  ])("and was changed in any field since stays: %j", (value) => {
    const made = back(value);
    expect(made.plan.steps).toEqual([]);
    expect(leftIn(made)).toEqual({ "cloud/network/berlin": "someone has changed it since" });
  });
});

describe("a field that was not set, in something that was there,", () => {
  const at = port("r1.eth0", { qos: { in: { rate: 5 }, out: 1 } });
  const back = (before: Parameters<typeof present>[0]) =>
    wayBack({
      desired: [at],
      before: { [at.address]: present(before) },
      now: { [at.address]: present({ qos: { in: { rate: 5 }, out: 1 } }) },
      sentWhole: ["port"],
    }).plan.changes.flatMap((change) => (change.action === "update" ? change.differences : []));

  test("goes by itself, and what was there stays", () => {
    expect(back({ qos: { in: {}, out: 1 } })).toEqual([
      { path: "/qos/in/rate", cause: "drift", desired: undefined, live: 5 },
    ]);
    expect(back({ qos: { out: 1 } })).toEqual([
      { path: "/qos/in", cause: "drift", desired: undefined, live: { rate: 5 } },
    ]);
  });
});

test("a text that was removed is made again as that text", () => {
  const name = hostname("r1", "edge-1");
  const { plan } = wayBack({
    ...{ desired: [], base: [name], before: { [name.address]: present("edge-1") } },
    now: { [name.address]: absent },
  });
  expect(plan.changes).toMatchObject([{ action: "create", desired: { value: "edge-1" } }]);
});

test("what went along with what it is in is made again after that", () => {
  const outer = { ...organization("Bonn"), observed: false };
  const inner = { ...network("berlin", { name: "Berlin" }), parent: outer.address };
  const beside = tenantless("oslo");
  const there = {
    [outer.address]: present({}),
    [inner.address]: present({ name: "Berlin" }),
    [beside.address]: present({ name: "oslo" }),
  };
  const back = wayBack({
    ...{ desired: [], base: [outer, inner, beside], before: there },
    now: { [outer.address]: absent, [inner.address]: absent, [beside.address]: absent },
    operations: { network: { remove: "none" } },
  });
  expect(stepsOf(back)).toEqual([
    [`create ${outer.address}`, []],
    [`create ${inner.address}`, [`create ${outer.address}`]],
    [`create ${beside.address}`, [`create ${outer.address}`]],
  ]);

  function tenantless(key: string) {
    return { ...network(key, { name: key }), parent: outer.address };
  }
});

test("what is gone already is not told as something that stays with what it is in", () => {
  const berlin = network("berlin", { name: "Berlin", note: "new" });
  const back = wayBack({
    desired: [acme, berlin, ssid("berlin.0", { vlan: 1 })],
    before: { ...org, "cloud/network/berlin": present({ name: "Berlin" }), "cloud/ssid/berlin.0": absent },
    now: { "cloud/network/berlin": present({ name: "Berlin", note: "new" }), "cloud/ssid/berlin.0": absent },
  });
  expect(Object.keys(leftIn(back))).toEqual(["cloud/network/berlin"]);
});
