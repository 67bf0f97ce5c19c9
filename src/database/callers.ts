/** Calls to sessions that workers hold: asked, their writes let go, their events passed on, answered. */

import { onAbort } from "../model/abort.ts";
import type { RunEvent } from "../model/event.ts";
import { notOwnedBy } from "../model/journal.ts";
import type { Problem } from "../model/problem.ts";
import type { Clock } from "../model/wire.ts";
import { digest } from "../runtime/digest.ts";
import type { CallOptions, SessionAnswer, SessionCall, SessionsPort } from "../sessions/port.ts";
import { sessionEventIn } from "../sessions/session-events.ts";
import type { CallerRows, LeaveRequest, News, Priority } from "./contract.ts";
import { forgottenCall } from "./problems.ts";
import { openingProblem } from "./refusals.ts";
import { terms } from "./terms.ts";
import { type Waker, waker } from "./waker.ts";

/** What calls are made with. */
export interface CallersOptions {
  readonly rows: CallerRows;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
}

/** One process's calls to workers. */
export interface Callers {
  /** The sessions, for calls of one priority. */
  sessions(priority: Priority): SessionsPort;
  /** Ends it. Open calls are settled as lost. */
  close(): Promise<void>;
}

interface OpenCall {
  readonly call: SessionCall;
  readonly options: CallOptions;
  readonly settle: (answer: SessionAnswer) => void;
  /** It is in the database. */
  isAsked: boolean;
  /** The last event that was passed on, and of which attempt. */
  last: { readonly by: string; readonly number: number } | undefined;
}

/** Starts to look for news of calls. */
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
    // What was not asked yet is asked first: a statement that is under way cannot be called back.
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
  /** What the last sweep saw. */
  readonly seen: { workers: number };
  readonly ended: AbortSignal;
}

/** Looks whenever there may be news, at least once a beat. While the database is away it looks again. */
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
        // What fails is decided again: the write still waits.
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
      // Away: what was read is told again.
    }
    await wake.within(terms.beat);
  }
}

/** Passes events on, then answers. Resolves with what was read. */
function take({ open }: Looking, { events, answers }: News): Parameters<CallerRows["news"]>[0] {
  for (const { call, by, number, body } of events) {
    const opened = open.get(call);
    const isNew = opened?.last?.by !== by || number > opened.last.number;
    if (!opened || !isNew) continue;
    opened.last = { by, number };
    const event = eventIn(body, opened.call.target);
    if (event) opened.options.listener(event);
  }
  for (const { call, body } of answers) open.get(call)?.settle(answerIn(body));
  return { events: events.map(({ id }) => id), answers: answers.map(({ call }) => call) };
}

/** An event of the call's target. Undefined for anything else: a worker is trusted with its own targets only. */
function eventIn(body: string, target: string): RunEvent | undefined {
  const event = sessionEventIn(body);
  return event?.target === target ? event : undefined;
}

/** Our own text: a server checks those of workers without a database. */
function answerIn(body: string): SessionAnswer {
  return JSON.parse(body);
}

/** Lets a write leave once its intent is durable, or tells it why not. */
async function decide({ open, rows }: Looking, { fence, call, index }: LeaveRequest): Promise<void> {
  const opened = open.get(call);
  const refused = await leave(opened, index, fence);
  // The journal's statement has let it go already, if there is a journal in the database.
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
