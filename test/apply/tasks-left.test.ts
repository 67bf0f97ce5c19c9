/**
 * Tasks that an earlier run left in the journal: the read that follows each of their outcomes, and what is reported.
 */

import { describe, expect, test } from "vitest";
import { answeredCreates, unfinished } from "../../src/apply/journal.ts";
import type { Intent, Journal, JournalRecord } from "../../src/model/journal.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply, Task, TaskReply } from "../../src/model/reply.ts";
import { network } from "../properties/declared.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const berlin = network("berlin", { name: "Berlin", tz: "Berlin" });
const address = "cloud/network/berlin";
const list = "networks o1";
const live = (tz: string) => item("network", "Berlin", { id: "n7", value: { name: "Berlin", tz } });
const task: Task = {
  ...{ id: "task-7", path: "/api/task/task-7", kind: "network", operation: "create" },
  ...{ everyMs: 1000, withinMs: 60_000 },
};
const pending: Reply = { meaning: "pending", task };
const failed: TaskReply = { state: "failed", problem: problem("task-failed", "no room") };
const intent: Intent = {
  ...{ kind: "intent", step: `create ${address}`, operation: "create", address, attempt: 1, task },
};

/** Returns a journal whose records can be read. It accepts `full` intents, and refuses all further intents. */
function journalOf(full = Number.POSITIVE_INFINITY) {
  const records: JournalRecord[] = [];
  let intents = 0;
  const note = (record: JournalRecord) => void records.push(record);
  const write = async (record: JournalRecord) => {
    intents += 1;
    if (intents > full) throw new Error("disk full");
    note(record);
  };
  return { records, journal: { note, write } satisfies Journal };
}

/**
 * Applies with a task that an earlier run has left. `shown` gives the content of the list, and from which read on it
 * has this content, counted from 1.
 */
function left(
  end: TaskReply,
  more: Partial<Script> = {},
  shown: Readonly<Record<number, Lists[string]>> = {},
) {
  const lists: Lists = { [list]: [] };
  let reads = 0;
  const reading = () => {
    reads += 1;
    lists[list] = shown[reads] ?? lists[list] ?? [];
  };
  const make = (): Reply => {
    lists[list] = [live("Berlin")];
    return { meaning: "accepted", id: "n7" };
  };
  const script = {
    desired: [berlin],
    lists,
    replies: [make],
    reading,
    interrupted: [intent],
    task: () => end,
  };
  return applied({ ...script, ...more });
}

const looksBeforeCreate = (asked: readonly string[]) =>
  asked.slice(0, asked.indexOf(`create ${address}`)).filter((one) => one === list).length;

describe("a create whose task an earlier run left", () => {
  test("and that is done is looked for until it must be visible, and is never sent again", async () => {
    const seen = await left({ state: "done", id: "n7" }, {}, { 3: [live("Berlin")] });
    expect(seen.writes).toEqual([]);
    expect(seen.outcome(address)).toEqual({ state: "applied", id: "n7" });
    const never = await left({ state: "done", id: "n7" });
    expect(never.writes).toEqual([]);
    expect(never.asked.filter((one) => one === list).length).toBeGreaterThan(1);
    expect(never.outcome(address)).toMatchObject({ state: "unknown", problem: { code: "accepted-unseen" } });
    expect(never.result.acceptedUnseen).toEqual([{ address, since: expect.any(String) }]);
  });

  test("and that has failed is looked for once: it has made nothing", async () => {
    const { asked, writes, outcome, events } = await left(failed);
    expect(looksBeforeCreate(asked)).toBe(1);
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toMatchObject({ state: "applied" });
    const warned = events.find(({ type }) => type === "warned");
    expect(warned).toMatchObject({
      ...{ type: "warned", target: "cloud" },
      problem: { severity: "warning", code: "earlier-task", address, hint: expect.any(String) },
    });
  });

  test("and that is done is not warned of", async () => {
    const { events } = await left({ state: "done", id: "n7" }, {}, { 1: [live("Berlin")] });
    expect(events.filter(({ type }) => type === "warned")).toEqual([]);
  });

  test("is this run's to complete where it was made otherwise than declared", async () => {
    const { writes, outcome } = await left({ state: "done", id: "n7" }, {}, { 1: [live("Rome")] });
    expect(writes).toMatchObject([{ operation: "update", differences: [{ path: "/tz" }] }]);
    expect(outcome(address)).toMatchObject({ state: "applied" });
  });

  test.each([
    [{ state: "done", id: "n7" } as const, "applied"],
    [failed, "failed"],
  ])("and that has ended as %j is closed in the journal", async (end, state) => {
    const { records, journal } = journalOf();
    await left(end, { journal });
    expect(records.find((each) => each.kind === "outcome")).toMatchObject({ step: intent.step, state });
  });

  test("and that is done counts as accepted from when that is seen, also for who dies then", async () => {
    const { records, journal } = journalOf();
    await left(
      { state: "done", id: "n7" },
      { journal, interrupted: [{ ...intent, time: "2020-01-01T00:00:00Z" }] },
    );
    const ended = records.findIndex((each) => each.kind === "outcome");
    const [accepted] = answeredCreates(records.slice(0, ended + 1));
    expect(accepted).toMatchObject({ isUnseen: true, since: expect.stringMatching(/^2026-/) });
  });

  test("and that its server has forgotten is open while it is looked for, and closed by what its step comes to", async () => {
    const gone: TaskReply = { state: "gone", detail: "no such task" };
    const ends = (records: readonly JournalRecord[]) =>
      records.flatMap((each) => (each.kind === "outcome" ? [each.state] : []));
    const cut = journalOf();
    await left(gone, { journal: cut.journal, abortAt: 35_000 });
    expect(ends(cut.records)).toEqual(["unknown"]);
    expect(unfinished(cut.records)).toEqual([intent]);
    const whole = journalOf();
    const { result } = await left(gone, { journal: whole.journal });
    expect(ends(whole.records).slice(0, 2)).toEqual(["failed", "applied"]);
    expect(unfinished(whole.records)).toEqual([]);
    expect(result.failedTasks).toEqual([address]);
  });

  test("and that its server has forgotten counts no more once its create is sent again, also for who dies then", async () => {
    const { journal, records } = journalOf();
    await left({ state: "gone", detail: "no such task" }, { journal });
    const again = records.findIndex((each) => each.kind === "intent" && each.task === undefined);
    const accepted: readonly JournalRecord[] = [
      { kind: "begun", environment: "test", fingerprint: "f" },
      intent,
      { kind: "outcome", step: intent.step, state: "applied", since: "2026-01-01T00:00:00.000Z" },
    ];
    const before = [...accepted, ...records.slice(1, again)];
    expect(answeredCreates(accepted)).toHaveLength(1);
    expect(answeredCreates(before)).toEqual([]);
    expect(unfinished([...before, ...records.slice(again, again + 1)])).toEqual(
      records.slice(again, again + 1),
    );
  });

  test("goes the same way when nobody listens, and where nobody can be asked for tasks", async () => {
    const { result, outcome } = await left(failed, { isSilent: true });
    expect(result.crash).toBeUndefined();
    expect(outcome(address)).toMatchObject({ state: "applied" });
    const unasked = await left(failed, { task: undefined });
    expect(unasked.result.crash).toBeUndefined();
    expect(unasked.outcome(address)).toMatchObject({ state: "unknown", problem: { code: "task-unknown" } });
    expect(unasked.writes).toEqual([]);
  });

  test("is unknown where the run is interrupted meanwhile, and nothing of ours broke", async () => {
    const { outcome, result, writes } = await left({ state: "running" }, { abortAt: 5000 });
    expect(outcome(address)).toMatchObject({ state: "unknown", problem: { code: "task-unknown" } });
    expect(result).toMatchObject({ interrupted: true, crash: undefined });
    expect(writes).toEqual([]);
  });

  test("asked for by a bug of ours ends the run in good order", async () => {
    const broken = () => {
      throw new Error("a bug");
    };
    const { result, writes } = await left(failed, { task: broken });
    expect(result.crash).toEqual({ error: new Error("a bug") });
    expect(writes).toEqual([]);
  });
});

describe("a task of this run", () => {
  const oslo = network("oslo", { name: "Oslo", tz: "Oslo" });
  const update: Task = { ...task, operation: "update" };
  const updating = (end: TaskReply, more: Partial<Script> = {}) =>
    applied({
      ...{ desired: [berlin], lists: { [list]: [live("Paris")] } },
      ...{ replies: [{ meaning: "pending", task: update }], task: () => end, ...more },
    });

  test("of an update needs no look for an id", async () => {
    const { asked, outcome } = await updating({ state: "done" });
    expect(asked).toEqual([list, `update ${address}`, "task task-7", list]);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
  });

  test("that cannot be noted is waited for all the same, and nothing more is sent", async () => {
    const { journal } = journalOf(1);
    const lists: Lists = { [list]: [] };
    const done = (): TaskReply => {
      lists[list] = [live("Berlin")];
      return { state: "done", id: "n7" };
    };
    const waves = [{ name: "first", keys: ["berlin"] }];
    const script = { desired: [berlin, oslo], lists, replies: [pending], task: done, journal, waves };
    const { outcome, writes } = await applied(script);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
    expect(writes).toHaveLength(1);
    expect(outcome(oslo.address)).toEqual({ state: "skipped", because: "journal" });
  });

  test("that failed after all is looked at by a way back: what it has written is taken back", async () => {
    const lists: Lists = { [list]: [live("Paris")] };
    const replies = [
      { meaning: "pending", task: update } as const,
      (): Reply => {
        lists[list] = [live("Paris")];
        return { meaning: "accepted" };
      },
    ];
    const half = (): TaskReply => {
      lists[list] = [live("Berlin")];
      return failed;
    };
    const { writes, result } = await updating(failed, {
      lists,
      replies,
      task: half,
      rollbackOnFailure: true,
    });
    expect(writes[1]).toMatchObject({ operation: "update", desired: { tz: "Paris" } });
    expect(result.rolledBack?.settled).toMatchObject([{ outcome: { state: "applied" } }]);
  });

  test("that goes on is not written back to, though what it writes is there already", async () => {
    const lists: Lists = { [list]: [live("Paris")] };
    const running = (): TaskReply => {
      lists[list] = [live("Berlin")];
      return { state: "running" };
    };
    const { writes, result } = await updating(
      { state: "running" },
      { lists, task: running, rollbackOnFailure: true },
    );
    expect(writes).toHaveLength(1);
    expect(result.rolledBack?.left).toEqual([{ address, reason: expect.stringContaining("task-7") }]);
  });

  test("is noted with its way, ahead or back", async () => {
    const { records, journal } = journalOf();
    const lists: Lists = { [list]: [live("Paris")] };
    let asks = 0;
    const half = (): TaskReply => {
      asks += 1;
      lists[list] = [live(asks === 1 ? "Berlin" : "Paris")];
      return asks === 1 ? failed : { state: "done" };
    };
    await updating(failed, { lists, task: half, rollbackOnFailure: true, journal });
    const tasks = records.flatMap((each) =>
      each.kind === "intent" && each.task ? [each.back ?? false] : [],
    );
    expect(tasks).toEqual([false, true]);
    const sent = records.flatMap((each) =>
      each.kind === "intent" && !each.task ? [each.back ?? false] : [],
    );
    expect(sent).toEqual([false, true]);
  });
});
