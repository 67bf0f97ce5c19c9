/**
 * The requests that a plan predicts for its changes: reads before and after writes, updates after creates,
 * transactions, and lanes.
 */

import { describe, expect, test } from "vitest";
import type { Kind } from "../../src/drivers/contract/contract.ts";
import type { HealthSettings } from "../../src/model/health.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization, port, ssid, tenant } from "../properties/declared.ts";
import { factsOf, planOf } from "../properties/planned.ts";
import { costAt } from "./cost-at.ts";

const acme = organization("Acme");
const live = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const berlin = network("berlin", { name: "Berlin" });
const wireless = ssid("berlin.0", { vlan: 1 });
const office = (key: string) => network(key, { name: key, tz: "new" });
const old = (key: string) => ({ [`cloud/network/${key}`]: present({ name: key, tz: "old" }, { id: key }) });
const none = (key: string) => ({ [`cloud/network/${key}`]: absent });

/** Returns the kinds of a target, with changes to one of them. */
function kindsAt(target: string, name: string, more: Partial<Kind>): Pick<TargetFacts, "kinds"> {
  const kinds = factsOf().get(target)?.kinds ?? new Map<string, Kind>();
  const own = kinds.get(name);
  if (!own) throw new Error(`no ${name} at ${target}`);
  return { kinds: new Map([...kinds, [name, { ...own, ...more }]]) };
}

describe("what is read", () => {
  test("of what is in something that goes is read before alone: afterwards nothing is there to read", () => {
    const there = {
      ...live,
      "cloud/network/berlin": present({ name: "Berlin" }),
      "cloud/ssid/berlin.0": present({ vlan: 1 }),
    };
    const gone = { desired: [acme], base: [acme, berlin, wireless], live: there };
    // The networks are read before and after the writes, and the SSIDs of Berlin only before them. Right before their
    // removal, the network and the SSID are each read once more.
    expect(costAt("cloud", gone, {})).toMatchObject({ writes: 2, verification: 5 });
    const stays = { ...gone, desired: [acme, berlin] };
    expect(costAt("cloud", stays, {})).toMatchObject({ writes: 1, verification: 3 });
  });

  test("before a write that replaces all is one thing where that can be read by itself, else the list too", () => {
    const replaces = { network: "all" } as const;
    const of = { desired: [acme, office("a"), office("b")], live: { ...live, ...old("a"), ...old("b") } };
    expect(costAt("cloud", of, { replaces })?.verification).toBe(4);
    const alone = {
      name: "networks",
      scopeKeys: ["organization"],
      within: "organization",
      absence: "list",
      alone: true,
    } as const;
    const more = kindsAt("cloud", "network", { collection: alone });
    expect(costAt("cloud", of, { replaces }, more)?.verification).toBe(3);
    expect(costAt("cloud", of, {}, more)?.verification).toBe(2);
  });

  test("for what cannot be written is nothing", () => {
    const of = {
      desired: [acme, office("a"), tenant("A")],
      live: { ...live, ...old("a"), "fabric/tenant/A": absent },
    };
    const made = planOf(of, { network: { update: "none" } });
    expect(made.cost.map(({ target, writes, verification }) => [target, writes, verification])).toEqual([
      ["fabric", 1, 2],
    ]);
  });
});

describe("answers that show what is stored", () => {
  const stored = { network: ["update"] } as const;
  const change = (...keys: readonly string[]) => ({
    desired: [acme, ...keys.map(office)],
    live: Object.assign({}, live, ...keys.map(old)),
  });

  test("are borne out by one read, and by none where the same list is read anyway", () => {
    expect(costAt("cloud", change("a", "b"), { stored })?.verification).toBe(2);
    const both = change("a");
    const of = { desired: [...both.desired, office("new")], live: { ...both.live, ...none("new") } };
    expect(costAt("cloud", of, { stored })?.verification).toBe(2);
  });

  test("are borne out in the first wave that has some, whatever later ones read", () => {
    const both = change("a");
    const of = { desired: [...both.desired, office("new")], live: { ...both.live, ...none("new") } };
    const inWaves = (...first: readonly string[]) =>
      costAt("cloud", { ...of, waves: [{ name: "canary", keys: first }] }, { stored })?.verification;
    // The list is read before each of the two waves. After the first wave, one read confirms the answers, and after the
    // second wave, one read shows the created resource.
    expect(inWaves("a")).toBe(4);
    // The created resource is in the first wave and is verified by a read. The change is in the second wave, and a read
    // of its own confirms its answer.
    expect(inWaves("new")).toBe(4);
    expect(inWaves("a", "new")).toBe(2);
  });

  test("show nothing of what goes in a batch, or is set after a create", () => {
    const batches = { size: 10, from: 2, kinds: { network: ["update"] } } as const;
    expect(costAt("cloud", change("a", "b"), { stored, batches })).toMatchObject({
      writes: 1,
      verification: 2,
    });
    const more = kindsAt("cloud", "network", { updateOnly: ["/tz"] });
    const made = { desired: [acme, office("a")], live: { ...live, ...none("a") } };
    const creates = { stored: { network: ["create"] } } as const;
    expect(costAt("cloud", made, creates, more)).toMatchObject({ writes: 2, verification: 2 });
    expect(costAt("cloud", made, creates)).toMatchObject({ writes: 1, verification: 2 });
  });
});

describe("what no create takes", () => {
  test("is one write more, and its task is asked for", () => {
    const made = { desired: [acme, office("a")], live: { ...live, ...none("a") } };
    const more = kindsAt("cloud", "network", { updateOnly: ["/tz"] });
    const tasks = { tasks: { network: ["create", "update"] } } as const;
    expect(costAt("cloud", made, tasks)).toMatchObject({ writes: 1, polls: 2 });
    expect(costAt("cloud", made, tasks, more)).toMatchObject({ writes: 2, polls: 4 });
    const changed = { desired: [acme, office("a")], live: { ...live, ...old("a") } };
    expect(costAt("cloud", changed, tasks, more)).toMatchObject({ writes: 1, polls: 2 });
  });
});

test("the questions for tasks take time as writes do", () => {
  const all = Array.from({ length: 5 }, (_, at) => `n${at}`);
  const of = { desired: [acme, ...all.map(office)], live: Object.assign({}, live, ...all.map(old)) };
  expect(costAt("cloud", of, {})?.seconds).toBe(1.4);
  expect(costAt("cloud", of, { tasks: { network: ["update"] } })?.seconds).toBe(3.4);
});

describe("at devices that take all changes in one transaction", () => {
  const batches = {
    size: 100,
    from: 2,
    atOnce: true,
    sharedBy: "host",
    kinds: { port: ["update"] },
  } as const;
  const ports = (...keys: readonly string[]) =>
    keys.map((key) => port(key, { up: true }, { host: key.slice(0, 2) }));
  const down = (all: readonly { readonly address: string }[]) =>
    Object.fromEntries(all.map(({ address }) => [address, present({ up: false })]));

  test("what goes by itself beside it is told, and nothing where all go together", () => {
    const two = ports("r1.a", "r1.b");
    const together = costAt("routers", { desired: two, live: down(two) }, { batches });
    expect(together).toMatchObject({ writes: 1 });
    expect(together).not.toHaveProperty("apart");
    const made = ports("r1.c");
    const of = { desired: [...two, ...made], live: { ...down(two), [made[0]?.address ?? ""]: absent } };
    expect(costAt("routers", of, { batches })).toMatchObject({ writes: 2, apart: 1 });
    expect(costAt("routers", of, { batches: { ...batches, from: 9 } })).not.toHaveProperty("apart");
  });

  test("a change that takes several requests is not whole, also where nothing goes beside it", () => {
    const [made] = ports("r1.c");
    if (!made) throw new Error("no port");
    const of = { desired: [made], live: { [made.address]: absent } };
    expect(costAt("routers", of, { batches })).not.toHaveProperty("apart");
    const parts = { requestsOf: () => 3 };
    expect(costAt("routers", of, { batches }, parts)).toMatchObject({ writes: 3, apart: 1 });
  });

  test("what replaces more than it declares goes along only where the product takes it so", () => {
    const two = ports("r1.a", "r1.b");
    const of = { desired: two, live: down(two) };
    const replaces = { port: "all" } as const;
    expect(costAt("routers", of, { batches, replaces })).toMatchObject({ writes: 2 });
    // Each port is read on its own before the write, unless the session itself guards the ports.
    const replacing = { ...batches, replacing: true } as const;
    const guarded = { ...replacing, guarded: true } as const;
    expect(costAt("routers", of, { batches: replacing, replaces })).toMatchObject({ writes: 1 });
    expect(costAt("routers", of, { batches: guarded, replaces })).toMatchObject({
      ...{ writes: 1, verification: 2 },
    });
  });
});

describe("health", () => {
  const settings: HealthSettings = {
    ...{ controller: "campus", bound: 50, scale: [0, 100], settleSeconds: 30, sites: {}, exempt: [] },
  };
  const costs = (site: string | undefined, requests?: number) =>
    planOf({
      desired: [acme, network("berlin", { name: "Berlin" }, { site })],
      live: { ...live, "cloud/network/berlin": absent },
      health: { settings, ...(requests !== undefined && { requests }) },
    }).cost.find(({ target }) => target === "campus");

  test("is asked for after what touches a site, and costs nothing where nothing does", () => {
    expect(costs("Berlin")).toMatchObject({ verification: 1, settleSeconds: 30 });
    expect(costs("Berlin", 7)).toMatchObject({ verification: 7 });
    expect(costs(undefined)).toBeUndefined();
  });

  test("of a device at a site is two lists", () => {
    const at = port("r1.a", { up: true }, { site: "Berlin" });
    const { cost } = planOf({
      desired: [at],
      live: { [at.address]: present({ up: false }) },
      health: { settings },
    });
    expect(cost.find(({ target }) => target === "campus")).toMatchObject({ verification: 2 });
  });
});

test("what was taken from a target's change log stands with its cost, and no other's", () => {
  const taken = { read: 4, resources: 40 };
  const { cost } = planOf({
    desired: [acme, office("a"), tenant("A")],
    live: { ...live, ...old("a"), "fabric/tenant/A": absent },
    taken: new Map([["cloud", taken]]),
  });
  expect(cost.map((row) => [row.target, row.taken])).toEqual([
    ["cloud", taken],
    ["fabric", undefined],
  ]);
  expect(cost[0]).toMatchObject({ writes: 1 });
});
