/** How a rollback restores fields that the run has changed, and resources that it has removed. */

import { describe, expect, test } from "vitest";
import { absent, present, unknown } from "../../properties/compared.ts";
import { hostname, network, organization, port, ssid } from "../../properties/declared.ts";
import { leftIn, stepsOf, type WayBack, wayBack } from "./way-back.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin", tz: "UTC" });
const org = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const was = present({ name: "Berlin", tz: "CET", note: "old" }, { id: "n1" });
const now = present({ name: "Berlin", tz: "UTC", note: "new" }, { id: "n1" });
const updated: WayBack = {
  desired: [acme, berlin],
  before: { ...org, "cloud/network/berlin": was },
  now: { "cloud/network/berlin": now },
};

/** Returns the only change of a rollback. */
function changeOf(of: WayBack) {
  const { plan, desired } = wayBack(of);
  const [change, another] = plan.changes;
  if (!change || another) throw new Error("not one change");
  return { change, desired };
}

/** Returns the values that the rollback of an update writes. */
function setBackOf(of: WayBack) {
  const { change, desired } = changeOf(of);
  if (change.action !== "update") throw new Error(`a ${change.action}`);
  expect(desired.resources.get(change.address)).toEqual(change.desired);
  const { value, ownership, identity } = change.desired;
  return { value, ownership, identity, differences: change.differences };
}

describe("a changed field", () => {
  test("is written as it was, and nothing else is", () => {
    expect(setBackOf(updated)).toEqual({
      value: { name: "Berlin", tz: "CET" },
      ownership: "declared",
      identity: "Berlin",
      differences: [{ path: "/tz", cause: "drift", desired: "CET", live: "UTC" }],
    });
    expect(stepsOf(wayBack(updated))).toEqual([["update cloud/network/berlin", []]]);
    expect(wayBack(updated).left).toEqual([]);
  });

  test("goes out over what is live now", () => {
    const { change } = changeOf(updated);
    expect(change).toMatchObject({ live: { value: { note: "new" }, id: "n1" } });
  });

  test("is expected in the server's spelling", () => {
    const spelled = [{ address: berlin.address, path: "/tz", live: "utc", likely: "case" as const }];
    expect(setBackOf({ ...updated, spelled }).differences).toEqual([
      { path: "/tz", cause: "drift", desired: "CET", live: "utc" },
    ]);
  });

  test("is restored beside one that cannot be, which the server spells differently", () => {
    const unset = present({ name: "Berlin", note: "old" }, { id: "n1" });
    const both = network("berlin", { name: "Berlin", tz: "UTC", note: "new" });
    const of: WayBack = {
      ...updated,
      desired: [acme, both],
      before: { ...org, "cloud/network/berlin": unset },
      now: { "cloud/network/berlin": present({ name: "Berlin", tz: "utc", note: "new" }, { id: "n1" }) },
      spelled: [{ address: berlin.address, path: "/tz", desired: "UTC", live: "utc", likely: "case" }],
    };
    const { value, differences } = setBackOf(of);
    expect(value).toEqual({ name: "Berlin", note: "old" });
    expect(differences).toMatchObject([{ path: "/note", desired: "old", live: "new" }]);
  });

  test("stays where what it belongs to is gone, or cannot be read", () => {
    const at = (each: typeof absent | typeof unknown) =>
      wayBack({ ...updated, now: { "cloud/network/berlin": each } });
    expect(leftIn(at(absent))).toEqual({ "cloud/network/berlin": "someone has removed it since" });
    expect(at(absent).plan.steps).toEqual([]);
    expect(leftIn(at(unknown))).toEqual({ "cloud/network/berlin": "it could no longer be read" });
  });

  test("that cannot be read does not hold what was made before it", () => {
    const wireless = ssid("berlin.0", { vlan: 1 });
    const back = wayBack({
      desired: [acme, berlin, wireless],
      before: { ...updated.before, "cloud/ssid/berlin.0": absent },
      now: { "cloud/network/berlin": unknown, "cloud/ssid/berlin.0": present({ vlan: 1 }) },
    });
    expect(stepsOf(back)).toEqual([["remove cloud/ssid/berlin.0", []]]);
  });

  test("perhaps written is set back all the same: the look before it shows what is there", () => {
    expect(setBackOf({ ...updated, uncertain: ["cloud/network/berlin"] }).value).toEqual({
      name: "Berlin",
      tz: "CET",
    });
  });
});

test("a name goes back, and what is called so again is found by that name", () => {
  const renamed = network("berlin", { name: "Berlin" });
  const back = setBackOf({
    desired: [acme, renamed],
    before: { ...org, "cloud/network/berlin": present({ name: "Bonn" }, { id: "n1" }) },
    now: { "cloud/network/berlin": present({ name: "Berlin" }, { id: "n1" }) },
  });
  expect([back.value, back.identity]).toEqual([{ name: "Bonn" }, "Bonn"]);
});

describe("a field that was not there", () => {
  const one = port("r1.eth0", { mtu: 9000, qos: { in: { rate: 5 } } });
  const other = port("r1.eth1", { mtu: 1500 });
  const bare = {
    "routers/port/r1.eth0": present({ mtu: 1500, note: "x" }),
    "routers/port/r1.eth1": present({ mtu: 1500 }),
  };
  const wide = {
    ...bare,
    "routers/port/r1.eth0": present({ mtu: 9000, note: "x", qos: { in: { rate: 5 } } }),
  };
  const of: WayBack = { desired: [one, other], before: bare, now: wide };

  test("cannot be unset where trees are not sent whole: the rest goes back, and it is named", () => {
    expect(setBackOf(of)).toMatchObject({
      value: { mtu: 1500, qos: { in: { rate: 5 } } },
      ownership: "declared",
      differences: [{ path: "/mtu", desired: 1500, live: 9000 }],
    });
    expect(leftIn(wayBack(of))).toEqual({
      "routers/port/r1.eth0": expect.stringContaining("was not set before, and cannot be unset"),
    });
  });

  test("goes by omission where trees are sent whole: the outermost that was not there, once", () => {
    const back = setBackOf({ ...of, sentWhole: ["port"] });
    expect(back).toEqual({
      value: { mtu: 1500, note: "x" },
      ownership: "exclusive",
      identity: one.identity,
      differences: [
        { path: "/mtu", cause: "drift", desired: 1500, live: 9000 },
        { path: "/qos", cause: "drift", desired: undefined, live: { in: { rate: 5 } } },
      ],
    });
    expect(wayBack({ ...of, sentWhole: ["port"] }).left).toEqual([]);
  });

  test("alone leaves nothing to write back, and says so", () => {
    const back = wayBack({
      desired: [hostname("r1", { a: 1 })],
      before: { "routers/hostname/r1": present({}) },
      now: { "routers/hostname/r1": present({ a: 1 }) },
    });
    expect(back.plan.steps).toEqual([]);
    expect(leftIn(back)).toEqual({
      "routers/hostname/r1": "/a was not set before, and cannot be unset",
    });
  });
});

describe("what a look found and a run finished, since its create had no reply", () => {
  const wireless = ssid("berlin.0", { vlan: 1 });
  const desired = [acme, berlin, wireless];
  const made = { ...org, "cloud/network/berlin": absent, "cloud/ssid/berlin.0": absent };
  const there = { "cloud/network/berlin": now, "cloud/ssid/berlin.0": present({ vlan: 1 }) };
  /**
   * Turns the create of the address `which` into an update. The create may have been carried out, and a read has found
   * another value.
   */
  const foundElse =
    (which: string): NonNullable<WayBack["sentAs"]> =>
    (written) =>
      written.step.address !== which
        ? written
        : {
            ...written,
            changes: [
              {
                action: "update",
                address: written.step.address,
                desired: which.includes("ssid") ? wireless : berlin,
                live: { value: { vlan: 2 } },
                differences: [{ path: "/vlan", desired: 1, live: 2, cause: "drift" }],
              },
            ],
          };

  test("stays, since it may be somebody else's", () => {
    const back = wayBack({ desired, before: made, now: there, sentAs: foundElse("cloud/network/berlin") });
    expect(leftIn(back)).toEqual({
      "cloud/network/berlin": "it is unknown whether this run created it",
    });
  });

  test("is this run's in a network that this run made: removed, or gone with it", () => {
    const of = { desired, before: made, now: there, sentAs: foundElse("cloud/ssid/berlin.0") };
    expect(stepsOf(wayBack(of))).toEqual([
      ["remove cloud/ssid/berlin.0", []],
      ["remove cloud/network/berlin", ["remove cloud/ssid/berlin.0"]],
    ]);
    const back = wayBack({ ...of, operations: { ssid: { remove: "none" } } });
    expect(stepsOf(back)).toEqual([["remove cloud/network/berlin", []]]);
    expect(back.left).toEqual([]);
  });
});

describe("what was removed", () => {
  const note = network("berlin", { name: "Berlin", tz: "UTC", note: "base" });
  const removed: WayBack = {
    desired: [acme],
    base: [acme, note],
    before: { ...org, "cloud/network/berlin": present({ name: "Berlin", tz: "CET", more: 1 }, { id: "n1" }) },
    now: { "cloud/network/berlin": absent },
  };

  test("is made again with what was declared of it, as it was live; what live lacked is as in base", () => {
    const { change, desired } = changeOf(removed);
    expect(change).toEqual({
      action: "create",
      address: note.address,
      cause: "drift",
      desired: { ...note, value: { name: "Berlin", tz: "CET", note: "base" } },
    });
    expect([...desired.resources.keys()]).toContain("cloud/network/berlin");
    expect(stepsOf(wayBack(removed))).toEqual([["create cloud/network/berlin", []]]);
  });

  test("and is there again needs nothing if it may never have gone; else somebody made it", () => {
    const there = { ...removed, now: { "cloud/network/berlin": now } };
    expect(leftIn(wayBack(there))).toEqual({ "cloud/network/berlin": "someone created it again" });
    const perhaps = wayBack({ ...there, uncertain: ["cloud/network/berlin"] });
    expect([perhaps.plan.steps, perhaps.left]).toEqual([[], []]);
  });

  test("with a secret, or where nothing can make it, is not made again, and says why", () => {
    const back = wayBack({ ...removed, operations: { network: { create: "none" } } });
    expect(back.plan.steps).toEqual([]);
    expect(leftIn(back)).toEqual({ "cloud/network/berlin": "this interface cannot create it" });
  });

  test("is made again after what it is in, which was removed after it", () => {
    const inner = network("berlin", { name: "Berlin" });
    const outer = { ...organization("Bonn"), observed: false };
    const within = { ...inner, parent: outer.address };
    const sides = { [outer.address]: present({}, { id: "o" }), [inner.address]: present({ name: "Berlin" }) };
    const gone = { [outer.address]: absent, [inner.address]: absent };
    expect(stepsOf(wayBack({ desired: [], base: [outer, within], before: sides, now: gone }))).toEqual([
      [`create ${outer.address}`, []],
      [`create ${inner.address}`, [`create ${outer.address}`]],
    ]);
  });
});
