/** Plans: steps, their order, cost, retained resources and counts. */

import { describe, expect, test } from "vitest";
import type { Address } from "../../src/model/address.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { absent, present, unknown } from "../properties/compared.ts";
import {
  hostname,
  managedObject,
  network,
  organization,
  port,
  ssid,
  tenant,
} from "../properties/declared.ts";
import { factsOf, idsOf, planOf } from "../properties/planned.ts";

const acme = organization("Acme");
const berlin = network("berlin", { name: "Berlin" });
const wireless = ssid("berlin.0", { vlan: 1 });
const live = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const nothing = { ...live, "cloud/network/berlin": absent, "cloud/ssid/berlin.0": absent };
const everything = {
  ...live,
  "cloud/network/berlin": present({ name: "Berlin" }, { id: "n1" }),
  "cloud/ssid/berlin.0": present({ vlan: 1 }),
};

test("a network is created before its SSIDs, each step for one change", () => {
  const { steps, changes, unwritable } = planOf({ desired: [acme, berlin, wireless], live: nothing });
  expect(steps).toEqual([
    {
      id: "create cloud/network/berlin",
      operation: "create",
      address: "cloud/network/berlin",
      target: "cloud",
      kind: "network",
      because: ["cloud/network/berlin"],
      after: [],
      assumed: false,
    },
    {
      id: "create cloud/ssid/berlin.0",
      operation: "create",
      address: "cloud/ssid/berlin.0",
      target: "cloud",
      kind: "ssid",
      because: ["cloud/ssid/berlin.0"],
      after: ["create cloud/network/berlin"],
      assumed: false,
    },
  ]);
  expect(changes.map(({ address }) => address)).toEqual(["cloud/network/berlin", "cloud/ssid/berlin.0"]);
  expect(unwritable).toEqual([]);
});

test("an SSID of a network that exists waits for nothing, even when that network is updated", () => {
  const desired = [network("berlin", { name: "Berlin", tz: "a" }), wireless];
  const of = { ...everything, "cloud/ssid/berlin.0": absent };
  expect(planOf({ desired, live: of }).steps.map(({ id, after }) => [id, after])).toEqual([
    ["update cloud/network/berlin", []],
    ["create cloud/ssid/berlin.0", []],
  ]);
});

test("an object is created after its tenant and its other ancestors, of whatever kind they are", () => {
  const desired = [tenant("A"), managedObject("uni/tn-A/ap-1"), managedObject("uni/tn-A/ap-1/epg-1")];
  const { steps } = planOf({
    desired,
    live: Object.fromEntries(desired.map(({ address }) => [address, absent])),
  });
  expect(steps.map(({ id, after }) => [id, after])).toEqual([
    ["create fabric/tenant/A", []],
    ["create fabric/managedObject/uni/tn-A/ap-1", ["create fabric/tenant/A"]],
    [
      "create fabric/managedObject/uni/tn-A/ap-1/epg-1",
      ["create fabric/managedObject/uni/tn-A/ap-1", "create fabric/tenant/A"],
    ],
  ]);
});

test("removals go from the inner to the outer, after all that is made", () => {
  const base = [acme, berlin, wireless, tenant("A"), managedObject("uni/tn-A/ap-1")];
  const of = {
    ...everything,
    "fabric/tenant/A": present({}),
    "fabric/managedObject/uni/tn-A/ap-1": present({}),
  };
  const desired = [acme, network("oslo", { name: "Oslo" })];
  const { steps } = planOf({ desired, base, live: { ...of, "cloud/network/oslo": absent } });
  expect(steps.map(({ id, after }) => [id, after])).toEqual([
    ["create cloud/network/oslo", []],
    ["remove cloud/ssid/berlin.0", []],
    ["remove cloud/network/berlin", ["remove cloud/ssid/berlin.0"]],
    ["remove fabric/managedObject/uni/tn-A/ap-1", []],
    ["remove fabric/tenant/A", ["remove fabric/managedObject/uni/tn-A/ap-1"]],
  ]);
});

test("without prune, removals are kept and listed, and are no changes of the plan", () => {
  const made = planOf({ desired: [acme], base: [acme, berlin, wireless], live: everything, prune: false });
  expect(made).toMatchObject({
    kept: ["cloud/network/berlin", "cloud/ssid/berlin.0"],
    changes: [],
    steps: [],
    unwritable: [],
  });
  expect(planOf({ desired: [acme], base: [acme, berlin, wireless], live: everything }).kept).toEqual([]);
});

test("steps of one device share a text, so that it is written to once at a time", () => {
  const desired = [
    hostname("r1", "r1"),
    port("r1.Gi1", { up: true }),
    port("r2.Gi1", { up: true }, { host: "h2" }),
  ];
  const seen = {
    "routers/hostname/r1": present("x"),
    "routers/port/r1.Gi1": present({ up: false }),
    "routers/port/r2.Gi1": present({ up: false }),
  };
  expect(planOf({ desired, live: seen }).steps.map(({ id, exclusive }) => [id, exclusive])).toEqual([
    ["update routers/hostname/r1", "routers/10.20.0.1"],
    ["update routers/port/r1.Gi1", "routers/10.20.0.1"],
    ["update routers/port/r2.Gi1", "routers/h2"],
  ]);
});

test("an operation that the specification does not show is marked", () => {
  const operations = { network: { create: "assumed" } };
  const { steps } = planOf({ desired: [acme, berlin, wireless], live: nothing }, operations);
  expect(steps.map(({ assumed }) => assumed)).toEqual([true, false]);
});

test("a removal names what is live in what it removes and nobody declares; other steps name nothing", () => {
  const cause = "pending" as const;
  const [berlin, oslo] = [network("berlin", {}), network("oslo", {})];
  const comparison = {
    threeWay: true,
    changes: [
      { action: "remove" as const, address: berlin.address, base: berlin, live: { value: {} }, cause },
      { action: "create" as const, address: oslo.address, desired: oslo, cause },
    ],
    unknown: [],
    impossible: [],
    unverifiable: [],
    released: [],
    ignored: [],
    takenOver: [],
    secretsTakenOver: [],
    perhapsRenamed: [],
    unmanaged: [
      { target: "cloud", kind: "ssid", identity: "3", within: "cloud/network/berlin" as Address },
      { target: "cloud", kind: "ssid", identity: "4", within: "cloud/network/rome" as Address },
      { target: "cloud", kind: "network", identity: "Kyiv" },
    ],
    converged: 0,
  };
  const { steps } = planOf({ desired: [acme, oslo], base: [acme, berlin], live: {}, comparison });
  expect(Object.fromEntries(steps.map(({ id, takes }) => [id, takes]))).toEqual({
    "remove cloud/network/berlin": [{ kind: "ssid", identity: "3" }],
    "create cloud/network/oslo": undefined,
  });
});

test("unknowns, unverifiable secrets, released fields and unmanaged counts are in the plan", () => {
  const desired = [acme, network("berlin", {}), ssid("berlin.0", { password: { secret: "env:A" } })];
  const base = [acme, network("berlin", { tz: "a" })];
  const seen = { ...live, "cloud/network/berlin": present({}), "cloud/ssid/berlin.0": unknown };
  const made = planOf({ desired, base, live: seen });
  expect(made.unknown.map(({ address }) => address)).toEqual(["cloud/ssid/berlin.0"]);
  expect(made.released).toEqual([{ address: "cloud/network/berlin", path: "/tz" }]);
  expect(made).toMatchObject({ version: 2, environment: "test", threeWay: true, converged: 1 });
  const unmanaged = [
    { target: "cloud", kind: "ssid", identity: "3" },
    { target: "cloud", kind: "network", identity: "Oslo" },
    { target: "cloud", kind: "ssid", identity: "4" },
  ];
  const comparison = {
    threeWay: false,
    changes: [],
    unknown: [],
    impossible: [],
    unverifiable: [{ address: "cloud/ssid/berlin.0" as Address, path: "/password" }],
    released: [],
    ignored: [],
    takenOver: [],
    secretsTakenOver: [],
    perhapsRenamed: [],
    unmanaged,
    converged: 7,
  };
  const counted = planOf({ live: {}, comparison });
  expect(JSON.stringify(counted.unmanaged)).toBe('{"cloud/network":1,"cloud/ssid":2}');
  expect(counted.unverifiable).toEqual(comparison.unverifiable);
});

test("with --only, nothing else is in the plan", () => {
  const desired = [acme, network("berlin", { tz: "a" }), ssid("berlin.0", { vlan: 2 }), tenant("A")];
  const made = planOf({
    desired,
    live: { ...everything, "fabric/tenant/A": unknown },
    only: (address) => address === "cloud/ssid/berlin.0",
  });
  expect(idsOf(made)).toEqual(["update cloud/ssid/berlin.0"]);
  expect(made.changes).toHaveLength(1);
  expect(made.unknown).toEqual([]);
});

test("cost: reads as they were, one write for each step, a look before and after for each collection touched", () => {
  const desired = [
    acme,
    berlin,
    wireless,
    ssid("berlin.1", {}),
    network("oslo", { tz: "a" }),
    ssid("oslo.0", { vlan: 2 }),
  ];
  const seen = {
    ...nothing,
    "cloud/ssid/berlin.1": absent,
    "cloud/network/oslo": present({ tz: "b" }),
    "cloud/ssid/oslo.0": present({ vlan: 1 }),
  };
  const { cost } = planOf({
    desired,
    live: seen,
    reads: new Map([
      ["routers", 3],
      ["cloud", 4],
    ]),
  });
  // Four reads: the networks of Acme and the SSIDs of oslo, each before and after the writes. berlin is new, so its
  // SSIDs are read only afterwards.
  expect(cost).toEqual([
    { target: "cloud", reads: 4, writes: 5, verification: 5, seconds: 2, requestsPerSecond: 5 },
    { target: "routers", reads: 3, writes: 0, verification: 0, seconds: 0, requestsPerSecond: 5 },
  ]);
});

test("seconds are rounded up to a tenth", () => {
  const { cost } = planOf({ desired: [tenant("A")], live: { "fabric/tenant/A": absent } });
  expect(cost).toEqual([
    { target: "fabric", reads: 0, writes: 1, verification: 2, seconds: 0.6, requestsPerSecond: 5 },
  ]);
});

test("a fleet takes as long as the device with the most to do: its rate is that of each", () => {
  const names = ["r1.Gi1", "r1.Gi2", "r1.Gi3", ...Array.from({ length: 50 }, (_, at) => `r${at + 2}.Gi1`)];
  const seen = Object.fromEntries(names.map((name) => [`routers/port/${name}`, present({ up: false })]));
  const hostOf = (name: string) => `10.20.0.${name.slice(1).split(".")[0]}`;
  const desired = names.map((name) => port(name, { up: true }, { host: hostOf(name) }));
  const { cost } = planOf({ desired, live: seen });
  const [routers] = cost;
  // r1 needs the most requests: three writes, and two reads of its ports, one before the writes and one after them.
  expect(routers).toMatchObject({ target: "routers", writes: 53, seconds: 1 });
});

describe("the time of a plan, where its targets have more than one limit,", () => {
  const facts = (change: (of: TargetFacts) => Partial<TargetFacts>) =>
    new Map([...factsOf()].map(([target, of]) => [target, { ...of, ...change(of) }]));
  const devices = Array.from({ length: 100 }, (_, at) => at + 1);
  const ports = devices.map((at) => port(`r${at}.Gi1`, { up: true }, { host: `10.20.0.${at}` }));
  const seen = Object.fromEntries(ports.map(({ address }) => [address, present({ up: false })]));
  const ofFleet = (all: number, perHost: number) =>
    planOf({
      desired: ports,
      live: seen,
      facts: facts(() => ({ requestsPerSecond: 20, concurrency: { all, perHost } })),
    }).cost[0];

  test("is that of a device whose requests follow each other", () => {
    expect(ofFleet(128, 1)).toMatchObject({ seconds: 0.6, requestsPerSecond: 5 });
    expect(ofFleet(1000, 2)).toMatchObject({ seconds: 0.3, requestsPerSecond: 10 });
  });

  test("is that of the whole fleet where few of its devices may be asked at once", () => {
    expect(ofFleet(4, 1)).toMatchObject({ seconds: 15, requestsPerSecond: 5 });
  });

  test("is that of the organization with the most to do, unless all have a limit that takes longer", () => {
    const inside = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        network(`${name}${at}`, { name: `${name}${at}` }, { in: name }),
      );
    const organizations = ["Acme", "Beta"].map((name) => organization(name));
    const desired = [...organizations, ...inside("Acme", 40), ...inside("Beta", 38)];
    const liveNow = Object.fromEntries(
      desired.map(({ address, kind }) => [
        address,
        kind === "organization" ? present({}, { id: address }) : absent,
      ]),
    );
    const ofCloud = (limits: Partial<TargetFacts["dialect"]["limits"]>) =>
      planOf({
        desired,
        live: liveNow,
        facts: facts(({ dialect }) => ({
          dialect: { ...dialect, limits: { ...dialect.limits, ...limits } },
        })),
      }).cost[0];
    expect(ofCloud({})).toMatchObject({ writes: 78, seconds: 16.4 });
    expect(ofCloud({ sharedBy: "organization" })).toMatchObject({ writes: 78, seconds: 8.4 });
    expect(ofCloud({ sharedBy: "organization", ofSource: 8 })).toMatchObject({ writes: 78, seconds: 10.3 });
  });
});

test("wire forms of the live side, which may hold secrets, are not in the plan", () => {
  const seen = { "routers/port/r1.Gi1": present({ up: false }, { raw: { key: "canary" }, version: "W/1" }) };
  const made = planOf({ desired: [port("r1.Gi1", { up: true })], live: seen });
  expect(JSON.stringify(made)).not.toContain("canary");
  expect(made.changes[0]).toMatchObject({ live: { value: { up: false }, version: "W/1" } });
  const removed = planOf({ desired: [], base: [port("r1.Gi1", {})], live: seen });
  expect(JSON.stringify(removed)).not.toContain("canary");
  expect(removed.changes).toHaveLength(1);
});

test("10,000 steps are ordered without a stack to overflow", () => {
  const path = (depth: number) => `uni/tn-A${"/x".repeat(depth)}`;
  const wide = Array.from({ length: 10_000 }, (_, index) => network(`n${index}`, {}));
  const deep = Array.from({ length: 60 }, (_, depth) => managedObject(path(depth + 1)));
  const desired = [acme, ...wide, tenant("A"), ...deep.toReversed()];
  const seen = Object.fromEntries(desired.map(({ address }) => [address, absent]));
  const made = planOf({ desired, live: { ...seen, ...live } });
  expect(made.steps).toHaveLength(10_061);
  const tenantStep = idsOf(made).indexOf("create fabric/tenant/A");
  expect(idsOf(made).slice(tenantStep + 1)).toEqual(deep.map(({ address }) => `create ${address}`));
});
