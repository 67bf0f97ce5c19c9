/** With `--only`, a plan contains only the selected resources. Changes that the plan only shows need no approval. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import type { Comparison } from "../../src/model/change.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization, ssid, tenant } from "../properties/declared.ts";
import { idsOf, planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const live = { "cloud/organization/Acme": present({}, { id: "o1" }) };

describe("of two resources of which there is something to tell, one of them asked for,", () => {
  const asked: Address = "cloud/ssid/berlin.0";
  const other: Address = "cloud/ssid/berlin.1";
  const both = [asked, other].map((address) => ({ address }));
  const secrets = both.map(({ address }) => ({ address, path: "/password" as const, desired: "env:A" }));
  const comparison: Comparison = {
    threeWay: true,
    changes: [],
    unknown: [],
    impossible: both.map((one) => ({ ...one, action: "update" as const, reason: "it would have to move" })),
    unverifiable: both.map((one) => ({ ...one, path: "/password" as const })),
    released: both.map((one) => ({ ...one, path: "/vlan" as const })),
    ignored: both.map((one) => ({ ...one, path: "/notes" as const })),
    unmanaged: [],
    takenOver: [asked, other],
    secretsTakenOver: secrets,
    perhapsRenamed: both.map((one) => ({ ...one, identity: "new", live: "old" })),
    converged: 0,
  };
  const moves = both.map((one) => ({ ...one, was: "cloud/ssid/oslo.0" as Address }));
  const planned = (only?: (address: Address) => boolean) => planOf({ live: {}, comparison, moves, only });
  const toldOf = (made: ReturnType<typeof planOf>) => ({
    unwritable: made.unwritable.map(({ address }) => address),
    unverifiable: made.unverifiable.map(({ address }) => address),
    released: made.released.map(({ address }) => address),
    takenOver: made.takenOver,
    secretsTakenOver: made.secretsTakenOver.map(({ address }) => address),
    perhapsRenamed: made.perhapsRenamed.map(({ address }) => address),
    moved: made.moved.map(({ address }) => address),
    ignored: made.ignored,
  });
  const tellingOf = (addresses: readonly Address[]) => ({
    unwritable: addresses,
    unverifiable: addresses,
    released: addresses,
    takenOver: addresses,
    secretsTakenOver: addresses,
    perhapsRenamed: addresses,
    moved: addresses,
    ignored: addresses.length,
  });

  test("that one is told of and the other is not; without a choice both are", () => {
    expect(toldOf(planned((address) => address === asked))).toEqual(tellingOf([asked]));
    expect(toldOf(planned())).toEqual(tellingOf([asked, other]));
  });

  test("the fingerprint is that of the one: what was not asked for is not approved with it", () => {
    const one = planned((address) => address === asked).fingerprint;
    expect(one).not.toBe(planned().fingerprint);
    expect(one).not.toBe(planned((address) => address === other).fingerprint);
  });
});

test("a plan without moved keys says that none has moved", () => {
  expect(planOf({ desired: [acme], live }).moved).toEqual([]);
});

test("only removals are kept without --prune: what is made is made", () => {
  const oslo = network("oslo", { name: "Oslo" });
  const there = {
    ...live,
    "cloud/network/berlin": present({ name: "Berlin" }),
    "cloud/network/oslo": absent,
  };
  const made = planOf({ desired: [acme, oslo], base: [acme, berlin], live: there, prune: false });
  expect(made.kept).toEqual(["cloud/network/berlin"]);
  expect(idsOf(made)).toEqual(["create cloud/network/oslo"]);
});

describe("a kind that an interface only shows", () => {
  const shown = { tenant: { create: "none", update: "none", remove: "none" } };
  const of = (x: number) => ({
    desired: [acme, berlin, tenant("A", { x })],
    live: { ...live, "cloud/network/berlin": absent, "fabric/tenant/A": present({ x: 1 }) },
  });

  test("differs as expected, and its difference needs no approval", () => {
    const differs = planOf(of(2), shown);
    expect(differs.unwritable).toMatchObject([{ address: "fabric/tenant/A", expected: true }]);
    expect(differs.unwritable[0]?.reason).toContain("cannot change a tenant");
    expect(differs.fingerprint).toBe(planOf(of(1), shown).fingerprint);
  });

  test.each(["create", "update", "remove"])("is another than one of which %s works", (operation) => {
    const some = { tenant: { ...shown.tenant, update: "none", [operation]: "shown" } };
    const differs = planOf(of(2), some);
    if (operation === "update") expect(idsOf(differs)).toContain("update fabric/tenant/A");
    else {
      expect(differs.unwritable).toMatchObject([{ address: "fabric/tenant/A" }]);
      expect(differs.unwritable[0]).not.toHaveProperty("expected");
    }
    expect(differs.fingerprint).not.toBe(planOf(of(1), some).fingerprint);
  });
});

test("a kind of which a product says nothing cannot be written, and its difference needs an approval", () => {
  const mute = (x: number) =>
    planOf({
      desired: [tenant("A", { x })],
      live: { "fabric/tenant/A": present({ x: 1 }) },
      facts: new Map(),
    });
  const differs = mute(2);
  expect(differs.steps).toEqual([]);
  expect(differs.unwritable).toMatchObject([{ address: "fabric/tenant/A", action: "update" }]);
  expect(differs.unwritable[0]).not.toHaveProperty("expected");
  expect(differs.fingerprint).not.toBe(mute(1).fingerprint);
});

describe("what is removed along with what it is in", () => {
  test("stands behind it by address, whatever the order in which it was found", () => {
    const inside = ["c", "a", "b"].map((key) => ssid(`berlin.${key}`, { vlan: 1 }));
    const there = Object.fromEntries(inside.map(({ address }) => [address, present({ vlan: 1 })]));
    const comparison: Comparison = {
      threeWay: true,
      ...{ unknown: [], impossible: [], unverifiable: [], released: [], ignored: [], unmanaged: [] },
      ...{ takenOver: [], secretsTakenOver: [], perhapsRenamed: [], converged: 0 },
      changes: [berlin, ...inside].map((base) => ({
        action: "remove",
        cause: "pending",
        address: base.address,
        base,
        live: { value: base.value },
      })),
    };
    const of = { desired: [acme], base: [acme, berlin, ...inside], live: { ...live, ...there }, comparison };
    expect(planOf(of, { ssid: { remove: "none" } }).steps.map(({ because }) => because)).toEqual([
      ["cloud/network/berlin", "cloud/ssid/berlin.a", "cloud/ssid/berlin.b", "cloud/ssid/berlin.c"],
    ]);
  });
});
