/** A target's report on its devices: a list that could not be read completely is no list. */

import { expect, test } from "vitest";
import type { Driver, ReadReply } from "../../src/drivers/contract/contract.ts";
import { readStatus } from "../../src/observe/status.ts";
import { driverFor } from "../drivers/opened.ts";
import { failed, scripted, whole } from "../properties/scripted.ts";

const { signal } = new AbortController();
const organizations = whole(
  { kind: "organization", identity: "Acme", id: "o1" },
  { kind: "organization", identity: "Other", id: "o2" },
);
const one = whole({ kind: "device", identity: "Q1", id: "Q1", value: { serial: "Q1" } });
const two = whole({ kind: "device", identity: "Q2", id: "Q2", value: { serial: "Q2" } });

function statusOf(script: Readonly<Record<string, ReadReply>>) {
  const own = driverFor("dashboard");
  const driver: Driver = { ...own, health: undefined };
  const target = scripted(script, { driver });
  return readStatus(target, { range: undefined }, signal);
}

test("the devices of all organizations are listed, each with its organization", async () => {
  const { devices, problems } = await statusOf({ organizations, "devices o1": one, "devices o2": two });
  expect(devices).toEqual([
    { organization: "Acme", serial: "Q1" },
    { organization: "Other", serial: "Q2" },
  ]);
  expect(problems).toEqual([]);
});

test.each<[string, Readonly<Record<string, ReadReply>>]>([
  ["the first organization", { organizations, "devices o1": failed("answered 500"), "devices o2": two }],
  ["the last organization", { organizations, "devices o1": one, "devices o2": failed("answered 500") }],
  ["the organizations", { organizations: failed("answered 500") }],
])("no list of devices is shown if that of %s cannot be read", async (_, script) => {
  const { devices, problems } = await statusOf(script);
  expect(devices).toBeUndefined();
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("answered 500")]);
});
