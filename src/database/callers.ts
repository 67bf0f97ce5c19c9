/**
 * Makes calls to sessions that workers hold: stores the calls, permits their writes, and passes on their events and
 * answers.
 */

import { onAbort } from "../model/abort.ts";
import type { RunEvent } from "../model/event.ts";
import { notOwnedBy } from "../model/journal.ts";
import type { Problem } from "../model/problem.ts";
import type { Clock } from "../model/wire.ts";
import { digest } from "../runtime/digest.ts";
import type { CallOptions, SessionAnswer, SessionCall, SessionsPort } from "../sessions/port.ts";
import { sessionEventIn } from "../sessions/session-events.ts";
import { answerIn } from "../sessions/stored-texts.ts";
import type { CallerRows, LeaveRequest, News, Priority } from "./contract.ts";
import { changedCall, forgottenCall } from "./problems.ts";
import { openingProblem } from "./refusals.ts";
import { terms } from "./terms.ts";
import { type Waker, waker } from "./waker.ts";

/** The inputs of a caller. */
export interface CallersOptions {
  readonly rows: CallerRows;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
}

/** One process's calls to workers. */
export interface Callers {
  /** A port to the sessions; its calls have this priority. */
  sessions(priority: Priority): SessionsPort;
  /** Stops looking for news, and ends open calls as lost. */
  close(): Promise<void>;
}

interface OpenCall {
  readonly call: SessionCall;
  readonly options: CallOptions;
  readonly settle: (answer: SessionAnswer) => void;
  /** True once the call is in the database. */
  isAsked: boolean;
  /** The number of the last event that was passed on, and the attempt that it came from. */
  last: { readonly by: string; readonly number: number } | undefined;
}

/** Begins to look for news of calls. */
export function openCallers(options: CallersOptions): Callers {
  const { rows, clock } = options;
  const open = new Map<string, OpenCall>();
  const ended = new AbortController();
  const wake = waker(clock);
  const stopHearing = rows.onNews(wake.now);
  const seen = { workers: 1 };
  const looking = lookOn({ ...options, open, wake, seen, ended: ended.signal });
  return {
    sessions: (priority) => ({
      provide: async (bundle) => {
        const name = digest(bundle);
        await rows.provide(name, bundle);
        return name;
      },
      call: (call, given) => ask({ ...options, open, wake }, { priority, call, given }),
      addresses: () => seen.workers,
    }),
    close: async () => {
      stopHearing();
      ended.abort(new Error("closed"));
      wake.now();
      await looking;
      for (const { call, settle } of open.values()) settle(forgottenCall(call.isWrite));
    },
  };
}

interface Calling extends CallersOptions {
  readonly open: Map<string, OpenCall>;
  readonly wake: Waker;
}

interface Asked {
  readonly priority: Priority;
  readonly call: SessionCall;
  readonly given: CallOptions;
}

async function ask(calling: Calling, { priority, call, given }: Asked): Promise<SessionAnswer> {
  const { rows, open, newId } = calling;
  const { signal } = given;
  signal.throwIfAborted();
  const id = newId();
  const { promise, resolve, reject } = Promise.withResolvers<SessionAnswer>();
  const opened: OpenCall = { call, options: given, settle: resolve, isAsked: false, last: undefined };
  open.set(id, opened);
  let asked: Promise<void> | undefined;
  const withdraw = async () => {
    // A call cannot be withdrawn before it is stored, and a running statement cannot be cancelled, so wait for it.
    await asked?.catch(() => {});
    if (await rows.withdraw(id)) reject(signal.reason);
  };
  const forget = onAbort(signal, () => void withdraw().catch(() => reject(signal.reason)));
  try {
    asked = rows.ask({ id, priority, call });
    await asked;
    opened.isAsked = true;
    return await promise;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { is: "lost", sent: false, problem: openingProblem(error) };
  } finally {
    forget();
    open.delete(id);
  }
}

interface Looking extends Calling {
  /** The number of workers that the last sweep found. */
  readonly seen: { workers: number };
  readonly ended: AbortSignal;
}

/**
 * Reads news whenever there may be some, and at least once per `terms.beat`. Continues while the database is
 * unavailable.
 */
async function lookOn(looking: Looking): Promise<void> {
  const { rows, clock, open, wake, ended } = looking;
  const deciding = new Set<string>();
  let read: Parameters<CallerRows["news"]>[0] = { events: [], answers: [] };
  let swept = Number.NEGATIVE_INFINITY;
  while (!ended.aborted) {
    try {
      const news = await rows.news(read);
      read = take(looking, news);
      for (const write of news.waiting) {
        if (deciding.has(write.fence.call)) continue;
        deciding.add(write.fence.call);
        // If deciding fails, it is repeated, because the write still waits.
        const decided = decide(looking, write).catch(() => {});
        void decided.then(() => deciding.delete(write.fence.call));
      }
      if (clock.now() - swept >= terms.beat) {
        swept = clock.now();
        looking.seen.workers = await rows.workers();
        const asked = [...open].filter(([, { isAsked }]) => isAsked).map(([id]) => id);
        for (const id of await rows.sweep(asked)) {
          const forgotten = open.get(id);
          forgotten?.settle(forgottenCall(forgotten.call.isWrite));
        }
      }
      if (read.events.length > 0) continue;
    } catch {
      // The database is unavailable. The next look acknowledges the same news again.
    }
    await wake.within(terms.beat);
  }
}

/** Passes on events, then answers. Returns what it has read, to be acknowledged. */
function take({ open }: Looking, { events, answers }: News): Parameters<CallerRows["news"]>[0] {
  for (const { call, by, number, body } of events) {
    const opened = open.get(call);
    const isNew = opened?.last?.by !== by || number > opened.last.number;
    if (!opened || !isNew) continue;
    opened.last = { by, number };
    const event = eventIn(body, opened.call.target);
    if (event) opened.options.listener(event);
  }
  for (const { call, body } of answers) {
    const opened = open.get(call);
    opened?.settle(answerIn(body) ?? changedCall("answer", opened.call.isWrite));
  }
  return { events: events.map(({ id }) => id), answers: answers.map(({ call }) => call) };
}

/** An event of the call's target. Undefined for anything else: a worker is trusted with its own targets only. */
function eventIn(body: string, target: string): RunEvent | undefined {
  const event = sessionEventIn(body);
  return event?.target === target ? event : undefined;
}

/** Permits a write once its intent is durable, or tells the worker why the write is refused. */
async function decide({ open, rows }: Looking, { fence, call, index }: LeaveRequest): Promise<void> {
  const opened = open.get(call);
  const refused = await leave(opened, index, fence);
  // If the journal is in the database too, its commit has already permitted the write.
  const may = refused === undefined && (await rows.grant([fence])).has(fence.call);
  if (!may) await rows.refuse(fence.call, JSON.stringify(refused ?? notOwnedBy(fence.shard)));
}

async function leave(
  opened: OpenCall | undefined,
  index: number,
  fence: LeaveRequest["fence"],
): Promise<Problem | undefined> {
  if (!opened || opened.options.signal.aborted) return notOwnedBy(fence.shard);
  return opened.options.leaving?.(index, fence);
}
