/**
 * Writes that become tasks of the server: which requests are sent, how each result settles the step, and what a killed
 * run leaves.
 */

import { describe, expect, test } from "vitest";
import { endsOpen, journalOn, readJournal, resolve, unfinished } from "../../src/apply/journal.ts";
import type { Item } from "../../src/drivers/contract/contract.ts";
import type { Journal } from "../../src/model/journal.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply, Task, TaskReply } from "../../src/model/reply.ts";
import { interruptedRunText } from "../../src/report/apply/journal-text.ts";
import { digest } from "../../src/runtime/digest.ts";
import { network, ssid } from "../properties/declared.ts";
import { applied, item, type Lists, type Script } from "./cloud.ts";

const berlin = network("berlin", { name: "Berlin", tz: "Berlin" });
const address = "cloud/network/berlin";
const live = (tz = "Berlin"): Item => item("network", "Berlin", { id: "n7", value: { name: "Berlin", tz } });
const task: Task = {
  id: "task-7",
  path: "/api/task/task-7",
  kind: "network",
  operation: "create",
  everyMs: 1000,
  withinMs: 60_000,
};
const pending: Reply = { meaning: "pending", task };
const running: TaskReply = { state: "running" };
const reason = problem("task-failed", "cloud: task task-7 failed: NCND00016: a site of that name exists");

/** Applies a create that becomes a task, which has ended at the third poll. */
function creating(more: Partial<Script> = {}) {
  const lists: Lists = { "networks o1": [] };
  const done = () => {
    lists["networks o1"] = [live()];
  };
  const ask: Script["task"] = (_, asked) => {
    if (asked < 2) return running;
    done();
    return { state: "done", id: "n7" };
  };
  return { lists, done, script: { desired: [berlin], lists, replies: [pending], task: ask, ...more } };
}

/** Returns a journal whose text can be read at any moment: the flushed text is what a killed process would leave. */
function disk() {
  let [written, durable] = ["", ""];
  const journal: Journal = journalOn({
    disk: {
      append: (text) => {
        written += text;
      },
      flush: async () => {
        durable = written;
      },
    },
    digest,
    run: "one",
  });
  const left = (text: string) => unfinished(readJournal(text, digest).records);
  return { journal, killed: () => left(durable), ended: () => left(written), text: () => durable };
}

describe("a write that becomes a task", () => {
  test("is applied once the task is done, with the id of what it made, and is sent once", async () => {
    const { script } = creating();
    const { asked, writes, outcome, events } = await applied(script);
    expect(asked).toEqual([
      "networks o1",
      `create ${address}`,
      "task task-7",
      "task task-7",
      "task task-7",
      "networks o1",
    ]);
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
    const waits = events.filter((event) => event.type === "waiting");
    expect(waits.map(({ reason, ms }) => [reason, ms])).toEqual([
      ["task", 1000],
      ["task", 1000],
      ["task", 1000],
    ]);
  });

  test("gives its id to what is in it, which is made after it and not before", async () => {
    const { script, lists } = creating();
    const inside = ssid("berlin.0", { vlan: 1 });
    const put = (): Reply => {
      lists["ssids n7"] = [item("ssid", "0", { value: { vlan: 1 } })];
      return { meaning: "accepted" };
    };
    lists["ssids n7"] = [];
    const { writes } = await applied({ ...script, desired: [berlin, inside], replies: [pending, put] });
    expect(writes.map((write) => write.address)).toEqual([address, "cloud/ssid/berlin.0"]);
    expect(writes[1]?.parentId).toBe("n7");
  });

  test("whose end tells no id is looked at once for it where something waits for that, and else not", async () => {
    const endOf = (done: () => void) => (): TaskReply => {
      done();
      return { state: "done" };
    };
    const { script, done } = creating();
    const alone = await applied({ ...script, task: endOf(done) });
    expect([alone.outcome(address), alone.writes.length]).toEqual([{ state: "applied" }, 1]);

    const parent = creating();
    parent.lists["ssids n7"] = [];
    const inside = ssid("berlin.0", { vlan: 1 });
    const both = await applied({ ...parent.script, desired: [berlin, inside], task: endOf(parent.done) });
    expect(both.outcome(address)).toEqual({ state: "applied", id: "n7" });
    expect(both.writes[1]?.parentId).toBe("n7");
  });

  test("fails with the product's reason, and is not sent again", async () => {
    const { script } = creating({ task: () => ({ state: "failed", problem: reason }) });
    const { outcome, writes } = await applied(script);
    expect(outcome(address)).toEqual({ state: "failed", problem: { ...reason, address } });
    expect(writes).toHaveLength(1);
  });

  test("that never ends is unknown when its time is over, told with its id, after few questions", async () => {
    const { script } = creating({ task: () => ({ state: "running", detail: "In progress" }) });
    const { outcome, asked, writes, ms, result } = await applied(script);
    expect(outcome(address)).toMatchObject({
      state: "unknown",
      problem: {
        code: "task-unknown",
        message: expect.stringMatching(/task-7.*within 60 s: In progress/),
        hint: expect.stringContaining("polls the task first"),
      },
    });
    expect(writes).toHaveLength(1);
    expect(ms).toBeGreaterThanOrEqual(60_000);
    expect(ms).toBeLessThan(62_000);
    expect(asked.filter((one) => one === "task task-7").length).toBeLessThan(40);
    expect(endsOpen(result)).toBe(true);
  });

  test.each<[string, TaskReply]>([
    ["500", { state: "unclear", detail: "answered 500" }],
    ["429 with a pause", { state: "unclear", detail: "answered 429", retryAfter: 5000 }],
    ["a page of HTML", { state: "unclear", detail: "not JSON" }],
    ["404 for a moment", { state: "gone", detail: "no such task" }],
  ])("is asked for again after %s: that says nothing of the task", async (_, strange) => {
    const { script, done } = creating();
    const ask: Script["task"] = (_task, asked) => {
      if (asked < 3) return strange;
      done();
      return { state: "done", id: "n7" };
    };
    const { outcome, writes, ms } = await applied({ ...script, task: ask });
    expect(outcome(address)).toEqual({ state: "applied", id: "n7" });
    expect(writes).toHaveLength(1);
    const pauses = strange.state === "unclear" && strange.retryAfter ? 1000 + 3 * 5000 : 4 * 1000;
    expect(ms).toBe(100 + pauses + 4 * 10);
  });

  test("that the server knows nothing of for half a minute is unknown, and not sent again", async () => {
    const { script } = creating({ task: () => ({ state: "gone", detail: "no such task" }) });
    const { outcome, writes, ms } = await applied(script);
    expect(outcome(address)).toMatchObject({
      state: "unknown",
      problem: { code: "task-unknown", message: expect.stringContaining("no such task") },
    });
    expect(writes).toHaveLength(1);
    expect(ms).toBeLessThan(40_000);
  });

  test("lets an interruption end the waiting at once: unknown, with the task's id", async () => {
    const { script } = creating({ task: () => running, abortAt: 5000 });
    const { outcome, ms, writes } = await applied(script);
    expect(outcome(address)).toMatchObject({
      state: "unknown",
      problem: { message: expect.stringMatching(/task-7.*interrupted/) },
    });
    expect(writes).toHaveLength(1);
    expect(ms).toBeLessThanOrEqual(5200);
  });

  test("that did not end is not rolled back: what the task may still do is told", async () => {
    const { script } = creating({ task: () => running, rollbackOnFailure: true });
    const { writes, result } = await applied(script);
    expect(writes).toHaveLength(1);
    expect(result.rolledBack?.left).toEqual([{ address, reason: expect.stringContaining("task-7") }]);
  });
});

describe("the journal of a write that became a task", () => {
  test("has the task before anybody asks for it, so that a killed run leaves it", async () => {
    const { journal, killed } = disk();
    let left = killed();
    const ask = (): TaskReply => {
      left = killed();
      return { state: "done", id: "n7" };
    };
    await applied({ ...creating().script, journal, task: ask });
    expect(left).toEqual([expect.objectContaining({ step: `create ${address}`, task })]);
    expect(interruptedRunText(left, false)).toContain(`create ${address} (task task-7)`);
  });

  test("leaves nothing once the task has ended, and the task where its time is over", async () => {
    const known = disk();
    await applied({ ...creating().script, journal: known.journal });
    expect(known.ended()).toEqual([]);
    const late = disk();
    await applied({ ...creating().script, journal: late.journal, task: () => running });
    expect(late.ended()).toEqual([expect.objectContaining({ task })]);
  });

  test.each([
    ["a path elsewhere", { path: "//evil.example/task" }],
    ["a path upwards", { path: "/api/../../task" }],
    ["a time without end", { withinMs: 1e12 }],
    ["no id", { id: 7 }],
  ])("with %s is read up to there only", (_, wrong) => {
    let text = "";
    const append = (more: string) => {
      text += more;
    };
    const on = { append, flush: async () => {} };
    const journal = journalOn({ disk: on, digest, run: "one" });
    journal.note({ kind: "begun", environment: "test", fingerprint: "f" });
    const intent = {
      kind: "intent",
      step: `create ${address}`,
      operation: "create",
      address,
      attempt: 1,
    } as const;
    journal.note({ ...intent, task: { ...task, ...wrong } as Task });
    expect(readJournal(text, digest).records.map(({ kind }) => kind)).toEqual(["begun"]);
  });
});

describe("the run after one that was killed amid a task", () => {
  const intent = {
    kind: "intent",
    step: `create ${address}`,
    operation: "create",
    address,
    attempt: 1,
  } as const;
  const interrupted = [{ ...intent, task }];

  test("asks first, waits for the end, finds what the task has made, and makes nothing twice", async () => {
    const { script } = creating({ interrupted });
    const { asked, writes, outcome } = await applied(script);
    expect(asked).toEqual(["task task-7", "task task-7", "task task-7", "networks o1", "networks o1"]);
    expect(writes).toEqual([]);
    expect(outcome(address)).toMatchObject({ state: "applied", id: "n7" });
  });

  test("tells why the task failed, and sends what is still meant", async () => {
    const { script, done } = creating({ interrupted });
    const replies = [
      (): Reply => {
        done();
        return { meaning: "accepted", id: "n7" };
      },
    ];
    const ask = (): TaskReply => ({ state: "failed", problem: reason });
    const { writes, outcome, events } = await applied({ ...script, replies, task: ask });
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "warned",
        problem: expect.objectContaining({ message: expect.stringContaining("a site of that name exists") }),
      }),
    );
    expect(writes).toHaveLength(1);
    expect(outcome(address)).toMatchObject({ state: "applied" });
  });

  test("writes nothing where the task still goes on, and leaves it to the next run", async () => {
    const { journal, ended } = disk();
    const { script } = creating({ interrupted, task: () => running, journal });
    const { writes, outcome, result } = await applied(script);
    expect(writes).toEqual([]);
    expect(outcome(address)).toMatchObject({ state: "unknown", problem: { code: "task-unknown" } });
    expect(endsOpen(result)).toBe(true);
    expect(ended()).toEqual([expect.objectContaining({ step: intent.step, task })]);
  });

  test("keeps a task that is none of its plan's: what it is about was left out", async () => {
    const { journal, ended } = disk();
    const paris = network("paris", { name: "Paris" });
    const lists: Lists = { "networks o1": [] };
    const made = (): Reply => {
      lists["networks o1"] = [item("network", "Paris", { id: "n8", value: { name: "Paris" } })];
      return { meaning: "accepted", id: "n8" };
    };
    const script = { desired: [paris], lists, replies: [made], interrupted, journal, task: () => running };
    const { outcome, result } = await applied(script);
    expect(outcome("cloud/network/paris")).toMatchObject({ state: "applied" });
    expect(endsOpen(result)).toBe(true);
    expect(ended()).toEqual([expect.objectContaining({ step: intent.step, task })]);
  });

  test("looks at what is live where the server has forgotten the task", async () => {
    const { script, done } = creating({ interrupted });
    const ask = (): TaskReply => {
      done();
      return { state: "gone", detail: "no such task" };
    };
    const { writes, outcome } = await applied({ ...script, task: ask });
    expect(writes).toEqual([]);
    expect(outcome(address)).toMatchObject({ state: "applied", id: "n7" });
  });

  test("says of it that it was not carried out, or goes on, where the plan still has it", async () => {
    const { plan } = await applied(creating().script);
    expect(resolve(interrupted, plan).map(({ is }) => is)).toEqual(["not applied, or still in progress"]);
    expect(resolve([intent], plan).map(({ is }) => is)).toEqual(["not applied"]);
  });
});
