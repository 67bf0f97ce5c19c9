/** The titles of a plan's kinds, which people read. A kind has a title only if it differs from the kind's name. */

import { expect, test } from "vitest";
import { titlesOf } from "../../src/plan/plan.ts";
import { desiredOf, managedObject, network, organization, ssid, tenant } from "../properties/declared.ts";
import { factsOf } from "../properties/planned.ts";

const facts = factsOf();
const nothing = { desired: desiredOf(), base: undefined, unmanaged: [] };

test("a kind that is declared has its title where that is another word, in order, and each once", () => {
  const object = managedObject("uni/tn-A/ap-1");
  const desired = desiredOf(object, ssid("berlin.0", {}), ssid("berlin.1", {}), network("berlin", {}));
  const titles = titlesOf({ ...nothing, desired }, facts);
  expect(Object.entries(titles ?? {})).toEqual([
    ["cloud/ssid", "SSID"],
    ["fabric/managedObject", "managed object"],
  ]);
});

test("so has what only the base knows, and what is live and not managed", () => {
  const base = desiredOf(managedObject("uni/tn-A/ap-1"));
  const kept = { target: "cloud", kind: "ssid", identity: "0", scope: {} };
  expect(titlesOf({ ...nothing, base }, facts)).toEqual({ "fabric/managedObject": "managed object" });
  expect(titlesOf({ ...nothing, unmanaged: [kept] }, facts)).toEqual({ "cloud/ssid": "SSID" });
});

test("nothing is said where all are called as they are named, or nobody knows the target or the kind", () => {
  const desired = desiredOf(organization("Acme"), tenant("A"));
  expect(titlesOf({ ...nothing, desired }, facts)).toBeUndefined();
  expect(titlesOf(nothing, facts)).toBeUndefined();
  const wireless = desiredOf(ssid("berlin.0", {}));
  expect(titlesOf({ ...nothing, desired: wireless }, new Map())).toBeUndefined();
  const unknownKind = { target: "cloud", kind: "widget", identity: "0", scope: {} };
  expect(titlesOf({ ...nothing, unmanaged: [unknownKind] }, facts)).toBeUndefined();
});
