/**
 * Simulates batches that are polled together. The end of each part must be reported as on the server, in time, and
 * without too many polls.
 */

import { BatchTasks } from "../../../../src/apply/queue/batch-tasks.ts";
import { problem } from "../../../../src/model/problem.ts";
import type { Task, TaskReply } from "../../../../src/model/reply.ts";
import type { TaskEnd } from "../../../../src/pace/tasks.ts";
import { seeded, VirtualClock } from "../../../servers/virtual-time/clock.ts";
import { type Draw, maybe, pick, under } from "../../draw.ts";
import type { TaskLie } from "./tasks.ts";

/** A drawn part of a batch. */
interface DrawnPart {
  readonly task: Task;
  readonly joinsAt: number;
  readonly isAtOnce: boolean;
  readonly endsAt: number;
  readonly ends: "done" | "failed" | "undone";
  /** How many milliseconds after `joinsAt` the server begins to deny that the part exists. */
  readonly goneFrom: number;
}

/** An answer about a part: when it was requested, when it arrived, and what it said. */
interface Answered {
  readonly at: number;
  readonly heard: number;
  readonly state: TaskReply["state"];
}

/** How many milliseconds after its creation a batch may be missing in the list of its server. */
const goneMs = 30_000;
/** The longest interval between two polls, in milliseconds. */
const longestMs = 10_000;
/** The longest latency, in milliseconds. */
const wayMs = 400;

/** Waits for the batches of a seed, and checks the reported end of each part. */
export async function judgeBatchTasks(seed: number, lie: TaskLie = (end) => end): Promise<readonly string[]> {
  const draw = seeded(seed * 16 + 15);
  const clock = new VirtualClock();
  const parts = Array.from({ length: 1 + under(draw, 5) }, (_, number) => partOf(draw, number));
  const flickers = pick(draw, [0, 0, 0.3, 0.6]);
  const unclear = pick(draw, [0, 0, 0.2]);
  const answers = new Map<DrawnPart, Answered[]>(parts.map((part) => [part, []]));
  const asks: { readonly budget: string | undefined; readonly at: number }[] = [];
  const ask = async (tasks: readonly Task[]): Promise<readonly TaskReply[]> => {
    const at = clock.now();
    asks.push({ budget: tasks[0]?.budget, at });
    const isUnclear = maybe(draw, unclear);
    const isGone = maybe(draw, flickers);
    await clock.wait(pick(draw, [10, wayMs]));
    return tasks.map((task) => {
      const part = parts.find((one) => one.task === task);
      const reply = part
        ? answerAt(part, at, { isUnclear, isGone })
        : ({ state: "gone", detail: "" } as const);
      if (part) answers.get(part)?.push({ at, heard: clock.now(), state: reply.state });
      return reply;
    });
  };
  const tasks = new BatchTasks({ session: { ask }, clock, listener: undefined, target: "t" });
  const forever = new AbortController().signal;
  // A batch that an earlier run started is polled at once.
  const begun = new Set(parts.filter(({ isAtOnce }) => isAtOnce).map(({ joinsAt }) => joinsAt));
  const ends = await clock.run(
    Promise.all(
      parts.map(async ({ task, joinsAt, isAtOnce }, number) => {
        await clock.wait(joinsAt);
        const end = await tasks.end({ task, address: `t/network/n${number}`, isAtOnce }, forever);
        return { end: lie(end), at: clock.now() };
      }),
    ),
  );
  const broken = parts.flatMap((part, number) => {
    const ended = ends[number];
    return ended ? judgePart(part, ended, answers.get(part) ?? []) : [];
  });
  return [...broken, ...judgePauses(asks, begun)].map((line) => `batches: ${line}`);
}

function partOf(draw: Draw, number: number): DrawnPart {
  const withinMs = pick(draw, [20_000, 120_000]);
  const budget = pick(draw, ["a", "a", "b"]);
  const batch = `batch-${under(draw, 3)}-${budget}`;
  const operation = pick(draw, ["create", "update", "remove"]);
  const place = { kind: "network", operation, path: `/batches/${batch}`, budget } as const;
  return {
    task: { id: batch, ...place, everyMs: 1000, withinMs, batch: { at: number, of: 5 } },
    joinsAt: pick(draw, [0, 0, under(draw, 30_000)]),
    isAtOnce: number === 0 && maybe(draw, 0.3),
    endsAt: under(draw, withinMs * 1.3),
    ends: pick(draw, ["done", "done", "failed", "undone"]),
    goneFrom: pick(draw, [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, under(draw, withinMs)]),
  };
}

function answerAt(
  { endsAt, ends, goneFrom, joinsAt }: DrawnPart,
  now: number,
  { isUnclear, isGone }: { readonly isUnclear: boolean; readonly isGone: boolean },
): TaskReply {
  if (isUnclear) return { state: "unclear", detail: "try again" };
  if (isGone || now >= goneFrom + joinsAt) return { state: "gone", detail: "no such batch" };
  if (now < endsAt + joinsAt) return { state: "running" };
  if (ends === "done") return { state: "done", id: "new" };
  if (ends === "failed") return { state: "failed", problem: problem("refused", "it failed") };
  return { state: "undone", detail: "another one failed", cause: "another" };
}

/**
 * | the last answer      | the end                                                              |
 * | -------------------- | -------------------------------------------------------------------- |
 * | done, failed, undone | the same                                                             |
 * | anything else        | late at the timeout; gone after 30 s of such answers without a break |
 */
function judgePart(
  { task: { id, withinMs }, joinsAt, isAtOnce }: DrawnPart,
  { end, at }: { readonly end: TaskEnd; readonly at: number },
  answers: readonly Answered[],
): readonly string[] {
  const broken: string[] = [];
  const last = answers.at(-1);
  const isOver = last?.state === "done" || last?.state === "failed" || last?.state === "undone";
  const saysOver = end.is === "done" || end.is === "failed" || end.is === "undone";
  if ((isOver || saysOver) && last?.state !== end.is)
    broken.push(`${id} is said to be ${end.is}, and was ${last?.state}`);
  const before = answers.slice(0, -1).find(({ state }) => ["done", "failed", "undone"].includes(state));
  if (before) broken.push(`${id} was ${before.state} at ${before.at}, and was asked for again`);
  if (end.is === "late" && at - joinsAt < withinMs)
    broken.push(`${id} is given up after ${at - joinsAt} of ${withinMs}`);
  if (end.is === "gone") {
    const first = answers[answers.findLastIndex(({ state }) => state !== "gone") + 1];
    const since = first?.heard ?? 0;
    if (at - since < Math.min(goneMs, withinMs)) broken.push(`${id} is gone at ${at}, since ${since}`);
  }
  if (at - joinsAt > withinMs + longestMs + 2 * wayMs)
    broken.push(`${id} is waited for until ${at}, since ${joinsAt}, and it has ${withinMs}`);
  const [first] = answers;
  if (isAtOnce && first && first.at > joinsAt + longestMs + wayMs)
    broken.push(`${id} is asked for at ${first.at}, and was begun long before`);
  return broken;
}

/** All batches under the same limit must be polled together, at most once a second. */
function judgePauses(
  asks: readonly { readonly budget: string | undefined; readonly at: number }[],
  begun: ReadonlySet<number>,
): readonly string[] {
  return [...Map.groupBy(asks, ({ budget }) => budget)].flatMap(([budget, own]) =>
    own.flatMap(({ at }, index) => {
      const next = own[index + 1];
      return next && next.at - at < 1000 && !begun.has(next.at)
        ? [`${budget} is asked at ${at}, and at ${next.at} again`]
        : [];
    }),
  );
}
