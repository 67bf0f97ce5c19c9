/** Comparing whole resources: which are created, updated, removed, impossible, unknown or released. */

import { describe, expect, test } from "vitest";
import { diff } from "../../src/diff/diff.ts";
import type { DiffInput } from "../../src/diff/diff-input.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { Json } from "../../src/model/json.ts";
import type { LiveResource, Observation, UnmanagedResource } from "../../src/model/live/snapshot.ts";
import type { SecretCheck } from "../../src/model/secret.ts";
import { absent, compared, differencesOf, present, sides, unknown } from "../properties/compared.ts";
import { desiredOf, network, organization, ssid, tenant } from "../properties/declared.ts";

const berlin = network("berlin", { name: "Berlin" });
const oslo = network("oslo", { name: "Oslo" });
const seen = { "cloud/network/berlin": present({ name: "Berlin" }) };
const gone = { "cloud/network/berlin": absent };

const actions = (of: Parameters<typeof compared>[0]) =>
  compared(of).changes.map((change) => `${change.action} ${change.address}`);

test("what is declared and absent is created: pending when it is new, drift when someone removed it", () => {
  const [pending] = compared({ desired: [berlin], base: [], live: gone }).changes;
  const [drift] = compared({ desired: [berlin], base: [berlin], live: gone }).changes;
  const [twoWay] = compared({ desired: [berlin], live: gone }).changes;
  expect(pending).toMatchObject({ action: "create", cause: "pending", at: { file: "cloud/network/berlin" } });
  expect(drift).toMatchObject({ action: "create", cause: "drift" });
  expect(twoWay).toMatchObject({ action: "create", cause: "pending" });
});

test("what base declared and desired no longer does is removed while it is live", () => {
  const live = { "cloud/network/berlin": present({ name: "Berlin" }, { id: "n1" }) };
  const { changes } = compared({ desired: [], base: [berlin], live });
  expect(changes).toEqual([
    {
      action: "remove",
      address: "cloud/network/berlin",
      base: berlin,
      live: { value: { name: "Berlin" }, id: "n1" },
      cause: "pending",
    },
  ]);
  expect(actions({ desired: [], base: [berlin], live: gone })).toEqual([]);
});

test("an organization that is no longer declared is not removed: it is only read", () => {
  const live = { "cloud/organization/Acme": present({}) };
  expect(actions({ desired: [], base: [organization("Acme")], live })).toEqual([]);
});

test("an unknown never becomes a change, on either side, and is listed with its problem", () => {
  const live = { "cloud/network/berlin": unknown, "cloud/network/oslo": unknown };
  const comparison = compared({ desired: [berlin], base: [berlin, oslo], live });
  expect(comparison.changes).toEqual([]);
  expect(comparison.unknown).toEqual([
    {
      address: "cloud/network/berlin",
      problem: { code: "server-error", severity: "error", message: "answered 500" },
    },
    {
      address: "cloud/network/oslo",
      problem: { code: "server-error", severity: "error", message: "answered 500" },
    },
  ]);
  expect(comparison.converged).toBe(0);
});

test("what was not observed is left out of the comparison", () => {
  const comparison = compared({ desired: [berlin, oslo], live: seen });
  expect(comparison).toMatchObject({ changes: [], unknown: [], impossible: [], converged: 1 });
});

test("a missing organization is impossible: it is only read, and never made", () => {
  const comparison = compared({
    desired: [organization("Acme")],
    live: { "cloud/organization/Acme": absent },
  });
  expect(comparison.changes).toEqual([]);
  expect(comparison.impossible).toMatchObject([
    {
      address: "cloud/organization/Acme",
      action: "create",
      reason: expect.stringContaining("cannot create one"),
    },
  ]);
});

test("an organization that is there is neither a change nor counted as converged", () => {
  const comparison = compared({
    desired: [organization("Acme")],
    live: { "cloud/organization/Acme": present({}) },
  });
  expect(comparison).toMatchObject({ changes: [], impossible: [], converged: 0 });
});

const moved = network("berlin", { name: "Berlin" }, { in: "Globex" });

test("a network that is declared in another organization cannot be moved, and is never removed and created", () => {
  const comparison = compared({ desired: [moved], base: [berlin], live: gone });
  expect(comparison.changes).toEqual([]);
  expect(comparison.impossible).toMatchObject([
    { address: "cloud/network/berlin", action: "update", reason: expect.stringContaining("cannot be moved") },
  ]);
});

test("a network that is found where it is declared now has been moved already: it is compared", () => {
  const comparison = compared({ desired: [moved], base: [berlin], live: seen });
  expect(comparison).toMatchObject({ changes: [], impossible: [], converged: 1 });
});

test("nobody removed the SSIDs of a network that would have to be moved: they are pending", () => {
  const wireless = ssid("berlin.0", {});
  const live = { ...gone, "cloud/ssid/berlin.0": absent };
  const [change] = compared({ desired: [moved, wireless], base: [berlin, wireless], live }).changes;
  expect(change).toMatchObject({ action: "create", address: "cloud/ssid/berlin.0", cause: "pending" });
  const [stayed] = compared({ desired: [wireless, berlin], base: [berlin, wireless], live }).changes.slice(1);
  expect(stayed).toMatchObject({ address: "cloud/ssid/berlin.0", cause: "drift" });
});

test("fields and list elements that Git no longer declares are released once, in order", () => {
  const more = { lists: { "/server": ["ip"] } };
  const base = network(
    "berlin",
    {
      name: "Berlin",
      netflow: { enabled: true, port: 1 },
      server: [{ ip: "a" }, { ip: "b", port: 1 }, { ip: "c" }],
      a: 1,
    },
    more,
  );
  const server = [{ ip: "c" }, { ip: "b" }];
  const desired = network("berlin", { name: "Berlin", netflow: { port: 1 }, server }, more);
  const live = {
    "cloud/network/berlin": present({ name: "Berlin", netflow: { port: 1 }, server }),
  };
  const comparison = compared({ desired: [desired], base: [base], live });
  expect(comparison.released.map(({ path }) => path)).toEqual([
    "/a",
    "/netflow/enabled",
    "/server/a",
    "/server/b/port",
  ]);
  expect(comparison.changes).toEqual([]);
});

test("in an exclusive tree nothing is released: it is removed", () => {
  const base = network("berlin", { a: 1 }, { ownership: "exclusive" });
  const desired = network("berlin", {}, { ownership: "exclusive" });
  const comparison = compared({
    desired: [desired],
    base: [base],
    live: { "cloud/network/berlin": present({ a: 1 }) },
  });
  expect(comparison.released).toEqual([]);
  expect(differencesOf(comparison)).toEqual([{ path: "/a", base: 1, live: 1, cause: "pending" }]);
});

const psk = (name: string) => ({ secret: `env:${name}` });
const wireless = (value: Parameters<typeof ssid>[1]) => ssid("berlin.0", value);

test.each([
  { reason: "without base a secret cannot be verified", base: undefined, differs: false },
  { reason: "the same reference as in base cannot be verified", base: psk("A"), differs: false },
  { reason: "another reference than in base is written", base: psk("B"), differs: true },
])("$reason", ({ base, differs }) => {
  const comparison = compared({
    desired: [wireless({ name: "Corp", password: psk("A") })],
    ...(base && { base: [wireless({ name: "Corp", password: base })] }),
    live: { "cloud/ssid/berlin.0": present({ name: "Corp" }) },
  });
  const difference = { path: "/password", desired: psk("A"), base, cause: "pending" };
  expect(differencesOf(comparison)).toEqual(differs ? [difference] : []);
  const unverifiable = { address: "cloud/ssid/berlin.0", path: "/password" };
  expect(comparison.unverifiable).toEqual(differs ? [] : [unverifiable]);
  expect(comparison.converged).toBe(differs ? 0 : 1);
});

test("a secret that base did not declare is written on a resource that base knew", () => {
  const comparison = compared({
    desired: [wireless({ name: "Corp", password: psk("A") })],
    base: [wireless({ name: "Corp" })],
    live: { "cloud/ssid/berlin.0": present({ name: "Corp" }) },
  });
  expect(differencesOf(comparison)).toEqual([{ path: "/password", desired: psk("A"), cause: "pending" }]);
  expect(comparison.secretsTakenOver).toEqual([]);
});

describe("the secret of a resource that is live and that base does not know", () => {
  const taken = (live: Json, secretCheck?: SecretCheck) =>
    diff({
      ...sides({
        desired: [wireless({ name: "Corp", password: psk("A") })],
        base: [],
        live: { "cloud/ssid/berlin.0": present(live) },
      }),
      secretCheck,
    });

  test("stays as it is, whatever the record says of it, and is told", () => {
    for (const verdict of [undefined, "same", "rotated"] as const) {
      const comparison = taken({ name: "Corp" }, () => verdict);
      expect(comparison).toMatchObject({ changes: [], unverifiable: [], converged: 1 });
      expect(comparison.secretsTakenOver).toEqual([
        { address: "cloud/ssid/berlin.0", path: "/password", desired: psk("A") },
      ]);
    }
  });

  test("stays when other fields of it are written", () => {
    expect(differencesOf(taken({ name: "Guest" }))).toMatchObject([{ path: "/name" }]);
  });

  test("is written where somebody has consented to it", () => {
    const comparison = taken({ name: "Corp" }, () => "allowed");
    expect(differencesOf(comparison)).toEqual([
      { path: "/password", desired: psk("A"), cause: "pending", takenOver: true },
    ]);
    expect(comparison.secretsTakenOver).toEqual([]);
  });

  test("is written where live certainly has none", () => {
    const comparison = taken({ name: "Corp", password: null });
    expect(differencesOf(comparison)).toEqual([{ path: "/password", desired: psk("A"), cause: "pending" }]);
    expect(comparison.secretsTakenOver).toEqual([]);
  });
});

describe("what is to be created beside something live of its name in another spelling", () => {
  const place = { target: "cloud", kind: "network", within: "cloud/organization/Acme" } as const;
  const asked = (name: string, live: string, more: Partial<UnmanagedResource> & Partial<DiffInput> = {}) => {
    const { isExact, ...elsewhere } = more;
    const made = network("lab", { name });
    const of = sides({ desired: [organization("Acme"), made], live: { [made.address]: absent } });
    const unmanaged = [{ ...place, identity: live, ...elsewhere }];
    const { alike, changes } = diff({ ...of, snapshot: { ...of.snapshot, unmanaged }, isExact });
    return { alike: alike?.map((one) => one.live), created: changes.map(({ action }) => action) };
  };

  test.each([
    ["Lab", "LAB"],
    ["Lab ", "Lab"],
    ["Lab  1", "Lab 1"],
    ["Stra\u00dfe 1", "STRASSE 1"],
    ["Zu\u0308rich", "Z\u00fcrich"],
    ["\uff2cab", "lab"],
  ])("%j beside %j is named, and is a create", (name, live) => {
    expect(asked(name, live)).toEqual({ alike: [live], created: ["create"] });
  });

  test.each([
    ["another name", "Lab", "Lab 2", {}],
    ["the same accent left out", "Z\u00fcrich", "Zurich", {}],
    ["another parent", "Lab", "LAB", { within: "cloud/organization/Other" }],
    ["another kind", "Lab", "LAB", { kind: "device" }],
    ["a kind whose names are exact", "Lab", "LAB", { isExact: () => true }],
    ["something unexpected", "Lab", "LAB", { unexpected: true }],
  ] as const)("%s is not", (_, name, live, more) => {
    expect(asked(name, live, more)).toEqual({ alike: undefined, created: ["create"] });
  });
});

describe("what is to be created under a key that was made of the name of something live that nobody declares", () => {
  const asked = (
    { key = "berlin-office", name }: { readonly key?: string; readonly name: string },
    more: Partial<UnmanagedResource> = {},
    base?: readonly Resource[],
  ) => {
    const renamed = network(key, { name });
    const place = { target: "cloud", kind: "network", within: "cloud/organization/Acme" } as const;
    const unmanaged = [{ ...place, identity: "Berlin Office", ...more }];
    const of = sides({
      desired: [organization("Acme"), renamed],
      live: { [renamed.address]: absent },
      ...(base && { base }),
    });
    return diff({ ...of, snapshot: { ...of.snapshot, unmanaged } }).perhapsRenamed;
  };
  const found = { identity: "Berlin HQ", live: "Berlin Office" };

  test.each([
    "berlin-office",
    "berlin-office-2",
    "berlin-office-12",
    "acme-berlin-office",
    "acme-berlin-office-3",
  ])("is told under %s: a name that is edited before the first apply makes a second one", (key) => {
    const told = [{ ...found, address: `cloud/network/${key}` }];
    expect(asked({ key, name: "Berlin HQ" })).toEqual(told);
    expect(asked({ key, name: "Berlin HQ" }, {}, [])).toEqual(told);
  });

  test("is not where it differs in spelling alone: then it may be the same thing, and is held", () => {
    expect(asked({ name: "Berlin office" })).toEqual([]);
  });

  test("is not where base knows it, its key is of its own name, or the other is elsewhere, of another kind or name", () => {
    const applied = [network("berlin-office", { name: "Berlin Office" })];
    expect(asked({ name: "Berlin HQ" }, {}, applied)).toEqual([]);
    expect(asked({ key: "berlin-office-2", name: "Berlin Office 2" })).toEqual([]);
    expect(asked({ key: "berlin-2-office", name: "Berlin HQ" })).toEqual([]);
    expect(asked({ name: "Berlin HQ" }, { within: "cloud/organization/Globex" })).toEqual([]);
    expect(asked({ name: "Berlin HQ" }, { kind: "ssid" })).toEqual([]);
    expect(asked({ name: "Berlin HQ" }, { identity: "Paris" })).toEqual([]);
    expect(asked({ name: "Berlin HQ" }, { identity: "!!" })).toEqual([]);
  });
});

test("whatever live shows instead of a secret is no difference", () => {
  const comparison = compared({
    desired: [wireless({ name: "Corp", password: psk("A") })],
    live: { "cloud/ssid/berlin.0": present({ name: "Corp", password: "********" }) },
  });
  expect(differencesOf(comparison)).toEqual([]);
});

test("a masked secret in an exclusive tree is not a removal", () => {
  const comparison = compared({
    desired: [ssid("berlin.0", { password: psk("A") }, { ownership: "exclusive" })],
    live: { "cloud/ssid/berlin.0": present({ password: "********", vlan: 3 }) },
  });
  expect(differencesOf(comparison)).toEqual([{ path: "/vlan", live: 3, cause: "pending" }]);
});

test("every list is in address order, whatever order the snapshot has", () => {
  const desired = ["c", "a", "b"].map((name) => tenant(name));
  const observations = new Map(desired.map(({ address }) => [address, absent]));
  const { changes } = diff({ desired: desiredOf(...desired), snapshot: { observations, unmanaged: [] } });
  expect(changes.map(({ address }) => address)).toEqual([
    "fabric/tenant/a",
    "fabric/tenant/b",
    "fabric/tenant/c",
  ]);
});

describe("what base does not know and is live", () => {
  test("is told as taken over, in address order; what base knows is not", () => {
    const live = { ...seen, "cloud/network/oslo": present({ name: "Oslo" }) };
    expect(compared({ desired: [oslo, berlin], base: [], live }).takenOver).toEqual([
      "cloud/network/berlin",
      "cloud/network/oslo",
    ]);
    expect(compared({ desired: [oslo, berlin], base: [oslo], live }).takenOver).toEqual([
      "cloud/network/berlin",
    ]);
  });

  test("is not told so where there is no base at all", () => {
    const comparison = compared({ desired: [berlin], live: seen });
    expect(comparison).toMatchObject({ takenOver: [], threeWay: false });
    expect(compared({ desired: [berlin], base: [], live: seen }).threeWay).toBe(true);
  });
});

test("what is live and not declared is listed; where all is to be declared, it is impossible", () => {
  const place = { target: "cloud", kind: "network" } as const;
  const unmanaged: readonly UnmanagedResource[] = [
    { ...place, identity: "Rome" },
    { ...place, identity: "Oslo", unexpected: true },
  ];
  const of = sides({ desired: [berlin], live: seen });
  const comparison = diff({ ...of, snapshot: { ...of.snapshot, unmanaged } });
  expect(comparison.unmanaged).toEqual([{ ...place, identity: "Rome" }]);
  expect(comparison.impossible).toMatchObject([
    {
      address: "cloud/network/Oslo",
      action: "remove",
      reason: "it exists live but is not declared: declare it, or remove it from the inventory",
      unexpected: true,
    },
  ]);
});

test("every list of findings is in address order, whatever order they were declared in", () => {
  const secret = (name: string) => ({ name, password: psk("A") });
  const declared = (...keys: readonly string[]) =>
    keys.map((key) => ssid(key, { ...secret(key), vlan: 1 }, { ignored: ["/vlan"] }));
  const desired = declared("z.0", "a.0");
  const before = desired.map((one) => ({ ...one, value: { ...secret(one.key), vlan: 1, note: "x" } }));
  const of = (base: readonly Resource[] | undefined, live: Observation<LiveResource>) =>
    compared({
      desired,
      ...(base && { base }),
      live: Object.fromEntries(desired.map(({ address }) => [address, live])),
    });
  const live = present({ name: "a.0", vlan: 2 });
  const inOrder = ["cloud/ssid/a.0", "cloud/ssid/z.0"];
  const addresses = (found: readonly { readonly address: string }[]) => found.map(({ address }) => address);
  const known = of(before, live);
  expect(addresses(known.unverifiable)).toEqual(inOrder);
  expect(addresses(known.released)).toEqual(inOrder);
  expect(addresses(known.ignored)).toEqual(inOrder);
  expect(addresses(of([], live).secretsTakenOver)).toEqual(inOrder);
  expect(addresses(of(undefined, unknown).unknown)).toEqual(inOrder);
  const elsewhere = before.map((one) => ({ ...one, parent: "cloud/network/other" as const }));
  expect(addresses(of(elsewhere, absent).impossible)).toEqual(inOrder);
});

test.each([
  ["into an organization", network("berlin", {}, { parent: undefined }), berlin, "none", "Acme"],
  ["out of every organization", berlin, network("berlin", {}, { parent: undefined }), "Acme", "none"],
])("what cannot be moved says from where to where: %s", (_, base, desired, from, to) => {
  const name = (one: string) => (one === "none" ? one : `cloud/organization/${one}`);
  expect(compared({ desired: [desired], base: [base], live: gone }).impossible).toMatchObject([
    { reason: expect.stringContaining(`its parent was ${name(from)} and is now ${name(to)}`) },
  ]);
});
