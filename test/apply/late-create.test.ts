/**
 * A create whose reply was lost, or that an earlier run may have sent. trueup looks for the created resource as long as
 * it may still appear.
 */

import { describe, expect, test } from "vitest";
import { unfinished } from "../../src/apply/journal.ts";
import type { Intent, JournalRecord } from "../../src/model/journal.ts";
import type { Reply } from "../../src/model/reply.ts";
import { network, ssid } from "../properties/declared.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const lost: Reply = { meaning: "lost", detail: "504" };
const berlin = network("berlin", { name: "Berlin", tz: "Berlin" });
const address = "cloud/network/berlin";
const made = item("network", "Berlin", { id: "n7", value: { name: "Berlin", tz: "Berlin" } });

/** Returns the reply to a create that was carried out, and whose result is visible at once. */
const carriedOut = (lists: Lists) => (): Reply => {
  lists["networks o1"] = [made];
  return { meaning: "accepted", id: "n7" };
};

/**
 * Applies one create. The created resource becomes visible with the read of this number, counted from 1 after the plan.
 * If undefined, it never becomes visible.
 */
function creating(visibleWith: number | undefined, more: Partial<Script> = {}) {
  const lists: Lists = { "networks o1": [] };
  let looks = 0;
  const reading = () => {
    looks += 1;
    if (looks === visibleWith) lists["networks o1"] = [made];
  };
  return applied({ desired: [berlin], lists, replies: [lost], reading, ...more });
}

const sends = (asked: readonly string[]) => asked.filter((one) => one === `create ${address}`).length;
const looks = (asked: readonly string[]) => asked.filter((one) => one === "networks o1").length;

describe("a create whose reply was lost", () => {
  // Look 1 happens before the write, so the earliest look that can show the resource is look 2.
  test.each([2, 3, 4, 5, 6])("and that look %i shows is sent once", async (visibleWith) => {
    const { asked, outcome, ms } = await creating(visibleWith);
    expect(sends(asked)).toBe(1);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
    expect(ms).toBeLessThanOrEqual(15_200);
  });

  test("and that nobody sees for 15 seconds is sent again, after five looks", async () => {
    const lists: Lists = { "networks o1": [] };
    const replies = [lost, carriedOut(lists)];
    const { asked, outcome, ms } = await creating(undefined, { lists, replies });
    expect(asked.slice(0, 7)).toEqual([
      "networks o1",
      `create ${address}`,
      ...Array.from({ length: 5 }, () => "networks o1"),
    ]);
    expect(sends(asked)).toBe(2);
    expect(ms).toBeGreaterThanOrEqual(15_000);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
  });

  test("is looked for once more where the look before took longer than all of that time", async () => {
    const lists: Lists = { "networks o1": [] };
    let reads = 0;
    const reading = () => {
      reads += 1;
      // The resource appears during a read: the server has already read the list, and the answer has not arrived yet.
      if (reads === 3) lists["networks o1"] = [made];
    };
    const takesMs = (count: number) => (count === 1 ? 16_000 : 0);
    const { asked, outcome } = await creating(undefined, { lists, reading, takesMs });
    expect(looks(asked)).toBeGreaterThanOrEqual(3);
    expect(sends(asked)).toBe(1);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
  });

  test("twice is unknown, and is not sent a third time", async () => {
    const { asked, outcome } = await creating(undefined);
    expect(sends(asked)).toBe(2);
    expect(outcome(address)).toMatchObject({ state: "unknown", problem: { code: "outcome-unknown" } });
  });

  test("is unknown as soon as a look fails, and is not sent again", async () => {
    const lists: Lists = { "networks o1": [] };
    let reads = 0;
    const reading = () => {
      reads += 1;
      if (reads === 3) lists["networks o1"] = "unreadable";
    };
    const { asked, outcome } = await creating(undefined, { lists, reading });
    expect(sends(asked)).toBe(1);
    expect(outcome(address)).toMatchObject({ state: "unknown", problem: { code: "outcome-unknown" } });
  });

  test.each([
    [0, 1],
    [100, 5],
  ])(
    "is looked for as long as limits.createVisibleSeconds says: %i s",
    async (createVisibleSeconds, count) => {
      const lists: Lists = { "networks o1": [] };
      const replies = [lost, carriedOut(lists)];
      const { asked, ms } = await creating(undefined, { lists, replies, limits: { createVisibleSeconds } });
      const [first, second] = asked.flatMap((one, index) => (one === `create ${address}` ? [index] : []));
      expect(looks(asked.slice(first, second))).toBe(count);
      expect(ms).toBeGreaterThanOrEqual(createVisibleSeconds * 1000);
      expect(ms).toBeLessThan(createVisibleSeconds * 1000 + 2000);
    },
  );
});

describe("a create that an earlier run left open", () => {
  const intent = (secondsAgo: number): Intent => ({
    ...{ kind: "intent", step: `create ${address}`, operation: "create", address, attempt: 1 },
    time: new Date(Date.UTC(2026, 0, 1) - secondsAgo * 1000).toISOString(),
  });

  test("is looked for when 15 seconds have passed since that run sent it, and found", async () => {
    const { asked, outcome, ms } = await creating(1, { interrupted: [intent(2)] });
    expect(ms).toBe(13_000);
    expect(sends(asked)).toBe(0);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
  });

  test("is found in the spelling that its server made of its name, and not sent again", async () => {
    const lists: Lists = { "networks o1": [] };
    const spelled = item("network", "BERLIN", { id: "n7", value: { name: "BERLIN", tz: "Berlin" } });
    const reading = () => {
      lists["networks o1"] = [spelled];
    };
    const { asked, outcome, result } = await creating(undefined, {
      ...{ lists, reading, interrupted: [intent(2)] },
    });
    expect(sends(asked)).toBe(0);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
    expect(result.storedAs).toEqual([{ address, declared: "Berlin", stored: "BERLIN" }]);
  });

  test("is sent when it was not seen until then", async () => {
    const lists: Lists = { "networks o1": [] };
    const more = { lists, interrupted: [intent(5)], replies: [carriedOut(lists)] };
    const { asked, ms } = await creating(undefined, more);
    expect(sends(asked)).toBe(1);
    expect(ms).toBeGreaterThanOrEqual(10_000);
    expect(ms).toBeLessThan(11_000);
  });

  test.each([
    [12, "before it had to be visible"],
    [17, "when it had to be visible, or soon after"],
  ])("%i s ago is looked for again, though the plan has just been made: %s", async (secondsAgo) => {
    const { asked, outcome } = await creating(1, { isFresh: true, interrupted: [intent(secondsAgo)] });
    expect(sends(asked)).toBe(0);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
  });

  test("is sent without another read where the plan was made when it had long been visible", async () => {
    const lists: Lists = { "networks o1": [] };
    const more = { lists, interrupted: [intent(20)], replies: [carriedOut(lists)], isFresh: true } as const;
    const { asked } = await creating(undefined, more);
    expect(asked[0]).toBe(`create ${address}`);
  });

  test("is sent at once when that is long past", async () => {
    const lists: Lists = { "networks o1": [] };
    const more = { lists, interrupted: [intent(600)], replies: [carriedOut(lists)] };
    const { asked, ms } = await creating(undefined, more);
    expect(sends(asked)).toBe(1);
    expect(ms).toBeLessThan(1000);
  });
});

test("a run that is stopped while it waits for what an earlier one may have made sends nothing, and tells the next", async () => {
  const open: Intent = {
    ...{ kind: "intent", step: `create ${address}`, operation: "create", address, attempt: 1 },
    time: new Date(Date.UTC(2026, 0, 1)).toISOString(),
  };
  const records: JournalRecord[] = [];
  const { asked, outcome, ms, events, result } = await creating(undefined, {
    interrupted: [open],
    abortAt: 5000,
    journal: {
      note: (record) => void records.push(record),
      write: async (record) => void records.push(record),
    },
  });
  expect(unfinished(records)).toEqual([open]);
  expect(asked).toEqual([]);
  expect(ms).toBeLessThan(6000);
  expect(outcome(address)).toEqual({ state: "skipped", because: "interrupted" });
  expect(events.filter(({ type }) => type === "stepStarted")).toEqual([]);
  expect(result.interrupted).toBe(true);
});

describe("a create that was accepted", () => {
  const accepted: Reply = { meaning: "accepted", id: "n7" };

  // The second read begins the verification, and the last read comes when the limit ends.
  test.each([
    [10, 6],
    [15, 6],
    [20, 7],
    [0.5, 3],
  ])("and is seen at the end of %d s, with look %i, is as declared", async (createVisibleSeconds, look) => {
    const { result, ms } = await creating(look, { replies: [accepted], limits: { createVisibleSeconds } });
    expect(result).toMatchObject({ nonConvergent: [], unverified: [] });
    expect(ms).toBe(100 + createVisibleSeconds * 1000);
  });
});

test("a wait for what may not be seen yet is told as that", async () => {
  const waits = async (more: Partial<Script>) =>
    (await creating(undefined, more)).events.filter(({ type }) => type === "waiting");
  const told = { type: "waiting", target: "cloud", reason: "notVisible", address };
  const step = `create ${address}` as const;
  const open: Intent = { kind: "intent", step, operation: "create", address, attempt: 1 };
  expect(await waits({ interrupted: [open], limits: { createVisibleSeconds: 7 } })).toContainEqual({
    ...told,
    ms: 7000,
  });
  expect(await waits({ replies: [{ meaning: "accepted", id: "n7" }] })).toContainEqual({ ...told, ms: 1000 });
  // The reply is lost twice, and after each loss trueup waits four times.
  expect((await waits({})).filter((one) => "reason" in one && one.reason === "notVisible")).toHaveLength(8);
});

test("what its path names is sent again at once: a second create makes the same thing", async () => {
  const lists: Lists = { "networks o1": [made], "ssids n7": [] };
  const desired = [berlin, ssid("berlin.0", { vlan: 1 })];
  const put = (): Reply => {
    lists["ssids n7"] = [item("ssid", "0", { value: { vlan: 1 } })];
    return { meaning: "accepted" };
  };
  const { asked, ms } = await applied({ desired, lists, replies: [lost, put] });
  expect(asked.filter((one) => one.startsWith("create"))).toHaveLength(2);
  expect(ms).toBeLessThan(2000);
});

describe("what an earlier run left open, and is not waited for", () => {
  const time = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const open: Intent = {
    ...{ kind: "intent", step: `create ${address}`, operation: "create", address, attempt: 1, time },
  };
  const task = {
    ...{ id: "t", path: "/t", kind: "network", everyMs: 1000, withinMs: 5000 },
    operation: "create",
  } as const;

  /** Returns the length of the wait before the first step, or undefined if there is no wait. */
  const waitFor = async (...interrupted: readonly Intent[]) => {
    const lists: Lists = { "networks o1": [] };
    const { events } = await creating(undefined, { interrupted, lists, replies: [carriedOut(lists)] });
    const first = events.findIndex(({ type }) => type === "stepStarted");
    const wait = events.slice(0, first).find((one) => one.type === "waiting");
    return wait && "ms" in wait ? wait.ms : undefined;
  };

  test.each<[string, Intent, number | undefined]>([
    ["a create", open, 15_000],
    ["a create at a time that nobody can read", { ...open, time: "yesterday" }, 15_000],
    ["a create in the future", { ...open, time: "2027-01-01T00:00:00Z" }, 15_000],
    ["an update", { ...open, operation: "update" }, undefined],
    ["a create of a way back", { ...open, back: true }, undefined],
    ["a create that became a task", { ...open, task }, undefined],
    ["a create that the plan does not have", { ...open, step: "create cloud/network/x" }, undefined],
    ["a create just long enough ago", { ...open, time: "2025-12-31T23:59:45.000Z" }, undefined],
  ])("%s", async (_, intent, ms) => {
    expect(await waitFor(intent)).toBe(ms);
  });

  test("is waited for once, as long as the latest of them takes", async () => {
    const before = { ...open, time: "2025-12-31T23:59:50.000Z" };
    expect(await waitFor(before, open)).toBe(15_000);
    expect(await waitFor(open, before)).toBe(15_000);
    expect(await waitFor(before, before)).toBe(5000);
  });
});
