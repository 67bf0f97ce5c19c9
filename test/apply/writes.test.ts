/**
 * Which parts of a change a write contains, how many writes are in flight at once, and which resources still count as
 * declared after their key was removed.
 */

import { describe, expect, test } from "vitest";
import { writeOf } from "../../src/apply/execute/write.ts";
import { isDeclaredElsewhere } from "../../src/apply/incomplete.ts";
import { freshMs, WriteSemaphore } from "../../src/apply/queue/write-semaphore.ts";
import type { OpenTarget } from "../../src/drivers/contract/contract.ts";
import type { Resource } from "../../src/model/desired.ts";
import { absent, compared, present } from "../properties/compared.ts";
import { desiredOf, network, ssid, tenant } from "../properties/declared.ts";

describe("a write", () => {
  const idOf = (address: string) => (address === "cloud/network/berlin" ? "n1" : undefined);
  const of = (live: Parameters<typeof present>[0] | undefined, desired = true) => {
    const own = ssid("berlin.0", { vlan: 1 });
    const [change] = compared({
      ...(desired ? { desired: [own] } : { base: [own] }),
      live: { [own.address]: live === undefined ? absent : present(live, { id: "s1" }) },
    }).changes;
    if (!change) throw new Error("Nothing differs.");
    return writeOf(change, { idOf, nameOf: () => undefined });
  };

  test("of a create has what is declared and the id of its parent, and nothing live", () => {
    expect(of(undefined)).toMatchObject({
      ...{ operation: "create", address: "cloud/ssid/berlin.0", identity: "0", parentId: "n1" },
      ...{ desired: { vlan: 1 }, differences: [] },
    });
    expect(of(undefined).live).toBeUndefined();
    expect(of(undefined).referredIds).toBeUndefined();
  });

  test("of an update has what differs, and what is live with its id", () => {
    expect(of({ vlan: 2 })).toMatchObject({
      ...{ operation: "update", desired: { vlan: 1 }, live: { value: { vlan: 2 }, id: "s1" } },
      differences: [{ path: "/vlan", live: 2, desired: 1 }],
    });
  });

  test("of a removal has what is live, and declares nothing", () => {
    const write = of({ vlan: 1 }, false);
    expect(write).toMatchObject({ operation: "remove", live: { id: "s1" }, differences: [], parentId: "n1" });
    expect(write.desired).toBeUndefined();
  });

  test("of what is in nothing has no parent's id", () => {
    const own = tenant("A");
    const [change] = compared({ desired: [own], live: { [own.address]: absent } }).changes;
    expect(change && writeOf(change, { idOf: () => "any", nameOf: () => "any" }).parentId).toBeUndefined();
  });
});

describe("steps of a target that look and write at once", () => {
  const targetWith = (limits: object, more: { readonly fleet?: boolean } = {}) =>
    ({
      ...{ target: { name: "cloud", limits }, driver: { fleet: more.fleet ?? false } },
      dialect: { limits: { requestsPerSecond: 1, concurrency: 1 } },
    }) as unknown as OpenTarget;

  /** Starts ten writes, and returns the maximum number that was in flight at once. All ten must end. */
  const most = async (open: OpenTarget | undefined, target = "cloud") => {
    const semaphore = new WriteSemaphore(new Map(open ? [["cloud", open]] : []));
    let [now, highest, ended] = [0, 0, 0];
    const task = async () => {
      const leave = await semaphore.acquire({ target, scope: {} });
      now += 1;
      highest = Math.max(highest, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      ended += 1;
      leave();
    };
    await Promise.all(Array.from({ length: 10 }, () => task()));
    expect(ended).toBe(10);
    // All slots are free again, so as many writes as before are in flight at once.
    const again = highest;
    await Promise.all(Array.from({ length: 10 }, () => task()));
    expect(highest).toBe(again);
    return highest;
  };

  test.each<[object, number]>([
    [{}, 3],
    [{ freshSeconds: 2 }, 1],
    [{ freshSeconds: 0 }, 1],
    [{ requestsPerSecond: 2 }, 5],
    [{ requestsPerSecond: 2, share: 0.5 }, 3],
    [{ concurrency: 4, freshSeconds: 0 }, 4],
    [{ concurrency: 0, freshSeconds: 0 }, 1],
  ])("with %j are %i", async (limits, expected) => {
    expect(await most(targetWith(limits))).toBe(expected);
  });

  test.each<[string, object, number | undefined, number]>([
    ["one address lets through, each organization its part", { ofSource: 4 }, undefined, 13],
    ["three addresses let through", { ofSource: 4 }, 3, 39],
    ["are in flight where an address has no limit", { concurrencyMax: 7 }, undefined, 7],
  ])(
    "of many organizations with limits of their own are as many as %s",
    async (_, limits, count, expected) => {
      const shared = { requestsPerSecond: 1, concurrency: 1, sharedBy: "organization", ...limits };
      const open = {
        ...{ target: { name: "cloud", limits: {} }, driver: { fleet: false }, dialect: { limits: shared } },
        addresses: count === undefined ? undefined : () => count,
      } as unknown as OpenTarget;
      const semaphore = new WriteSemaphore(new Map([["cloud", open]]));
      const inside = new Map<string, number>();
      for (let at = 0; at < 200; at += 1) {
        const organization = `o${at % 40}`;
        const enter = async () => {
          await semaphore.acquire({ target: "cloud", scope: { organization } });
          inside.set(organization, (inside.get(organization) ?? 0) + 1);
        };
        void enter();
      }
      await new Promise((resolve) => setImmediate(resolve));
      expect([...inside.values()].reduce((sum, each) => sum + each, 0)).toBe(expected);
      expect(Math.max(...inside.values())).toBeLessThanOrEqual(3);
    },
  );

  test("are all of them where each device has limits of its own, or nobody knows the target", async () => {
    expect(await most(targetWith({}, { fleet: true }))).toBe(10);
    expect(await most(undefined)).toBe(10);
  });

  test("are fewer in each organization once there are many, so that more organizations are under way", async () => {
    const shared = { requestsPerSecond: 4, concurrency: 1, sharedBy: "organization", ofSource: 8 };
    const target = { name: "cloud", limits: {} };
    const open = { target, driver: { fleet: false }, dialect: { limits: shared } } as unknown as OpenTarget;
    const semaphore = new WriteSemaphore(new Map([["cloud", open]]));
    const inside = new Map<string, number>();
    const step = async (organization: string) => {
      const leave = await semaphore.acquire({ target: "cloud", scope: { organization } });
      inside.set(organization, (inside.get(organization) ?? 0) + 1);
      return leave;
    };
    const first = Array.from({ length: 10 }, () => step("o0"));
    for (const organization of ["o1", "o2", "o3"]) for (let at = 0; at < 10; at += 1) void step(organization);
    for (const leave of await Promise.all(first)) leave();
    await new Promise((resolve) => setImmediate(resolve));
    expect([...inside]).toEqual([
      ["o0", 10],
      ["o1", 10],
      ["o2", 9],
      ["o3", 6],
    ]);
  });

  test("behind others in line let what was read count for a shorter time, but for half of it at least", async () => {
    const semaphore = new WriteSemaphore(new Map([["cloud", targetWith({ requestsPerSecond: 2 })]]));
    const ages: number[] = [];
    for (let taken = 0; taken < 5; taken += 1) {
      await semaphore.acquire({ target: "cloud", scope: {} });
      ages.push(semaphore.ageMax({ target: "cloud" }));
    }
    expect(ages).toEqual([4500, 4000, 3500, 3000, 2500]);
    expect(semaphore.ageMax({ target: "other" })).toBe(5000);
  });

  test("what was read counts as fresh for five seconds, unless the target says otherwise", () => {
    expect(freshMs(undefined)).toBe(5000);
    expect(freshMs(targetWith({}))).toBe(5000);
    expect(freshMs(targetWith({ freshSeconds: 0 }))).toBe(0);
  });
});

test("what is declared under another key is not gone: the same thing of the same kind at the same target", () => {
  const base = { desired: desiredOf(network("berlin", { name: "Berlin" })) };
  const elsewhere = (...declared: readonly Resource[]) =>
    isDeclaredElsewhere("cloud/network/berlin", { base, desired: desiredOf(...declared) });
  const same = network("office", { name: "Berlin" });
  expect(elsewhere(network("paris", { name: "Paris" }), same)).toBe(true);
  expect(elsewhere(network("office", { name: "Paris" }))).toBe(false);
  expect(elsewhere({ ...same, kind: "site" })).toBe(false);
  expect(elsewhere({ ...same, target: "other" })).toBe(false);
  expect(elsewhere()).toBe(false);
  const desired = desiredOf(same);
  expect(isDeclaredElsewhere("cloud/network/oslo", { base, desired })).toBe(false);
});
