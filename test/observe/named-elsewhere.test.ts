/**
 * References to a resource that Git declares in another organization, or that has replaced the resource referred to
 * before.
 */

import { expect, test } from "vitest";
import { stage } from "../servers/virtual-time/run.ts";

const office = { id: "L_1", name: "Office" };
const depot = { id: "L_2", name: "Depot" };
const ap = { serial: "Q2-1", name: "ap", model: "MR46" };

/** Returns an organization's file, with networks by key. */
const networks = (organization: string, all: string) =>
  `target: cloud\norganization: ${organization}\nnetworks: { ${all} }\n`;
const device = (network: string, name = "ap") =>
  `target: cloud\norganization: Acme\ndevices: { ap: { serial: Q2-1, name: ${name}, network: ${network} } }\n`;

function plannedOf(desired: readonly string[], base: readonly string[], globex: readonly object[] = []) {
  const named = (texts: readonly string[]) =>
    Object.fromEntries(texts.map((text, at) => [`desired-state/${at}.yaml`, text]));
  const on = stage({
    files: named(desired),
    seed: {
      organizations: [
        { id: "O_1", name: "Acme", networks: [{ ...office, devices: [ap] }, depot] },
        { id: "O_2", name: "Globex", networks: globex as (typeof depot)[] },
      ],
    },
  });
  return on.plan({ base: on.load(named(base)) });
}

const both = networks("Acme", "office: { name: Office }, depot: { name: Depot }");
const apart = [networks("Acme", "depot: { name: Depot }"), networks("Globex", "office: { name: Office }")];

test("a device in a network that is declared elsewhere, and cannot be moved, is where it was", async () => {
  const { plan } = await plannedOf([...apart, device("office")], [both, device("office")]);
  expect(plan.changes).toEqual([]);
  expect(plan.unwritable).toMatchObject([{ address: "cloud/network/office", action: "update" }]);
});

test("a device that leaves such a network was moved by nobody else: that is no conflict", async () => {
  const { plan } = await plannedOf([...apart, device("depot")], [both, device("office")]);
  expect(plan.changes).toMatchObject([
    {
      address: "cloud/dashboardDevice/ap",
      differences: [{ path: "/network", desired: "depot", base: "office", live: "office", cause: "pending" }],
    },
  ]);
  expect(plan.steps.map(({ id }) => id)).toEqual(["update cloud/dashboardDevice/ap"]);
});

test("a device that goes to a network of another organization was moved by nobody else", async () => {
  const files = [networks("Acme", "office: { name: Office }"), networks("Globex", "plant: { name: Plant }")];
  const plant = { id: "L_3", name: "Plant" };
  const { plan } = await plannedOf([...files, device("plant")], [...files, device("office")], [plant]);
  expect(plan.changes).toMatchObject([
    {
      differences: [{ path: "/network", desired: "plant", base: "office", live: "office", cause: "pending" }],
    },
  ]);
});

test("where the other organization has one of that name, that is meant, and the device is not in it", async () => {
  const files = [networks("Acme", "depot: { name: Depot }"), networks("Globex", "office: { name: Office }")];
  const there = [{ id: "L_3", name: "Office" }];
  const { plan } = await plannedOf([...files, device("office")], [both, device("office")], there);
  expect(plan.changes).toMatchObject([{ differences: [{ path: "/network", live: { id: "L_1" } }] }]);
});
