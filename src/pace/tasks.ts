/** Waits for a task of a server: asks for its outcome until it has ended, or its time is over. Sends no write. */

import type { Session } from "../drivers/contract/contract.ts";
import type { Address } from "../model/address.ts";
import type { Listener } from "../model/event.ts";
import type { Milliseconds, Task, TaskReply, UndoneBatch } from "../model/reply.ts";
import type { Clock } from "../model/wire.ts";

/** How a task ended, as far as anybody knows. */
export type TaskEnd =
  | { readonly is: "done"; readonly id?: string | undefined }
  /** `busy`: another write was in its way. `unreachable`: a device was. */
  | ({ readonly is: "failed" } & Omit<Extract<TaskReply, { state: "failed" }>, "state">)
  | ({ readonly is: "undone" } & UndoneBatch)
  /** Its time is over. `detail`: what the last answer said, where it said something. */
  | { readonly is: "late"; readonly detail?: string | undefined }
  /** The server knows of no such task, for half a minute on end. */
  | { readonly is: "gone"; readonly detail: string };

interface TaskWait {
  readonly ask: NonNullable<Session["askTask"]>;
  readonly clock: Clock;
  readonly listener: Listener | undefined;
  readonly target: string;
  readonly address?: Address | undefined;
  /** True: it is asked for at once, for it was begun long ago. */
  readonly atOnce?: boolean;
}

/** A task may take so long to be known to all of a server: until then that it is not there means nothing. */
const goneMs: Milliseconds = 30_000;

/**
 * Asks every `everyMs`, the longer it lasts the less often: each time a tenth later, so that a task of five minutes
 * takes fewer than fifty requests. An answer that says nothing is asked for again.
 * Rejects with the signal's reason once it is aborted: the task goes on.
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

/** An answer that is on its way when the time is over may still come for so long. */
const lateAnswerMs: Milliseconds = 10_000;

/** What is known of a task where a question does not come through in time: its server asked for a long pause. */
export const notAsked: TaskReply = {
  state: "unclear",
  detail: "the last question about it was not answered",
};

/**
 * What a question is answered with; undefined when that takes longer than `leftMs`: a pause that a server asks for
 * holds up nobody for longer than a task may take. Rejects with the signal's reason once it is aborted.
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
    over.abort(new Error("the time of the task is over"));
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
