/**
 * The cost in a plan for two sorts of products: those that take several writes in one request, and those that need an
 * activation afterwards.
 */

import { describe, expect, test } from "vitest";
import type { FinishFacts } from "../../src/drivers/contract/activation.ts";
import type { Resource } from "../../src/model/desired.ts";
import type { PendingFinish } from "../../src/model/status.ts";
import type { TargetFacts } from "../../src/plan/prerequisites.ts";
import { costText } from "../../src/report/plan/plan-text.ts";
import { absent, present } from "../properties/compared.ts";
import { network, organization, port, ssid, tenant } from "../properties/declared.ts";
import { factsOf, planOf } from "../properties/planned.ts";
import { costAt } from "./cost-at.ts";

const acme = organization("Acme");
const live = { "cloud/organization/Acme": present({}, { id: "o1" }) };
const networks = (many: number) =>
  Array.from({ length: many }, (_, at) => network(`n${at}`, { name: `n${at}`, tz: "new" }));
const old = (all: readonly Resource[]) =>
  Object.fromEntries(
    all.map(({ address, key }) => [address, present({ name: key, tz: "old" }, { id: key })]),
  );
const updates = (many: number) => {
  const all = networks(many);
  return { desired: [acme, ...all], live: { ...live, ...old(all) } };
};

describe("writes that may go together", () => {
  const batches = {
    sharedBy: "organization",
    size: 3,
    from: 2,
    kinds: { network: ["update", "create"] },
  } as const;

  test.each([
    [1, 1, undefined],
    [2, 1, 2],
    [3, 1, 2],
    [4, 2, 4],
    [7, 3, 6],
  ])("%i of them are %i requests, and batches are asked for", (many, writes, polls) => {
    const cost = costAt("cloud", updates(many), { batches });
    expect(cost?.writes).toBe(writes);
    expect(cost?.polls).toBe(polls);
    // One list has the networks of an organization. It is read once before and once after the writes.
    expect(cost?.verification).toBe(2);
  });

  test("a batch that is over when it is answered is not asked for", () => {
    const cost = costAt("cloud", updates(4), { batches: { ...batches, atOnce: true } });
    expect(cost).toMatchObject({ writes: 2 });
    expect(cost).not.toHaveProperty("polls");
  });

  test("share a batch within their organization alone, and only for what the product takes in one", () => {
    const [one, two] = networks(2);
    const elsewhere = network("n1", { name: "n1", tz: "new" }, { in: "Other" });
    const of = (...all: readonly (Resource | undefined)[]) => {
      const own = all.filter((each) => each !== undefined);
      return { desired: [acme, organization("Other"), ...own], live: { ...live, ...old(own) } };
    };
    expect(costAt("cloud", of(one, two), { batches })?.writes).toBe(1);
    expect(costAt("cloud", of(one, elsewhere), { batches })?.writes).toBe(2);
    const creates = { ...batches, kinds: { network: ["create"] } } as const;
    expect(costAt("cloud", of(one, two), { batches: creates })?.writes).toBe(2);
    const bySite = { ...batches, sharedBy: "site" };
    expect(costAt("cloud", of(one, two), { batches: bySite })?.writes).toBe(2);
    const replaced = { batches, replaces: { network: "all" } } as const;
    expect(costAt("cloud", of(one, two), replaced)?.writes).toBe(2);
  });

  test("go after what they are in: what is made in something new is another batch", () => {
    const made = {
      sharedBy: "organization",
      size: 10,
      from: 1,
      kinds: { network: ["create"], ssid: ["create"] },
    };
    const desired = [acme, ...networks(2), ssid("n0.0", { vlan: 1 }), ssid("n1.0", { vlan: 1 })];
    const missing = Object.fromEntries(desired.slice(1).map(({ address }) => [address, absent]));
    const cost = costAt("cloud", { desired, live: { ...live, ...missing } }, { batches: made as never });
    expect(cost?.writes).toBe(2);
    const there = { ...live, ...missing, ...old(networks(2)) };
    expect(
      costAt("cloud", { desired: [acme, ...desired.slice(3)], live: there }, { batches: made as never }),
    ).toMatchObject({ writes: 1 });
  });
});

describe("what is read for a write", () => {
  const tenants = [tenant("A", { x: 1 }), tenant("B", { x: 1 })];
  const there = (more = {}) =>
    Object.fromEntries(tenants.map(({ address }) => [address, present({ x: 2 }, more)]));

  test("is one request more where it replaces all, but where the server guards it with a version", () => {
    const replaces = { tenant: "all" } as const;
    expect(costAt("fabric", { desired: tenants, live: there() }, {})?.verification).toBe(4);
    expect(costAt("fabric", { desired: tenants, live: there() }, { replaces })?.verification).toBe(6);
    const guarded = { desired: tenants, live: there({ version: "e1" }) };
    expect(costAt("fabric", guarded, { replaces })?.verification).toBe(4);
  });

  test("is no more for what is made, which the server refuses where something is", () => {
    const missing = Object.fromEntries(tenants.map(({ address }) => [address, absent]));
    const of = { desired: tenants, live: missing };
    expect(costAt("fabric", of, { replaces: { tenant: "all" } })?.verification).toBe(4);
  });

  test("is left out afterwards where answers show it, but for one read that bears them out", () => {
    const stored = { tenant: ["update"] } as const;
    expect(costAt("fabric", { desired: tenants, live: there() }, { stored })?.verification).toBe(3);
    const creates = { tenant: ["create"] } as const;
    expect(costAt("fabric", { desired: tenants, live: there() }, { stored: creates })?.verification).toBe(4);
  });
});

test("the questions for tasks are foreseen, two for each write that becomes one", () => {
  const of = updates(3);
  expect(costAt("cloud", of, { tasks: { network: ["update"] } })?.polls).toBe(6);
  expect(costAt("cloud", of, { tasks: { network: ["create"] } })?.polls).toBeUndefined();
});

describe("the time that it takes", () => {
  const of = updates(10);

  test("is that of the rate, and with more requests to a write longer", () => {
    expect(costAt("cloud", of, {})).toMatchObject({ writes: 10, verification: 2, seconds: 2.4 });
    expect(costAt("cloud", of, { requestsPerWrite: 2 })).toMatchObject({ writes: 10, seconds: 4.4 });
  });

  test("is longer where few may be in flight: five a second for each", () => {
    const eight = updates(8);
    const slow = costAt("cloud", eight, {}, { requestsPerSecond: 100, concurrency: { all: 1 } });
    expect(slow).toMatchObject({ seconds: 2, requestsPerSecond: 5 });
    expect(slow).not.toHaveProperty("limit");
    const own = costAt("cloud", eight, {}, { requestsPerSecond: 80, ownLimit: 100, concurrency: { all: 1 } });
    expect(own).toMatchObject({ requestsPerSecond: 5, limit: 100 });
    if (own) expect(costText(own)).toMatch(/: about 2 s at 5\/s \(limit 100\/s\)$/);
    const lane = costAt("cloud", eight, {}, { requestsPerSecond: 100, concurrency: { all: 10, perHost: 2 } });
    expect(lane).toMatchObject({ seconds: 1, requestsPerSecond: 10 });
  });

  test("of devices is that of the one with the most to do, unless all together are held to a limit", () => {
    const ports = ["a.1", "a.2", "b.1"].map((key) => port(key, { up: true }, { host: key.slice(0, 1) }));
    const down = Object.fromEntries(ports.map(({ address }) => [address, present({ up: false })]));
    const side = { desired: ports, live: down };
    const at = (more: Partial<TargetFacts>, dialect = {}) => costAt("routers", side, dialect, more)?.seconds;
    // Device a needs four requests: two writes, one read before them, and one read after them. Device b needs three.
    expect(at({ requestsPerSecond: 1 })).toBe(4);
    expect(at({ requestsPerSecond: 1, concurrency: { all: 1, perHost: 10 } })).toBe(4);
    expect(at({ requestsPerSecond: 100, concurrency: { all: 4, perHost: 100 } })).toBe(0.4);
    const limits = { requestsPerSecond: 1, concurrency: 5, ofSource: 0.5 };
    expect(at({ requestsPerSecond: 1 }, { limits })).toBe(14);
  });
});

describe("what is finished at the end", () => {
  const finishing = (more: Partial<FinishFacts> = {}): FinishFacts => ({
    ...{
      verb: "deploy",
      done: "deployed",
      isOn: true,
      isListed: true,
      lateMs: 3000,
      isTask: true,
      together: 10,
    },
    ...more,
  });
  const devices = ["a", "b"].map((host) => port(`${host}.1`, { up: true }, { host }));
  const side = {
    desired: devices,
    live: Object.fromEntries(devices.map(({ address }) => [address, present({ up: false })])),
  };
  const plain = costAt("routers", side, {});
  const [writes, verification] = [plain?.writes ?? 0, plain?.verification ?? 0];

  test("is one write, two looks at what waits, five questions, and the time that a list is late", () => {
    expect(costAt("routers", side, { finishing: finishing() })).toMatchObject({
      ...{ writes: writes + 1, verification: verification + 2, polls: 5, settleSeconds: 3 },
    });
  });

  test("is done for each device where devices are finished apart", () => {
    const cost = costAt("routers", side, { finishing: finishing({ by: "host" }) });
    expect(cost).toMatchObject({ writes: writes + 2, polls: 10, verification: verification + 2 });
  });

  test("takes no questions without a task, and no looks where nothing is listed", () => {
    const cost = costAt("routers", side, { finishing: finishing({ isTask: false, isListed: false }) });
    expect(cost).toMatchObject({ writes: writes + 1, verification });
    expect(cost).not.toHaveProperty("polls");
  });

  test("is one look where the target's settings do not ask for it", () => {
    const cost = costAt("routers", side, { finishing: finishing({ isOn: false }) });
    expect(cost).toMatchObject({ writes, verification: verification + 1 });
    expect(cost).not.toHaveProperty("settleSeconds");
  });

  test("is counted without a step where something waits, and not where nothing does", () => {
    const waits = (more: Partial<PendingFinish>): PendingFinish => ({
      ...{ target: "routers", verb: "deploy", done: "deployed", isOn: true, names: ["a"] },
      ...more,
    });
    const still = {
      desired: devices,
      live: Object.fromEntries(devices.map((one) => [one.address, present(one.value)])),
    };
    const of = (pending: readonly PendingFinish[]) =>
      costAt("routers", { ...still, pending }, { finishing: finishing() });
    expect(of([waits({})])).toMatchObject({ writes: 1, verification: 2, polls: 5 });
    expect(of([waits({})])).not.toHaveProperty("settleSeconds");
    expect(of([waits({ names: [] })])).toBeUndefined();
    expect(of([waits({ isOn: false })])).toBeUndefined();
    expect(of([waits({ target: "cloud" })])).toBeUndefined();
    expect(of([])).toBeUndefined();
  });

  test("is nothing at a target of which nothing is written", () => {
    const two = {
      desired: [...side.desired, tenant("A", { x: 1 })],
      live: { ...side.live, "fabric/tenant/A": present({ x: 2 }) },
    };
    const without = costAt("fabric", two, {});
    const facts = new Map(factsOf());
    const routers = facts.get("routers");
    if (routers)
      facts.set("routers", { ...routers, dialect: { ...routers.dialect, finishing: finishing() } });
    const { cost } = planOf({ ...two, facts });
    expect(cost.find(({ target }) => target === "fabric")).toEqual(without);
  });
});
