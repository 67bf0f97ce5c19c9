/** Simulates a polled task. Its end must be reported as on the server, in time, and without too many polls. */

import { problem } from "../../../../src/model/problem.ts";
import type { TaskReply } from "../../../../src/model/reply.ts";
import { awaitTask, type TaskEnd } from "../../../../src/pace/tasks.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";

/** Falsifies the reported end of a task, to test that the checks notice it. */
export type TaskLie = (end: TaskEnd) => TaskEnd;

/** How many milliseconds a server may deny that a task exists which it has just started. */
const goneMs = 30_000;

/** Waits for a task of a seed, and checks the reported end. */
export async function judgeTask(seed: number, lie: TaskLie = (end) => end): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 14);
  const clock = new VirtualClock();
  const withinMs = pick(draw, [20_000, 120_000, 300_000]);
  const everyMs = pick(draw, [500, 2000, 5000]);
  const task = { id: "7", path: "/task/7", kind: "network", operation: "create", everyMs, withinMs } as const;
  const lasts = lastsOf(draw, withinMs);
  const asked: { readonly at: number; readonly is: TaskReply["state"]; readonly retryAfter: number }[] = [];
  const ask = async (): Promise<TaskReply> => {
    const reply = answerAt(draw, clock.now(), lasts);
    const retryAfter = reply.state === "unclear" ? (reply.retryAfter ?? 0) : 0;
    asked.push({ at: clock.now(), is: reply.state, retryAfter });
    await clock.wait(pick(draw, [10, 400]));
    return reply;
  };
  const on = {
    ask,
    clock,
    listener: undefined,
    target: "t",
    address: "t/network/n1" as const,
    atOnce: maybe(draw, 0.3),
  };
  const end = lie(await clock.run(awaitTask(on, task, new AbortController().signal)));
  const endedAt = clock.now();
  const last = asked.at(-1);
  const broken: string[] = [];
  if (end.is === "done" || end.is === "failed") {
    if (last?.is !== end.is) broken.push(`said to be ${end.is}, and it was ${last?.is}`);
  } else if (last?.is === "done" || last?.is === "failed")
    broken.push(`${last.is}, and said to be ${end.is}`);
  const begin = asked[0]?.at ?? endedAt;
  if (on.atOnce ? begin > 0 : begin < everyMs) broken.push(`asked for the first time at ${begin}`);
  if (end.is === "late" && endedAt < withinMs) broken.push(`given up at ${endedAt} of ${withinMs}`);
  if (end.is === "gone") {
    const since = asked[asked.findLastIndex(({ is }) => is !== "gone") + 1]?.at ?? 0;
    if ((last?.at ?? 0) - since < Math.min(goneMs, withinMs))
      broken.push(`gone at ${last?.at}, since ${since}`);
  }
  if (endedAt > withinMs + 1000) broken.push(`waited for until ${endedAt}, and it has ${withinMs}`);
  for (const [index, one] of asked.entries()) {
    const next = asked[index + 1];
    const least = Math.min(Math.max(everyMs, one.retryAfter), Math.max(withinMs - one.at - 1000, 0));
    const most = Math.max(everyMs, one.retryAfter, next ? next.at / 10 : 0) + 1000;
    if (next && next.at - one.at > most) broken.push(`asked at ${one.at}, and only at ${next.at} again`);
    if (next && next.at - one.at < least) broken.push(`asked at ${one.at} and again at ${next.at}`);
  }
  if (asked.length > 120) broken.push(`asked ${asked.length} times`);
  return broken.map((line) => `task: ${line}`);
}

/** When and how a task ends, and when the server denies it. */
interface Lasting {
  readonly endsAt: number;
  readonly well: boolean;
  readonly gone: readonly { readonly from: number; readonly until: number }[];
  /** The share of answers from a part of the server that does not know the task, from 0 to 1. */
  readonly flickers: number;
  readonly unclear: number;
}

function lastsOf(draw: Draw, withinMs: number): Lasting {
  const gone = Array.from({ length: 1 + under(draw, 3) }, () => {
    const from = pick(draw, [0, 0, under(draw, withinMs)]);
    return { from, until: from + pick(draw, [0, 0, 3000, 25_000, 1_000_000]) };
  });
  return {
    endsAt: under(draw, withinMs * 1.5),
    well: maybe(draw, 0.7),
    gone,
    flickers: pick(draw, [0, 0, 0.3, 0.6]),
    unclear: pick(draw, [0, 0.3]),
  };
}

function answerAt(draw: Draw, now: number, { endsAt, well, gone, flickers, unclear }: Lasting): TaskReply {
  const isGone = gone.some(({ from, until }) => now >= from && now < until);
  if (isGone || maybe(draw, flickers)) return { state: "gone", detail: "no such task" };
  if (maybe(draw, unclear))
    return { state: "unclear", detail: "try again", retryAfter: pick(draw, [undefined, 4000]) };
  if (now < endsAt) return { state: "running", detail: "IN_PROGRESS" };
  return well ? { state: "done", id: "new" } : { state: "failed", problem: problem("refused", "it failed") };
}
