/**
 * With `--only`, resources that are not selected are neither changed nor recorded as applied, also if they had to be
 * read.
 */

import { expect, test } from "vitest";
import { leftBehind } from "../../src/apply/incomplete.ts";
import type { Address } from "../../src/model/address.ts";
import { stage } from "../servers/virtual-time/run.ts";

const networks = (text: string) => ({
  "desired-state/n.yaml": `target: cloud\norganization: Acme\nnetworks:\n${text}`,
});

const seed = {
  organizations: [
    { id: "O_1", name: "Acme", networks: [{ name: "Berlin", tags: ["a"], ssids: { 0: { name: "Corp" } } }] },
  ],
};

const only = (...addresses: readonly Address[]) => ({
  only: (address: Address) => addresses.includes(address),
});

test("an SSID alone is applied: its network, whose change is still to come, keeps its base", async () => {
  const on = stage({
    seed,
    files: networks("  b: { name: Berlin, tags: [b], ssids: { 0: { name: New } } }\n"),
  });
  const { desired } = on.context;
  const base = on.load(networks("  b: { name: Berlin, tags: [a], ssids: { 0: { name: Corp } } }\n"));
  const request = { base, ...only("cloud/ssid/b.0") };
  const made = await on.plan(request);
  expect(made.plan.steps.map(({ id }) => id)).toEqual(["update cloud/ssid/b.0"]);
  const { settled } = await on.apply(made);
  const { plan, snapshot } = made;
  const sides = { desired, committed: desired, base: { desired: base, commitOf: () => "before" } };
  expect(leftBehind({ ...sides, plan, snapshot, settled, only: request.only })).toEqual([
    { address: "cloud/network/b", because: "excluded", commit: "before" },
  ]);
});

test("a network alone is not removed while an SSID goes with it that nobody asked for", async () => {
  const on = stage({ seed, files: networks("  other: { name: Other }\n") });
  const base = on.load(networks("  b: { name: Berlin, ssids: { 0: { name: Corp, protect: true } } }\n"));
  const { plan } = await on.plan({ base, prune: true, ...only("cloud/network/b") });
  expect(plan.steps).toEqual([]);
  expect(plan.unwritable).toMatchObject([{ address: "cloud/network/b", because: "cloud/ssid/b.0" }]);
});

test("an object alone is not created without its tenant, which nobody asked for", async () => {
  const tenants = "target: fabric\ntenants: { Edge: {} }\n";
  const objects = "managedObjects: { uni/tn-Edge/ctx-main: { class: fvCtx } }\n";
  const on = stage({ seed: {}, files: { "desired-state/f.yaml": tenants + objects } });
  const { plan } = await on.plan(only("fabric/managedObject/uni/tn-Edge/ctx-main"));
  expect(plan.steps).toEqual([]);
  expect(plan.unwritable).toMatchObject([
    { address: "fabric/managedObject/uni/tn-Edge/ctx-main", because: "fabric/tenant/Edge" },
  ]);
});
