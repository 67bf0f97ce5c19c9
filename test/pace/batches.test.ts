/** How writes are gathered into batches, and how trueup waits for batches, in virtual time with a fictional product. */

import { describe, expect, test } from "vitest";
import { BatchQueue } from "../../src/apply/queue/batch-queue.ts";
import { BatchTasks } from "../../src/apply/queue/batch-tasks.ts";
import type { BatchReply, BatchSession, BatchTaskSession } from "../../src/drivers/contract/batch-session.ts";
import type { Write } from "../../src/drivers/contract/contract.ts";
import { problem } from "../../src/model/problem.ts";
import type { Reply, Task, TaskReply } from "../../src/model/reply.ts";
import { Exclusive } from "../../src/pace/semaphore.ts";
import { calm, writeOf } from "../drivers/opened.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const refused: BatchReply = { meaning: "refused", problem: problem("refused", "one of them is wrong") };

/** Returns a product that accepts up to 5 batches at once with up to 100 writes each, and a queue for it. */
function product(
  answer: (names: readonly string[], at: number) => BatchReply | "tasks" = () => "tasks",
  exclusive = new Exclusive(),
) {
  const clock = new VirtualClock();
  const batches: (readonly string[])[] = [];
  const times: number[] = [];
  const alone: string[] = [];
  let found: readonly Task[] | undefined;
  let looks = 0;
  const tasksOf = (writes: readonly Write[], id: string): readonly Task[] =>
    writes.map(({ kind, operation }, at) => ({
      ...{ id, path: `/batches/${id}`, kind, operation, everyMs: 1000, withinMs: 600_000 },
      batch: { at, of: writes.length },
    }));
  const batching: BatchSession = {
    ...{ size: 100, from: 4, running: 5 },
    scopeOf: ({ scope, once }) => (once ? undefined : scope.organization),
    send: async (writes) => {
      const names = writes.map(({ identity }) => identity);
      batches.push(names);
      times.push(clock.now());
      const said = answer(names, batches.length - 1);
      return said === "tasks" ? { meaning: "tasks", tasks: tasksOf(writes, `b${batches.length}`) } : said;
    },
    tasks: {
      find: async (writes) => {
        looks += 1;
        return found && tasksOf(writes, "found");
      },
      ask: async () => [],
    },
  };
  const write = async ({ identity }: Write): Promise<Reply> => {
    alone.push(identity);
    return { meaning: "accepted" };
  };
  const queue = new BatchQueue({ batching, session: { write }, clock, exclusive });
  const seen = { batches, times, alone, looks: () => looks };
  return { queue, clock, ...seen, showing: (tasks: readonly Task[]) => (found = tasks) };
}

/** Submits all writes before the first one is sent, like the steps of an apply. */
function writeAll(queue: BatchQueue, writes: readonly Write[], signal = calm): readonly Promise<Reply>[] {
  const turns = writes.map((write) => queue.turn(write, signal));
  return writes.map(async (write, at) => {
    await turns[at];
    return queue.write(write, signal);
  });
}

const update = (name: string, more: Partial<Write> = {}) =>
  writeOf({ operation: "update", kind: "ssid", identity: name, scope: { organization: "Acme" }, ...more });
const updates = (count: number) => named(count).map((name) => update(name));
const named = (count: number, prefix = "w") => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

describe("writes of one organization", () => {
  test("go in as few batches as the product takes, five at once; the next when one has ended", async () => {
    const { queue, clock, batches } = product();
    const replies = writeAll(queue, updates(620));
    await clock.run(Promise.all(replies.slice(0, 500)));
    expect(batches.map((names) => names.length)).toEqual([100, 100, 100, 100, 100]);
    const first = await replies[0];
    if (first?.meaning === "pending") queue.ended(first.task);
    await clock.run(Promise.all(replies.slice(500, 600)));
    expect(batches).toHaveLength(6);
  });

  test("wait for a batch that an earlier run has left under way, once no other has room beside it", async () => {
    const { queue, clock, batches } = product();
    const place = { id: "left", path: "/batches/left", kind: "ssid" };
    const left: Task = { ...place, operation: "update", everyMs: 1000, withinMs: 600_000 };
    queue.goesOn(update("earlier"), left);
    const replies = writeAll(queue, updates(500));
    await clock.run(Promise.all(replies.slice(0, 400)));
    expect(batches).toHaveLength(4);
    queue.ended(left);
    await clock.run(Promise.all(replies));
    expect(batches).toHaveLength(5);
  });

  test("wait for those that are on their way, and for no others, and not longer than four seconds", async () => {
    const { queue, clock, batches, times } = product();
    const wanted = named(10);
    for (const name of [...wanted, "late"]) void queue.turn(update(name), calm);
    const replies = wanted.map((name) => queue.write(update(name), calm));
    await clock.run(Promise.all(replies));
    expect([batches, times]).toEqual([[wanted], [4000]]);

    const others = product();
    for (const name of [...wanted, "none"]) void others.queue.turn(update(name), calm);
    const sent = wanted.map((name) => others.queue.write(update(name), calm));
    others.queue.forget(update("none").address);
    await others.clock.run(Promise.all(sent));
    expect([others.batches, others.times]).toEqual([[wanted], [0]]);
  });

  test("that come at the same moment go together, though the first is there before the second has asked", async () => {
    const { queue, clock, batches, alone } = product();
    const written = async (write: Write) => {
      await queue.turn(write, calm);
      return queue.write(write, calm);
    };
    const replies: Promise<Reply>[] = [];
    for (const write of updates(6)) {
      replies.push(written(write));
      for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
    }
    await clock.run(Promise.all(replies));
    expect([batches.map((names) => names.length), alone]).toEqual([[6], []]);
  });

  test("go one by one where they are few, where they must, and where nothing is shared", async () => {
    const { queue, clock, batches, alone } = product();
    const few = writeAll(queue, updates(3));
    const once = writeAll(
      queue,
      named(9, "once").map((name) => update(name, { once: true })),
    );
    const elsewhere = writeAll(
      queue,
      named(9, "x").map((name) => update(name, { scope: {} })),
    );
    await clock.run(Promise.all([...few, ...once, ...elsewhere]));
    expect(batches).toEqual([]);
    expect(alone).toHaveLength(21);
  });

  test("are not kept once the run is stopped", async () => {
    const { queue, clock, batches, alone } = product();
    const stop = new AbortController();
    for (const name of named(9)) void queue.turn(update(name), calm);
    const replies = named(8).map((name) => queue.write(update(name), stop.signal));
    stop.abort();
    await clock.run(Promise.all(replies));
    expect([batches.length, alone.length, clock.now()]).toEqual([0, 8, 0]);
  });
});

test("what must not leave any more is told so, and the rest goes without it", async () => {
  const late = problem("not-fresh", "its turn came too late");
  const { queue, clock, batches } = product((names, at) =>
    at === 0
      ? { meaning: "held", problems: names.map((name) => (name === "w2" ? late : undefined)) }
      : "tasks",
  );
  const said = await clock.run(Promise.all(writeAll(queue, updates(8))));
  expect(said[2]).toEqual({ meaning: "refused", problem: late });
  expect(batches.map((names) => names.length)).toEqual([8, 7]);
});

describe("a batch that is refused as a whole", () => {
  test("is sent in halves, until what is wrong with it stands alone and is said by itself", async () => {
    const { queue, clock, batches, alone } = product((names) => (names.includes("w11") ? refused : "tasks"));
    const replies = writeAll(queue, updates(16));
    const said = await clock.run(Promise.all(replies));
    expect(batches.map((names) => names.length)).toEqual([16, 8, 8, 4, 4]);
    expect(alone.sort()).toEqual(["w10", "w11", "w8", "w9"]);
    expect(said.filter(({ meaning }) => meaning === "pending")).toHaveLength(12);
  });

  test("three times in a row means that whoever asks may send none", async () => {
    const { queue, clock, batches, alone } = product(() => refused);
    await clock.run(Promise.all(writeAll(queue, updates(100))));
    expect(batches.length).toBeLessThanOrEqual(4);
    expect(alone).toHaveLength(100);
  });

  test("is forgotten once one was taken: two and two are not three in a row", async () => {
    const { queue, clock, batches } = product((_, at) => (at % 3 === 2 ? "tasks" : refused));
    const send = (of: string) =>
      clock.run(
        Promise.all(
          writeAll(
            queue,
            named(8, of).map((name) => update(name)),
          ),
        ),
      );
    for (const of of ["a", "b", "c"]) await send(of);
    expect(batches.map((names) => names[0])).toEqual(["a0", "a0", "a4", "b0", "b0", "b4", "c0", "c0", "c4"]);
  });
});

describe("a batch whose reply was lost", () => {
  const lost = { meaning: "lost", detail: "the connection broke" } as const;

  test("is looked for, and waited for where it is under way", async () => {
    const { queue, clock, showing } = product(() => lost);
    const replies = writeAll(queue, updates(8));
    showing([]);
    const said = await clock.run(Promise.all(replies));
    expect(said.map((reply) => reply.meaning === "pending" && reply.task.id)).toEqual(
      Array.from({ length: 8 }, () => "found"),
    );
  });

  test("and that is not to be seen is lost for each of its writes, after three looks", async () => {
    const { queue, clock, batches, looks } = product(() => lost);
    const said = await clock.run(Promise.all(writeAll(queue, updates(8))));
    expect(new Set(said)).toEqual(new Set([lost]));
    expect([batches.length, looks(), clock.now()]).toEqual([1, 3, 7000]);
  });
});

test("what was wrong in a batch that was not carried out comes alone, and the rest together", async () => {
  const { queue, clock, batches, alone } = product();
  const replies = await clock.run(Promise.all(writeAll(queue, updates(8))));
  const [first] = replies;
  if (first?.meaning !== "pending") throw new Error("no batch was sent");
  for (const name of named(8))
    queue.again(update(name).address, first.task, name === "w3" ? "it" : "another");
  queue.ended(first.task);
  await clock.run(Promise.all(writeAll(queue, updates(8))));
  expect(alone).toEqual(["w3"]);
  expect(batches[1]).toEqual(named(8).filter((name) => name !== "w3"));
});

describe("what must be kept apart", () => {
  const apart = (name: string, more: Partial<Write> = {}) => ({ ...update(name, more), exclusive: "one" });

  test("goes one batch after the other, also of another scope, each until its task has ended", async () => {
    const { queue, clock, batches } = product();
    const other = { scope: { organization: "Other" } };
    const first = named(4).map((name) => queue.write(apart(name), calm));
    const second = named(4, "o").map((name) => queue.write(apart(name, other), calm));
    await clock.run(Promise.all(first));
    expect(batches).toEqual([named(4)]);
    const [reply] = await Promise.all(first);
    if (reply?.meaning === "pending") queue.ended(reply.task);
    await clock.run(Promise.all(second));
    expect(batches).toEqual([named(4), named(4, "o")]);
  });

  test("waits for what is written elsewhere under the same lock, and what goes by itself does too", async () => {
    const exclusive = new Exclusive();
    const { queue, clock, batches, alone } = product(() => "tasks", exclusive);
    const release = await exclusive.acquire("one");
    const together = named(4).map((name) => queue.write(apart(name), calm));
    const single = queue.write(apart("single", { once: true }), calm);
    await clock.run(clock.wait(10_000));
    expect([batches, alone]).toEqual([[], []]);
    release();
    const [reply] = await clock.run(Promise.all(together));
    if (reply?.meaning === "pending") queue.ended(reply.task);
    await clock.run(single);
    expect([batches, alone]).toEqual([[named(4)], ["single"]]);
  });
});

describe("batches that are waited for", () => {
  const part = (id: string, at: number): Task => ({
    ...{ id, path: `/batches/${id}`, kind: "ssid", operation: "update", budget: "Acme" },
    ...{ everyMs: 1000, withinMs: 600_000, batch: { at, of: 100 } },
  });
  const parts = (batches: number) =>
    Array.from({ length: batches }, (_, of) =>
      Array.from({ length: 100 }, (__, at) => part(`b${of}`, at)),
    ).flat();

  function asking(answer: (task: Task, now: number) => TaskReply) {
    const clock = new VirtualClock();
    const times: number[] = [];
    const ask: BatchTaskSession["ask"] = async (tasks) => {
      times.push(clock.now());
      return tasks.map((task) => answer(task, clock.now()));
    };
    const tasks = new BatchTasks({ session: { ask }, clock, listener: undefined, target: "cloud" });
    const end = (task: Task, signal = calm) => tasks.end({ task, address: "cloud/ssid/a" }, signal);
    return { clock, times, end };
  }

  test("are asked for together, ever more rarely", async () => {
    const { clock, times, end } = asking((_, now) => ({ state: now < 30_000 ? "running" : "done" }));
    const ends = await clock.run(Promise.all(parts(5).map((task) => end(task))));
    expect(ends.every(({ is }) => is === "done")).toBe(true);
    expect(times).toEqual([1000, 2000, 4000, 8000, 16_000, 26_000, 36_000]);
  });

  test("tell each of their writes what became of it", async () => {
    const { clock, end } = asking(({ batch }) =>
      batch?.at === 7
        ? { state: "undone", detail: "VLAN 5000", cause: "it" }
        : { state: "undone", detail: "VLAN 5000", cause: "another" },
    );
    const ends = await clock.run(Promise.all(parts(1).map((task) => end(task))));
    expect(ends[7]).toEqual({ is: "undone", detail: "VLAN 5000", cause: "it" });
    expect(ends[8]).toEqual({ is: "undone", detail: "VLAN 5000", cause: "another" });
  });

  test("are waited for as long as the product may take, and no longer than the run goes on", async () => {
    const { clock, end } = asking(() => ({ state: "running" }));
    expect(await clock.run(end(part("b", 0)))).toEqual({ is: "late", detail: undefined });
    expect(clock.now()).toBeGreaterThanOrEqual(600_000);
    const stop = new AbortController();
    const left = asking(() => {
      stop.abort(new Error("stopped"));
      return { state: "running" };
    });
    await expect(left.clock.run(left.end(part("b", 0), stop.signal))).rejects.toThrow("stopped");
  });

  test("and are nowhere to be seen for half a minute are gone", async () => {
    const { clock, end } = asking(() => ({ state: "gone", detail: "no such batch" }));
    expect(await clock.run(end(part("b", 0)))).toEqual({ is: "gone", detail: "no such batch" });
  });
});
