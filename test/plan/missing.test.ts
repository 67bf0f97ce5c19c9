/** Missing parents of declared resources that cannot be created. They are marked, and are always listed. */

import { expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import { missingScopes } from "../../src/report/missing-scopes.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization, ssid } from "../properties/declared.ts";
import { planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const inside = [ssid("berlin.0", { name: "a" }), ssid("berlin.1", { name: "b" })];
const desired = [acme, berlin, ...inside];
const gone = Object.fromEntries([berlin, ...inside].map(({ address }) => [address, absent]));
const there = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const noCreate = { network: { create: "none" } } as const;
const of = (made: ReturnType<typeof planOf>) =>
  missingScopes(made).map(({ scope: { address }, waiting }) => [address, waiting]);

test("what is only read is, with all that waits for it", () => {
  const live = { ...gone, "cloud/organization/Acme": absent };
  const made = planOf({ desired, live });
  expect(of(made)).toEqual([["cloud/organization/Acme", 3]]);
  const only = (address: Address) => address === "cloud/ssid/berlin.1";
  const narrowed = planOf({ desired, live, only });
  expect(of(narrowed)).toEqual([["cloud/organization/Acme", 0]]);
  expect(narrowed.unwritable.map(({ address }) => address)).toEqual([
    "cloud/organization/Acme",
    "cloud/ssid/berlin.1",
  ]);
  expect(planOf({ desired, live, only: () => false }).unwritable).toEqual([]);
});

test("what its interface cannot create is where something waits for it, and else only cannot be written", () => {
  const made = planOf({ desired, live: { ...there, ...gone } }, noCreate);
  expect(of(made)).toEqual([["cloud/network/berlin", 2]]);
  const alone = planOf({ desired: [acme, berlin], live: { ...there, [berlin.address]: absent } }, noCreate);
  expect(alone.unwritable).toMatchObject([{ address: "cloud/network/berlin", action: "create" }]);
  expect(of(alone)).toEqual([]);
});

test("what is made, and what is there, is not", () => {
  expect(of(planOf({ desired, live: { ...there, ...gone } }))).toEqual([]);
  expect(
    of(planOf({ desired, live: { ...there, ...gone, [berlin.address]: present({ name: "Berlin" }) } })),
  ).toEqual([]);
});
