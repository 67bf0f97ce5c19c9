/** The guard of protected resources. */

import { expect, test } from "vitest";
import { unconsented } from "../../../src/plan/guards/guards.ts";
import { present } from "../../properties/compared.ts";
import { network, organization, ssid } from "../../properties/declared.ts";
import { planOf } from "../../properties/planned.ts";

const acme = organization("Acme");
const live = {
  "cloud/organization/Acme": present({}, { id: "o1" }),
  "cloud/network/berlin": present({ name: "Berlin" }, { id: "n1" }),
  "cloud/ssid/berlin.0": present({ vlan: 1 }),
};

test("a protected resource's removal is refused, and no consent lets it pass", () => {
  const base = [acme, network("berlin", { name: "Berlin" }, { protect: true })];
  const plan = planOf({ desired: [acme], base, live });
  expect(plan.steps).toEqual([]);
  const [found] = unconsented(plan, [`protect@${plan.fingerprint}`]);
  expect(found).toMatchObject({ guard: "protect", addresses: ["cloud/network/berlin"] });
  expect(found?.consent).toBeUndefined();
  expect(found?.hint).toContain("first delete `protect: true` in Git");
});

test("so is that of what holds a protected resource", () => {
  const base = [
    acme,
    network("berlin", { name: "Berlin" }),
    ssid("berlin.0", { vlan: 1 }, { protect: true }),
  ];
  const plan = planOf({ desired: [acme], base, live });
  expect(plan.steps).toEqual([]);
  expect(plan.guards).toMatchObject([{ guard: "protect", addresses: ["cloud/ssid/berlin.0"] }]);
});

test("without prune it is kept, and nothing is refused", () => {
  const base = [acme, network("berlin", { name: "Berlin" }, { protect: true })];
  const plan = planOf({ desired: [acme], base, live, prune: false });
  expect(plan).toMatchObject({ guards: [], kept: ["cloud/network/berlin"] });
});

test("once base no longer protects it, it can go", () => {
  const base = [acme, network("berlin", { name: "Berlin" })];
  const plan = planOf({ desired: [acme], base, live });
  expect(plan.steps).toHaveLength(1);
  expect(plan.guards).toEqual([]);
});
