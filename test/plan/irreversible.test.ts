/** Which steps are marked because they cannot be rolled back, completely or in part, and why. */

import { describe, expect, test } from "vitest";
import type { Change } from "../../src/model/change.ts";
import { isRestorable, isUnseen } from "../../src/plan/irreversible.ts";
import { absent, compared, present } from "../properties/compared.ts";
import { managedObject, network, organization, ssid, tenant } from "../properties/declared.ts";
import { factsOf, planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const live = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const berlinLive = { "cloud/network/berlin": present({ name: "Berlin" }, { id: "n1" }) };

/**
 * Returns, for each step, the reason why it cannot be rolled back. The reason is undefined if the step can be rolled
 * back.
 */
const marksOf = (...of: Parameters<typeof planOf>) =>
  Object.fromEntries(planOf(...of).steps.map(({ id, irreversible }) => [id, irreversible]));

describe("what is made", () => {
  const made = { desired: [acme, berlin, ssid("berlin.0", { vlan: 1 })] };
  const nothing = { ...live, "cloud/network/berlin": absent, "cloud/ssid/berlin.0": absent };

  test("can be removed again; where no interface can remove it, it stays", () => {
    expect(marksOf({ ...made, live: nothing })).toEqual({
      "create cloud/network/berlin": undefined,
      "create cloud/ssid/berlin.0": undefined,
    });
    expect(marksOf({ ...made, live: nothing }, { network: { remove: "none" } })).toEqual({
      "create cloud/network/berlin": "this interface cannot remove it",
      "create cloud/ssid/berlin.0": undefined,
    });
  });

  test("goes with what it was made in, but not with what was there before", () => {
    const none = { ssid: { remove: "none" } };
    expect(marksOf({ ...made, live: nothing }, none)).toEqual({
      "create cloud/network/berlin": undefined,
      "create cloud/ssid/berlin.0": undefined,
    });
    expect(marksOf({ ...made, live: { ...nothing, ...berlinLive } }, none)).toEqual({
      "create cloud/ssid/berlin.0": "this interface cannot remove it",
    });
  });

  test("and is protected keeps all that it is in, however deep, and nothing beside", () => {
    const path = "uni/tn-A/ap-web";
    const desired = [
      tenant("A"),
      managedObject(path),
      managedObject(`${path}/epg-1`, {}, { protect: true }),
      tenant("B"),
    ];
    const missing = Object.fromEntries(desired.map(({ address }) => [address, absent]));
    const inside = (deep: string) => `fabric/managedObject/${path}/${deep}, its child, is protected`;
    expect(marksOf({ desired, live: missing })).toEqual({
      "create fabric/tenant/A": inside("epg-1"),
      "create fabric/tenant/B": undefined,
      [`create fabric/managedObject/${path}`]: inside("epg-1"),
      [`create fabric/managedObject/${path}/epg-1`]: expect.stringContaining("protect"),
    });
  });

  test("in something that a protected part keeps does not go with it", () => {
    const desired = [acme, berlin, ssid("berlin.0", { vlan: 1 }, { protect: true }), ssid("berlin.1", {})];
    const missing = { ...nothing, "cloud/ssid/berlin.1": absent };
    expect(marksOf({ desired, live: missing }, { ssid: { remove: "none" } })).toMatchObject({
      "create cloud/network/berlin": "cloud/ssid/berlin.0, its child, is protected",
      "create cloud/ssid/berlin.1": "this interface cannot remove it",
    });
  });

  test("in something that is protected itself does not go with it", () => {
    const desired = [acme, network("berlin", {}, { protect: true }), ssid("berlin.1", {})];
    const missing = { ...nothing, "cloud/ssid/berlin.1": absent };
    expect(marksOf({ desired, live: missing }, { ssid: { remove: "none" } })).toMatchObject({
      "create cloud/network/berlin": expect.stringContaining("it is protected"),
      "create cloud/ssid/berlin.1": "this interface cannot remove it",
    });
  });
});

describe("what is removed", () => {
  const base = [acme, berlin, ssid("berlin.0", { vlan: 1 })];
  const unseen = "it is unknown whether it has a secret";
  const there = { ...live, ...berlinLive, "cloud/ssid/berlin.0": present({ vlan: 1 }) };

  test("can be made again, unless its kind has a secret or the interface cannot make it", () => {
    expect(marksOf({ desired: [acme], base, live: there })).toEqual({
      "remove cloud/ssid/berlin.0": unseen,
      "remove cloud/network/berlin": undefined,
    });
    const locked = [acme, berlin, ssid("berlin.0", { vlan: 1, password: "secret:own" })];
    expect(marksOf({ desired: [acme], base: locked, live: there })).toMatchObject({
      "remove cloud/ssid/berlin.0": "its secret cannot be read",
    });
    const none = { network: { create: "none" } };
    expect(marksOf({ desired: [acme], base: [acme, berlin], live: there }, none)).toEqual({
      "remove cloud/network/berlin": "this interface cannot create it",
    });
  });

  test("along with what it is in is named in the mark of that step, and a reason stands once", () => {
    const two = [...base, ssid("berlin.1", { vlan: 2 })];
    const both = { ...there, "cloud/ssid/berlin.1": present({ vlan: 2 }) };
    expect(marksOf({ desired: [acme], base: two, live: both }, { ssid: { remove: "none" } })).toEqual({
      "remove cloud/network/berlin": `cloud/ssid/berlin.0, cloud/ssid/berlin.1: ${unseen}`,
    });
  });
});

describe("a field that is written", () => {
  const wireless = (value: object, more = {}) => ssid("berlin.0", { ...value }, more);
  const changed = (desired: ReturnType<typeof ssid>, value: object) =>
    marksOf({
      desired: [acme, berlin, desired],
      live: { ...live, ...berlinLive, "cloud/ssid/berlin.0": present({ ...value }) },
    })["update cloud/ssid/berlin.0"];

  test("can be put back where its value was seen", () => {
    expect(changed(wireless({ vlan: 1 }), { vlan: 2 })).toBeUndefined();
  });

  test("and was not set before cannot be unset: all such are named, and a secret apart", () => {
    const unset = "/band, /vlan was not set before, and cannot be unset";
    expect(changed(wireless({ vlan: 1, band: 5, x: 1 }), { x: 2 })).toBe(unset);
    const rotated = planOf({
      desired: [acme, berlin, wireless({ vlan: 1, password: "secret:new" }, { rotated: ["/password"] })],
      base: [acme, berlin, wireless({ password: "secret:old" })],
      live: { ...live, ...berlinLive, "cloud/ssid/berlin.0": present({}) },
    }).steps.map(({ irreversible }) => irreversible);
    expect(rotated).toEqual(["its secret cannot be read; /vlan was not set before, and cannot be unset"]);
  });

  test("of a kind that is sent whole can be unset too, a secret never", () => {
    const facts = factsOf();
    const cloud = facts.get("cloud");
    const kind = cloud?.kinds.get("ssid");
    const sentWhole = new Map(facts);
    if (cloud && kind)
      sentWhole.set("cloud", { ...cloud, kinds: new Map([["ssid", { ...kind, sentWhole: true }]]) });
    const of = wireless({ vlan: 1, password: "p" });
    const unset = (path: string) => ({ path, cause: "pending", desired: 1 }) as const;
    expect(isRestorable(of, unset("/vlan"), facts)).toBe(false);
    expect(isRestorable(of, unset("/vlan"), sentWhole)).toBe(true);
    expect(isRestorable(of, unset("/vlan"), new Map())).toBe(false);
    expect(isRestorable(of, { ...unset("/vlan"), live: 2 }, facts)).toBe(true);
    expect(isRestorable(of, { ...unset("/password"), live: 2 }, sentWhole)).toBe(false);
    const unknownKind = { ...of, kind: "other" };
    expect(isRestorable(unknownKind, unset("/vlan"), sentWhole)).toBe(false);
  });
});

test("an update of which only secrets are left to write cannot be seen by a look; any other can", () => {
  const of = ssid("berlin.0", { vlan: 1, password: "p" });
  const update = (...paths: readonly string[]): Change => ({
    action: "update",
    address: of.address,
    desired: of,
    live: { value: {} },
    differences: paths.map((path) => ({ path, cause: "pending", desired: 1 })),
  });
  expect(isUnseen(update("/password"))).toBe(true);
  expect(isUnseen(update("/password", "/vlan"))).toBe(false);
  const [create] = compared({ desired: [of], live: { [of.address]: absent } }).changes;
  expect(create?.action).toBe("create");
  expect(create && isUnseen(create)).toBe(false);
});
