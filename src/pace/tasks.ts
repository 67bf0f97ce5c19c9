/** Waits for a task of a server: polls it until the task ends or the timeout expires. Sends no writes. */

import type { Session } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Listener } from "../model/event.ts";
import type { Milliseconds, Task, TaskReply, UndoneBatch } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";

/** How a task ended, as far as is known. */
export type TaskEnd =
  | { readonly is: "done"; readonly id?: string | undefined }
  /** The task failed. `busy`: another write blocked the task. `unreachable`: the server could not reach a device. */
  | ({ readonly is: "failed" } & Omit<Extract<TaskReply, { state: "failed" }>, "state">)
  | ({ readonly is: "undone" } & UndoneBatch)
  /** The timeout expired. `detail`: the content of the last reply, if any. */
  | { readonly is: "late"; readonly detail?: string | undefined }
  /** The server has not known the task for half a minute. */
  | { readonly is: "gone"; readonly detail: string };

interface TaskWait {
  readonly ask: NonNullable<Session["askTask"]>;
  readonly clock: Clock;
  readonly listener: Listener | undefined;
  readonly target: string;
  readonly address?: Address | undefined;
  /** True: the task began long ago, and is polled at once. */
  readonly atOnce?: boolean;
}

/**
 * How long it may take until all nodes of a server know a task. Until then, a reply that the task does not exist means
 * nothing.
 */
const goneMs: Milliseconds = 30_000;

/**
 * Polls the task. The interval is `everyMs` at first and grows by a tenth each time, so that a task of five minutes
 * takes fewer than fifty requests. Inconclusive replies are retried. Rejects with the signal's reason once aborted,
 * although the task continues.
 */
export async function awaitTask(on: TaskWait, task: Task, signal: AbortSignal): Promise<TaskEnd> {
  const begin = on.clock.now();
  let goneSince: Milliseconds | undefined;
  let last: TaskReply | undefined;
  for (let asked = 0; ; asked += 1) {
    const waited = on.clock.now() - begin;
    const left = task.withinMs - waited;
    if (left <= 0 && asked > 0) return { is: "late", detail: detailOf(last) };
    if (asked > 0 || !on.atOnce) await pause(on, Math.min(left, nextMs(task, waited, last)), signal);
    signal.throwIfAborted();
    const asking = on.clock.now();
    const of = { clock: on.clock, leftMs: task.withinMs - (asking - begin) };
    last = (await answeredWithin((until) => on.ask(task, until), of, signal)) ?? notAsked;
    if (last.state === "done") return { is: "done", id: last.id };
    if (last.state === "failed") {
      const { state, ...failed } = last;
      return { is: state, ...failed };
    }
    if (last.state === "undone") {
      const { state, ...undone } = last;
      return { is: state, ...undone };
    }
    goneSince = last.state === "gone" ? (goneSince ?? asking) : undefined;
    if (last.state === "gone" && asking - (goneSince ?? asking) >= Math.min(goneMs, task.withinMs))
      return { is: "gone", detail: last.detail };
  }
}

/** How long to wait for a reply that is still outstanding at the timeout. */
const lateAnswerMs: Milliseconds = 10_000;

/** The result of a poll that could not be sent in time, because the server had requested a long pause. */
export const notAsked: TaskReply = {
  state: "unclear",
  detail: "the last poll was not answered",
};

/**
 * Returns the reply to a poll; undefined if it takes longer than `leftMs`. Therefore, no pause that a server requests
 * delays a run beyond the task's timeout. Rejects with the signal's reason once aborted.
 */
export async function answeredWithin<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  { clock, leftMs }: { readonly clock: Clock; readonly leftMs: Milliseconds },
  signal: AbortSignal,
): Promise<T | undefined> {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const late = clock.wait(Math.max(0, leftMs) + lateAnswerMs, until).then(() => undefined);
  const answer = ask(until);
  try {
    return await Promise.race([answer, late]);
  } finally {
    over.abort(new Error("the task timed out"));
    await Promise.allSettled([answer, late]);
  }
}

function nextMs(task: Task, waited: Milliseconds, last: TaskReply | undefined): Milliseconds {
  const asked = last?.state === "unclear" ? (last.retryAfter ?? 0) : 0;
  return Math.max(task.everyMs, waited / 10, asked);
}

async function pause({ clock, listener, target, address }: TaskWait, ms: Milliseconds, signal: AbortSignal) {
  const whole = Math.max(1, Math.round(ms));
  listener?.({ type: "waiting", target, reason: "task", ms: whole, address });
  await clock.wait(whole, signal);
}

function detailOf(last: TaskReply | undefined): string | undefined {
  return last !== undefined && "detail" in last ? last.detail : undefined;
}
