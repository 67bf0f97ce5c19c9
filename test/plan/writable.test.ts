/** Changes that no step can carry out, because an operation is missing or because they wait for other changes. */

import { expect, test } from "vitest";
import { absent, present, unknown } from "../properties/compared.ts";
import { managedObject, network, organization, port, ssid, tenant } from "../properties/declared.ts";
import { factsOf, idsOf, planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const wireless = ssid("berlin.0", { vlan: 1 });
const live = { "cloud/organization/Acme": present({}) };
const nothing = { ...live, "cloud/network/berlin": absent, "cloud/ssid/berlin.0": absent };
const everything = {
  ...live,
  "cloud/network/berlin": present({ name: "Berlin" }),
  "cloud/ssid/berlin.0": present({ vlan: 1 }),
};

const held = (made: ReturnType<typeof planOf>) =>
  made.unwritable.map(({ address, action, because }) => [`${action} ${address}`, because]);

test("a change without an operation is listed with what to do, and stays a change of the plan", () => {
  const desired = [port("r1.Gi9", { up: true })];
  const made = planOf({ desired, live: { "routers/port/r1.Gi9": absent } }, { port: { create: "none" } });
  expect(made.steps).toEqual([]);
  expect(made.changes).toHaveLength(1);
  expect(made.unwritable).toEqual([
    {
      address: "routers/port/r1.Gi9",
      action: "create",
      reason: expect.stringMatching(/does not exist.*cannot create a port.*plan again/),
      at: { file: "routers/port/r1.Gi9", line: 1, column: 1, layer: "entry" },
    },
  ]);
});

test.each([
  ["update" as const, { desired: [berlin], live: { "cloud/network/berlin": present({ name: "X" }) } }],
  ["remove" as const, { desired: [], base: [berlin], live: everything }],
])("an interface that cannot %s says so", (action, of) => {
  const made = planOf(of, { network: { [action]: "none" } });
  expect(idsOf(made)).toEqual([]);
  expect(made.unwritable).toMatchObject([
    { action, reason: expect.stringMatching(/cannot (change|remove) a network/) },
  ]);
});

test("the dialect's own reason is used where it has one", () => {
  const facts = factsOf({ port: { create: "none" } });
  const of = facts.get("routers");
  if (!of) throw new Error("no facts");
  const reasons = { port: { create: "a PUT to a missing port is answered 404" } };
  const made = planOf({
    desired: [port("r1.Gi9", {})],
    live: { "routers/port/r1.Gi9": absent },
    facts: new Map([["routers", { ...of, dialect: { ...of.dialect, reasons } }]]),
  });
  expect(made.unwritable[0]?.reason).toBe("a PUT to a missing port is answered 404");
});

test("what is in something that cannot be created waits for it; what exists elsewhere goes on", () => {
  const desired = [acme, berlin, wireless, network("oslo", { tz: "a" })];
  const of = { ...nothing, "cloud/network/oslo": present({ tz: "b" }) };
  const made = planOf({ desired, live: of }, { network: { create: "none" } });
  expect(idsOf(made)).toEqual(["update cloud/network/oslo"]);
  expect(held(made)).toEqual([
    ["create cloud/network/berlin", undefined],
    ["create cloud/ssid/berlin.0", "cloud/network/berlin"],
  ]);
});

test("an organization that is not there holds back all that is declared in it", () => {
  const made = planOf({
    desired: [acme, berlin, wireless],
    live: { ...nothing, "cloud/organization/Acme": absent },
  });
  expect(made.steps).toEqual([]);
  expect(held(made)).toEqual([
    ["create cloud/network/berlin", "cloud/organization/Acme"],
    ["create cloud/organization/Acme", undefined],
    ["create cloud/ssid/berlin.0", "cloud/network/berlin"],
  ]);
});

test("a network that would have to be moved holds back its SSIDs", () => {
  const moved = network("berlin", {}, { in: "Globex" });
  const made = planOf({ desired: [moved, wireless], base: [berlin, wireless], live: nothing });
  expect(held(made)).toEqual([
    ["update cloud/network/berlin", undefined],
    ["create cloud/ssid/berlin.0", "cloud/network/berlin"],
  ]);
});

test("nothing is created in, or changed in, something of which nothing is known", () => {
  for (const state of [absent, present({ vlan: 9 })]) {
    const made = planOf({
      desired: [acme, berlin, wireless],
      live: { ...live, "cloud/network/berlin": unknown, "cloud/ssid/berlin.0": state },
    });
    expect(made.steps).toEqual([]);
    expect(made.unwritable).toMatchObject([
      {
        address: "cloud/ssid/berlin.0",
        because: "cloud/network/berlin",
        reason: expect.stringContaining("its live state is unknown"),
      },
    ]);
  }
});

test("an object whose tenant is unknown or cannot be made is not created", () => {
  const desired = [tenant("A"), managedObject("uni/tn-A/ap-1"), managedObject("uni/tn-A/ap-1/epg-1")];
  const objects = {
    "fabric/managedObject/uni/tn-A/ap-1": absent,
    "fabric/managedObject/uni/tn-A/ap-1/epg-1": absent,
  };
  const lost = planOf({ desired, live: { ...objects, "fabric/tenant/A": unknown } });
  expect(held(lost)).toEqual([
    ["create fabric/managedObject/uni/tn-A/ap-1", "fabric/tenant/A"],
    ["create fabric/managedObject/uni/tn-A/ap-1/epg-1", "fabric/tenant/A"],
  ]);
  const stuck = planOf(
    { desired, live: { ...objects, "fabric/tenant/A": absent } },
    { tenant: { create: "none" } },
  );
  expect(stuck.steps).toEqual([]);
  expect(held(stuck)).toHaveLength(3);
});

test("with --only, what needs something that is not chosen waits for it", () => {
  const only = (address: string) => address === "cloud/ssid/berlin.0";
  const made = planOf({ desired: [acme, berlin, wireless], live: nothing, only });
  expect(made.steps).toEqual([]);
  expect(made.unwritable).toMatchObject([
    { because: "cloud/network/berlin", reason: expect.stringContaining("not part of this plan") },
  ]);
});

test("a removal without an operation goes with the removal of what it is in", () => {
  const made = planOf(
    { desired: [acme], base: [acme, berlin, wireless], live: everything },
    { ssid: { remove: "none" } },
  );
  expect(made.steps).toMatchObject([
    { id: "remove cloud/network/berlin", because: ["cloud/network/berlin", "cloud/ssid/berlin.0"] },
  ]);
  expect(made.unwritable).toEqual([]);
  expect(made.changes.map(({ address }) => address)).toEqual(["cloud/network/berlin", "cloud/ssid/berlin.0"]);
});

test("a removal without an operation whose parent stays cannot be written", () => {
  const made = planOf(
    { desired: [acme, berlin], base: [acme, berlin, wireless], live: everything },
    { ssid: { remove: "none" } },
  );
  expect(held(made)).toEqual([["remove cloud/ssid/berlin.0", undefined]]);
});

test("what is protected is not removed, nor what it is in", () => {
  const kept = ssid("berlin.0", { vlan: 1 }, { protect: true });
  for (const operations of [{}, { ssid: { remove: "none" } }]) {
    const made = planOf({ desired: [acme], base: [acme, berlin, kept], live: everything }, operations);
    expect(made.steps).toEqual([]);
    expect(held(made)).toEqual([
      ["remove cloud/network/berlin", "cloud/ssid/berlin.0"],
      ["remove cloud/ssid/berlin.0", undefined],
    ]);
    expect(made.unwritable[1]?.reason).toContain("protect: true");
  }
});

test("what holds something protected that cannot be read is not removed", () => {
  const desired = [acme];
  const live = { ...everything, "cloud/ssid/berlin.0": unknown };
  const plain = planOf({ desired, base: [acme, berlin, wireless], live });
  expect(idsOf(plain)).toEqual(["remove cloud/network/berlin"]);
  const kept = ssid("berlin.0", { vlan: 1 }, { protect: true });
  const made = planOf({ desired, base: [acme, berlin, kept], live });
  expect(made.steps).toEqual([]);
  expect(held(made)).toEqual([["remove cloud/network/berlin", "cloud/ssid/berlin.0"]]);
  expect(made.unwritable[0]?.reason).toMatch(/its live state is unknown.*protect: true/);
});

test("what holds something whose removal is not chosen is not removed", () => {
  const only = (address: string) => address === "cloud/network/berlin";
  const made = planOf({ desired: [acme], base: [acme, berlin, wireless], live: everything, only });
  expect(held(made)).toEqual([["remove cloud/network/berlin", "cloud/ssid/berlin.0"]]);
});

test("a tenant that a declared object needs is not removed", () => {
  const object = managedObject("uni/tn-A/ap-1");
  const seen = { "fabric/tenant/A": present({}), "fabric/managedObject/uni/tn-A/ap-1": present({}) };
  const made = planOf({ desired: [object], base: [tenant("A"), object], live: seen });
  expect(made.steps).toEqual([]);
  expect(held(made)).toEqual([["remove fabric/tenant/A", "fabric/managedObject/uni/tn-A/ap-1"]]);
});

test("kinds that need each other in a circle are our own bug, and throw", () => {
  const facts = factsOf();
  const of = facts.get("fabric");
  const kind = of?.kinds.get("tenant");
  if (!of || !kind) throw new Error("no facts");
  const circular = {
    ...kind,
    prerequisites: ({ identity }: { identity: string }) => [
      identity === "uni/tn-A" ? "uni/tn-B" : "uni/tn-A",
    ],
  };
  const desired = [tenant("A"), tenant("B")];
  const input = {
    desired,
    live: { "fabric/tenant/A": absent, "fabric/tenant/B": absent },
    facts: new Map([["fabric", { ...of, kinds: new Map([["tenant", circular]]) }]]),
  };
  expect(() => planOf(input)).toThrow("circular");
});
