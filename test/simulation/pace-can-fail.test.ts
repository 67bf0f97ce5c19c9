/** Tests the judges (checks) of the pace: each notices requests that are sent wrongly. */

import { test } from "vitest";
import type { BatchSession } from "../../src/drivers/contract/batch-session.ts";
import { problem } from "../../src/model/problem.ts";
import type { Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { judgeJoints } from "./decisions/joints/judge-joints.ts";
import { type BatchLie, judgeBatchBounds } from "./decisions/pace/batch-bounds.ts";
import { judgeBatchTasks } from "./decisions/pace/batch-tasks.ts";
import { judgeTraffic } from "./decisions/pace/judge-traffic.ts";
import { judgeTask, type TaskLie } from "./decisions/pace/tasks.ts";
import type { PaceLie } from "./decisions/pace/traffic.ts";
import { judgeLists } from "./decisions/unseen/lists.ts";
import { noticing } from "./lies/noticing.ts";

/** Runs seeds until a check reports the expected fault. */
function expecting(judge: (seed: number) => Promise<readonly string[]>, text: RegExp): Promise<void> {
  return noticing(judge, text, { to: 200 });
}

test("what is read through another, or is too much, and is said to be whole: noticed", async () => {
  const none = (seed: number) => judgeJoints(seed, { reply: () => ({ state: "whole", items: [] }) });
  await expecting(none, /^read via: /);
  await expecting(none, /^bounds: whole with /);
});

test("what is asked once more, or is said to be too much: noticed", async () => {
  const once = (seed: number) => judgeJoints(seed, { asked: (times) => times + 1 });
  await expecting(once, /^read via: \w+ is asked of /);
  await expecting(once, /^bounds: asked \d times, with /);
  await expecting(
    (seed) => judgeJoints(seed, { isExcess: (is) => !is }),
    /^bounds: it is said to be too much/,
  );
});

test("a wait that is told as shorter than what the server asked for: noticed", () =>
  expecting((seed) => judgeTraffic(seed, undefined, (ms) => ms / 4), /^traffic: said to wait/));

test("a list of many pages that is said to be whole and lacks something, or to be unknown for nothing: noticed", async () => {
  const lacking = (seed: number) =>
    judgeLists(seed, (list) => ("problem" in list ? list : { ...list, items: list.items.slice(1) }));
  await expecting(lacking, /^list: .* whole without id-/);
  const unknown = { problem: problem("no-list", "it is not known") };
  await expecting((seed) => judgeLists(seed, () => unknown), /^list: .* unknown: it is not known/);
});

const calm = new AbortController().signal;

/** Returns a planted fault that replaces the sending of requests. */
const sending =
  (send: (wire: Wire, request: WireRequest) => Promise<WireReply>): PaceLie =>
  (wire) => ({ send: (request) => send(wire, request) });

const isWrite = ({ method }: WireRequest) => method !== "GET";

test.each<readonly [string, PaceLie, RegExp]>([
  [
    "a request that is sent besides",
    sending(async (wire, request) => {
      await wire.send(request, calm);
      return wire.send(request, calm);
    }),
    /^traffic: over [\d.]+ in a second/,
  ],
  [
    "a request in a pause",
    sending(async (wire, request) => {
      const reply = await wire.send(request, calm);
      const isRefused = reply.outcome === "answered" && reply.status === 429;
      return isRefused ? wire.send(request, calm) : reply;
    }),
    /^traffic: \d+ left at .*, in a pause until/,
  ],
  [
    "a pause of which nobody is told",
    sending(async (wire, request) => {
      const reply = await wire.send(request, calm);
      const { "retry-after": _, ...headers } = reply.outcome === "answered" ? reply.headers : {};
      return reply.outcome === "answered" ? { ...reply, headers } : reply;
    }),
    /^traffic: \d+ left at .*, in a pause until/,
  ],
  [
    "a pause that is said to be a long one",
    sending(async (wire, request) => {
      const reply = await wire.send(request, calm);
      if (reply.outcome !== "answered" || reply.status !== 429) return reply;
      return { ...reply, headers: { "retry-after": "100000" } };
    }),
    /^traffic: \d+ is given up at .*, and no pause is too long/,
  ],
  [
    "a write that is sent again after a failure",
    sending(async (wire, request) => {
      const reply = await wire.send(request, calm);
      const isLost = reply.outcome === "lost" || (reply.outcome === "answered" && reply.status >= 500);
      return isWrite(request) && isLost ? wire.send(request, calm) : reply;
    }),
    /^traffic: \d+, a PUT, failed 2 times/,
  ],
  [
    "failures that nobody counts",
    sending(async (wire, request) => {
      const reply = await wire.send(request, calm);
      if (reply.outcome === "answered" && reply.status < 500) return reply;
      return { outcome: "answered", status: 404, headers: {}, text: "" };
    }),
    /^traffic: \d+ left at .*, after \d+ failures/,
  ],
  [
    "answers that count as failures",
    sending(async (wire, request) => {
      const reply = await wire.send(request, calm);
      return reply.outcome === "answered" ? { ...reply, status: 500 } : reply;
    }),
    /^traffic: \d+ is not sent after \d failures/,
  ],
])("the simulation notices %s", (_, lie, text) => expecting((seed) => judgeTraffic(seed, lie), text));

test.each<readonly [string, TaskLie, RegExp]>([
  ["is said to be done", () => ({ is: "done" }), /^task: said to be done, and it was/],
  ["is given up", () => ({ is: "late" }), /^task: given up at/],
  ["counts as gone", () => ({ is: "gone", detail: "" }), /^task: gone at/],
])("the simulation notices a task that %s", (_, lie, text) =>
  expecting((seed) => judgeTask(seed, lie), text),
);

test.each<readonly [string, TaskLie, RegExp]>([
  ["is said to be done", () => ({ is: "done" }), /^batches: .* is said to be done, and was/],
  ["is given up", () => ({ is: "late" }), /^batches: .* is given up after/],
  ["counts as gone", () => ({ is: "gone", detail: "" }), /^batches: .* is gone at/],
])("the simulation notices a batch that %s", (_, lie, text) =>
  expecting((seed) => judgeBatchTasks(seed, lie), text),
);

/** Returns a planted fault that changes how a product accepts batches, or answers them. */
const batching =
  (change: (is: BatchSession) => Partial<BatchSession>): BatchLie =>
  (ports) => ({ ...ports, batching: { ...ports.batching, ...change(ports.batching) } });

test.each<readonly [string, BatchLie, RegExp]>([
  [
    "of which one too many is out",
    batching(({ running }) => ({ running: running + 1 })),
    /^bounds of batches: one leaves at .* while \d are out/,
  ],
  [
    "that are larger than the product takes them",
    batching(({ size }) => ({ size: size + 1 })),
    /^bounds of batches: one of \d+ writes of/,
  ],
  [
    "that are full, and wait for more",
    batching(({ size }) => ({ size: size + 1 })),
    /^bounds of batches: \d+ of \w wait from .* and \d are out/,
  ],
  [
    "that are smaller than the product takes them",
    batching(({ size }) => ({ size: size - 1 })),
    /^bounds of batches: \d+ writes go in \d+ requests/,
  ],
  [
    "whose writes are looked at too early",
    batching(({ running }) => ({ running: running + 1 })),
    /^bounds of batches: \d+ of \w are looked at while \d are out/,
  ],
  [
    "that wait too long for others",
    (ports) => ({
      ...ports,
      clock: { ...ports.clock, wait: (ms, signal) => ports.clock.wait(ms * 5, signal) },
    }),
    /^bounds of batches: \S+ waits for \d+ ms without any need/,
  ],
  [
    "of which nobody learns who was wrong",
    batching(({ send }) => ({
      send: async (writes, signal) => {
        const reply = await send(writes, signal);
        return reply.meaning === "tasks" ? { ...reply, tasks: reply.tasks.toReversed() } : reply;
      },
    })),
    /^bounds of batches: \S+ is said to be bad/,
  ],
  [
    "that are sent twice",
    batching(({ send }) => ({
      send: async (writes, signal) => {
        await send(writes, signal);
        return send(writes, signal);
      },
    })),
    /^bounds of batches: \S+ is written, .* carried out 2 times/,
  ],
  [
    "of more than one scope",
    batching(() => ({ scopeOf: () => "all" })),
    /^bounds of batches: one of \d+ writes of 2 scopes/,
  ],
])("the simulation notices batches %s", (_, lie, text) =>
  expecting((seed) => judgeBatchBounds(seed, lie), text),
);
