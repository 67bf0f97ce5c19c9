/** How trueup waits for a task: when it polls, what ends the wait, and what an answer without information causes. */

import { describe, expect, test } from "vitest";
import { problem } from "../../src/model/problem.ts";
import type { Milliseconds, Task, TaskReply } from "../../src/model/reply.ts";
import { awaitTask } from "../../src/pace/tasks.ts";
import { VirtualClock } from "../servers/virtual-time/clock.ts";

const task: Task = {
  id: "t1",
  path: "/task/t1",
  kind: "area",
  operation: "create",
  everyMs: 1000,
  withinMs: 300_000,
};
const running: TaskReply = { state: "running" };
const gone: TaskReply = { state: "gone", detail: "no such task" };

interface Asked {
  readonly of?: Partial<Task>;
  readonly atOnce?: boolean;
  readonly abortAt?: Milliseconds;
}

/** Waits for a task in virtual time. A poll takes no time. */
async function waited(answer: (at: Milliseconds) => TaskReply, { of, atOnce, abortAt }: Asked = {}) {
  const clock = new VirtualClock();
  const controller = new AbortController();
  const times: Milliseconds[] = [];
  const ask = async () => {
    times.push(clock.now());
    return answer(clock.now());
  };
  if (abortAt !== undefined) void clock.wait(abortAt).then(() => controller.abort(new Error("stopped")));
  const on = { ask, clock, listener: undefined, target: "campus", address: "campus/area/berlin" } as const;
  const ending = awaitTask({ ...on, ...(atOnce && { atOnce }) }, { ...task, ...of }, controller.signal).catch(
    (error: Error) => error.message,
  );
  const end = await clock.run(ending);
  return { end, times, ms: clock.now() };
}

describe("a task", () => {
  test("is asked for after its interval, or at once where it was begun long ago", async () => {
    const later = await waited(() => ({ state: "done", id: "s1" }));
    expect(later).toEqual({ end: { is: "done", id: "s1" }, times: [1000], ms: 1000 });
    const atOnce = await waited(() => ({ state: "done" }), { atOnce: true });
    expect(atOnce).toEqual({ end: { is: "done", id: undefined }, times: [0], ms: 0 });
  });

  test("is asked for every second at first, then each time a tenth later", async () => {
    const { times } = await waited((at) => (at < 30_000 ? running : { state: "done" }));
    expect(times.slice(0, 12)).toEqual([
      1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000, 11_000, 12_100,
    ]);
    expect(times.at(-1)).toBeLessThan(33_001);
  });

  test("is asked for a last time when its time is over, and fewer than fifty times in five minutes", async () => {
    const { end, times, ms } = await waited(() => ({ state: "running", detail: "In progress" }));
    expect(end).toEqual({ is: "late", detail: "In progress" });
    expect([times.at(-1), ms]).toEqual([300_000, 300_000]);
    expect(times.length).toBeLessThan(50);
  });

  test("without time is asked for once", async () => {
    const { end, times } = await waited(() => running, { of: { withinMs: 0 }, atOnce: true });
    expect(end).toEqual({ is: "late", detail: undefined });
    expect(times).toEqual([0]);
  });

  test("tells its failure", async () => {
    const found = problem("task-failed", "a site of that name exists");
    const { end } = await waited(() => ({ state: "failed", problem: found }));
    expect(end).toEqual({ is: "failed", problem: found });
  });

  test("that a server asks to come back for later is left alone until then", async () => {
    const busy: TaskReply = { state: "unclear", detail: "answered 429", retryAfter: 7000 };
    const { times } = await waited((at) => (at < 2000 ? busy : { state: "done" }));
    expect(times).toEqual([1000, 8000]);
  });

  test("that is not there is asked for again for half a minute on end, and believed then", async () => {
    const never = await waited(() => gone);
    expect(never.end).toEqual({ is: "gone", detail: "no such task" });
    expect(never.ms).toBeGreaterThanOrEqual(31_000);
    expect(never.ms).toBeLessThan(35_000);
    const flickering = await waited((at) => (at > 25_000 && at < 29_000 ? running : gone));
    expect(flickering.ms).toBeGreaterThan(58_000);
    const short = await waited(() => gone, { of: { withinMs: 5000 } });
    expect(short).toMatchObject({ end: { is: "late", detail: "no such task" }, ms: 5000 });
  });

  test("is left alone at once when the run is stopped", async () => {
    const { end, ms } = await waited(() => running, { abortAt: 4500 });
    expect(end).toBe("stopped");
    expect(ms).toBe(4500);
  });
});
