/**
 * Creates that were accepted but are not visible: what a run reports, with tasks and without, and what is remembered.
 */

import { describe, expect, test } from "vitest";
import { answeredCreates, endsOpen, unfinished } from "../../src/apply/journal.ts";
import { heldUnseen, unseenAfter, withUnseenOf } from "../../src/apply/unseen.ts";
import type { Address } from "../../src/model/address.ts";
import type { Intent, JournalRecord } from "../../src/model/journal.ts";
import type { LiveResource, Observation } from "../../src/model/live/snapshot.ts";
import { emptyMemory, type UnseenCreate } from "../../src/model/memory.ts";
import type { ApplyResult, Outcome, Task, TaskReply } from "../../src/model/reply.ts";
import { network, ssid } from "../properties/declared.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const address: Address = "cloud/network/berlin";
const berlin = network("berlin", { name: "Berlin" });
const task: Task = {
  ...{ id: "t1", path: "/t1", kind: "network", operation: "create", everyMs: 1000, withinMs: 5000 },
};

/** Applies one create whose result no read ever shows. The write may become a task. */
const creating = (more: Partial<Script> = {}) =>
  applied({
    desired: [berlin],
    lists: { "networks o1": [] },
    replies: [{ meaning: "accepted", id: "n7" }],
    ...more,
  });

const asTask = (end: TaskReply) => creating({ replies: [{ meaning: "pending", task }], task: () => end });

describe("a run that creates what is not seen", () => {
  const said = ({ result }: { readonly result: ApplyResult }) => result.acceptedUnseen;
  const since = expect.any(String);

  test.each<[string, () => ReturnType<typeof creating>, unknown, string]>([
    ["says so, with its id", () => creating(), [{ address, since, id: "n7" }], "applied"],
    [
      "says so of a task that is done",
      () => asTask({ state: "done", id: "n7" }),
      [{ address, since, id: "n7" }],
      "applied",
    ],
    [
      "says so of a task that is done without an id",
      () => asTask({ state: "done" }),
      [{ address, since }],
      "applied",
    ],
    ["says so of a task that goes on", () => asTask({ state: "running" }), [{ address, since }], "unknown"],
    [
      "does not of a task that failed",
      () => asTask({ state: "failed", problem: { code: "task-failed", severity: "error", message: "no" } }),
      undefined,
      "failed",
    ],
    [
      "does not of one that was refused",
      () =>
        creating({
          replies: [{ meaning: "refused", problem: { code: "x", severity: "error", message: "no" } }],
        }),
      undefined,
      "failed",
    ],
  ])("%s", async (_, run, expected, state) => {
    const told = await run();
    expect(said(told)).toEqual(expected);
    expect(told.outcome(address)).toMatchObject({ state });
    expect(endsOpen(told.result)).toBe(expected !== undefined);
  });

  test("does not of what its path names: a second create makes the same thing", async () => {
    const lists: Lists = { "networks o1": [item("network", "Berlin", { id: "n7" })], "ssids n7": [] };
    const desired = [berlin, ssid("berlin.0", { vlan: 1 })];
    expect(said(await applied({ desired, lists, replies: [{ meaning: "accepted" }] }))).toBeUndefined();
  });

  test("says so of one that was interrupted before it looked", async () => {
    expect(said(await creating({ abortAt: 50 }))).toEqual([{ address, since, id: "n7" }]);
  });
});

describe("what is remembered of it afterwards", () => {
  const was: UnseenCreate = { since: "2026-01-01T00:00:00.000Z", id: "n1", commit: "old" };
  const ended = (outcome: Outcome) => [{ step: `create ${address}` as const, address, outcome }];
  const problem = { code: "x", severity: "error", message: "?" } as const;
  const now = { address, since: "2026-01-02T00:00:00.000Z", id: "n2" };
  const present: Observation<LiveResource> = { state: "present", value: { value: {} } };

  test.each<
    [
      string,
      Observation<LiveResource> | undefined,
      Partial<ApplyResult> | undefined,
      UnseenCreate | undefined,
    ]
  >([
    ["absent, and nothing was to be done", { state: "absent" }, undefined, was],
    ["unknown", { state: "unknown", problem }, undefined, was],
    ["not asked for", undefined, {}, was],
    ["seen by the plan", present, undefined, undefined],
    ["its task failed", { state: "absent" }, { failedTasks: [address] }, undefined],
    ["sent again, and seen", { state: "absent" }, { settled: ended({ state: "applied" }) }, undefined],
    ["sent again, and refused", { state: "absent" }, { settled: ended({ state: "failed", problem }) }, was],
    ["sent again, and lost", { state: "absent" }, { settled: ended({ state: "unknown", problem }) }, was],
    [
      "sent again, and not seen",
      { state: "absent" },
      { settled: ended({ state: "applied" }), acceptedUnseen: [now] },
      { since: now.since, id: "n2", commit: "new" },
    ],
  ])("%s", (_, observation, result, expected) => {
    const observations = new Map<Address, Observation<LiveResource>>(
      observation ? [[address, observation]] : [],
    );
    const after = unseenAfter({
      before: new Map([[address, was]]),
      snapshot: { observations },
      result: result && { settled: [], ...result },
      commit: "new",
    });
    expect(after.get(address)).toEqual(expected);
  });

  test("what a task still says, and what is a day old where that is allowed, is not held", () => {
    const memory = { ...emptyMemory, unseen: new Map([[address, was]]) };
    const held = (by: Parameters<typeof heldUnseen>[1]) => heldUnseen(memory, by)?.has(address);
    expect(held({})).toBe(true);
    expect(held({ awaited: new Set([address]) })).toBe(false);
    expect(held({ awaited: new Set() })).toBe(true);
    expect(held({ retryAt: "2026-01-01T23:59:59.000Z" })).toBe(true);
    expect(held({ retryAt: "2026-01-02T00:00:00.000Z" })).toBe(false);
    expect(heldUnseen(undefined, {})).toBeUndefined();
    const undated = { ...emptyMemory, unseen: new Map([[address, { ...was, since: "" }]]) };
    expect(heldUnseen(undated, { retryAt: "2030-01-01T00:00:00.000Z" })?.has(address)).toBe(true);
  });
});

describe("what a journal has of it", () => {
  const step = `create ${address}` as const;
  const begun: JournalRecord = { kind: "begun", environment: "e", fingerprint: "f", commit: "c0" };
  const intent: Intent = { kind: "intent", step, operation: "create", address, attempt: 1, time: "t0" };
  const reply: JournalRecord = { kind: "reply", step, meaning: "accepted", since: "t1", id: "n7" };
  const outcome = (state: Outcome["state"], more: object = {}): JournalRecord => ({
    kind: "outcome",
    step,
    state,
    ...more,
  });
  const ofTask: Intent = { ...intent, task };
  const entry = { since: "t1", id: "n7", commit: "c0" };

  test.each<[string, readonly JournalRecord[], object | undefined, number]>([
    ["nothing of a create that nobody answered", [intent], undefined, 1],
    ["one that was answered, whatever came then", [intent, reply], entry, 0],
    [
      "one that was answered, and not seen by its run",
      [intent, reply, outcome("applied", { since: "t1", id: "n7" })],
      entry,
      0,
    ],
    ["one whose update after it is open", [intent, reply, { ...intent, attempt: 2 }], entry, 1],
    [
      "nothing of one that was seen",
      [intent, reply, outcome("applied"), outcome("applied", { seen: true })],
      undefined,
      0,
    ],
    ["nothing of what can be made twice", [intent, outcome("applied")], undefined, 0],
    ["a task that is done", [intent, ofTask, outcome("applied", { since: "t1", id: "n7" })], entry, 0],
    [
      "a task that goes on, which is open as well",
      [intent, ofTask, outcome("unknown", { since: "t1" })],
      { ...entry, id: undefined },
      1,
    ],
    [
      "nothing of a task that failed in the end",
      [ofTask, outcome("applied", { since: "t1" }), ofTask, outcome("failed")],
      undefined,
      0,
    ],
    [
      "one of another commit",
      [intent, outcome("applied", { since: "t1", id: "n7", commit: "c9" })],
      { ...entry, commit: "c9" },
      0,
    ],
  ])("%s", (_, records, expected, open) => {
    const all = [begun, ...records];
    expect(withUnseenOf(undefined, answeredCreates(all))?.unseen.get(address)).toEqual(expected);
    expect(unfinished(all)).toHaveLength(open);
  });

  test("is over where the record knows the same id: somebody else has seen it", () => {
    const resources = new Map([[address, { id: "n7", within: [], name: "Berlin", commit: "c1" }]] as const);
    const unseenWith = (id: string) =>
      withUnseenOf(
        { ...emptyMemory, resources: new Map([...resources].map(([at, one]) => [at, { ...one, id }])) },
        answeredCreates([begun, intent, reply]),
      )?.unseen.size;
    expect(unseenWith("n7")).toBe(0);
    expect(unseenWith("n1")).toBe(1);
  });
});
