/**
 * What a worker does with a shard that it owns: takes its calls, answers them, and asks for permission before each
 * write is sent.
 */

import { notOwnedBy } from "../model/journal.ts";
import type { Problem } from "../model/problem.ts";
import type { Clock } from "../model/wire.ts";
import type { SessionAnswer, SessionCall, SessionHost } from "../sessions/port.ts";
import type { Ownership, Report, ShardView, StoredEvent, WorkerRows } from "./contract.ts";
import { failedAnswer } from "./problems.ts";
import { terms } from "./terms.ts";
import { type Waker, waker } from "./waker.ts";

/** What a worker needs for a shard. */
export interface HoldOptions {
  readonly rows: WorkerRows;
  readonly host: SessionHost;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  /** Once aborted, the worker takes no new calls, ends reads, and awaits the writes that were sent. */
  readonly signal: AbortSignal;
  /** True if the worker can hold no further shard. A shard without calls is then given back at once. */
  readonly isFull: () => boolean;
}

/** A moment by two clocks: `now` stands still while the machine sleeps, and `date` can be set. */
export interface Moment {
  readonly now: number;
  readonly date: number;
}

/** This moment. */
export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), date: Date.parse(clock.date()) };
}

/**
 * True if less than `ms` has passed since a moment, by both clocks. A clock that was set back by `ms` or more gives
 * false.
 */
function isStillWithin(since: Moment, ms: number, clock: Clock): boolean {
  const is = momentOf(clock);
  const byWall = is.date - since.date;
  return is.now - since.now < ms && byWall < ms && byWall > -ms;
}

/** A worker's work on one shard. */
export interface ShardWork {
  readonly holding: Ownership;
  /** Called when the database has confirmed a heartbeat that was sent at this moment. */
  confirm(asked: Moment): void;
  /** Called when the worker no longer owns the shard, or cannot know whether it does. */
  lose(): void;
  wake(): void;
  /** Resolves once the shard can be given back: the worker does nothing more for it. */
  readonly ended: Promise<void>;
}

interface OpenCall {
  readonly abort: AbortController;
  isGranted: boolean;
  events: number;
}

interface State extends HoldOptions {
  readonly holding: Ownership;
  readonly calls: Map<string, OpenCall>;
  /** Writes that wait for permission to be sent, by id. */
  readonly waiting: Map<string, (decided: { readonly problem?: string | undefined }) => void>;
  readonly told: { events: StoredEvent[]; answers: { call: string; answer: SessionAnswer }[] };
  readonly waker: Waker;
  confirmed: Moment;
  isLost: boolean;
}

/** Begins the work on a shard. `claimed`: the moment before the claim was sent. */
export function holdShard(options: HoldOptions, holding: Ownership, claimed: Moment): ShardWork {
  const state: State = {
    ...options,
    holding,
    calls: new Map(),
    waiting: new Map(),
    told: { events: [], answers: [] },
    waker: waker(options.clock),
    confirmed: claimed,
    isLost: false,
  };
  const lose = () => {
    state.isLost = true;
    state.waker.now();
  };
  return {
    holding,
    confirm: (asked) => {
      state.confirmed = asked;
    },
    lose,
    wake: state.waker.now,
    ended: carry(state),
  };
}

/**
 * Works until no call is left, the worker's turn is over, the worker stops, or it loses the shard. Then ends the calls
 * that are still open.
 */
async function carry(state: State): Promise<void> {
  const { clock, host, holding, waker: wake, calls, signal } = state;
  const since = clock.now();
  let busy = clock.now();
  const idle = () => (state.isFull() ? 0 : terms.idle);
  const isOwner = () => !state.isLost && isStillWithin(state.confirmed, terms.owning, clock);
  signal.addEventListener("abort", wake.now);
  while (isOwner() && !signal.aborted) {
    const isTaking = clock.now() - since < terms.turn;
    await lookOnce(state, isTaking);
    await tell(state);
    if (calls.size > 0) busy = clock.now();
    else if (!isTaking || clock.now() - busy >= idle()) break;
    await wake.within(terms.beat);
  }
  signal.removeEventListener("abort", wake.now);
  await wind(state, isOwner);
  await host.release(holding.shard).catch(() => {});
}

/** Aborts the open calls, awaits writes that were sent, and reports all answers. */
async function wind(state: State, isOwner: () => boolean): Promise<void> {
  const { calls, clock, waker: wake, told } = state;
  const reason = new Error("the worker gives this back");
  for (const { abort } of calls.values()) abort.abort(reason);
  while (calls.size > 0) {
    decideAll(state);
    await tell(state);
    if (calls.size > 0) await wake.within(terms.beat);
  }
  // While the database is unavailable, answers cannot be reported. Once this worker counts as gone, the next owner
  // handles their calls.
  const until = clock.now() + terms.owning;
  for (;;) {
    await tell(state);
    const isTold = told.answers.length === 0 && told.events.length === 0;
    if (isTold || (!isOwner() && clock.now() > until)) return;
    await clock.wait(250);
  }
}

function decideAll({ waiting, holding }: State): void {
  const problem = JSON.stringify(notOwnedBy(holding.shard));
  for (const decide of waiting.values()) decide({ problem });
}

/** Looks for calls and decisions. The wait is limited, since the connection may be dead. */
async function lookOnce(state: State, isTaking: boolean): Promise<void> {
  const { rows, holding, calls, waiting, clock } = state;
  const mine = { calls: [...calls.keys()], waiting: [...waiting.keys()], isTaking };
  const seen = await within(clock, rows.look(holding, mine));
  if (seen) take(state, seen);
}

function take(state: State, { calls, gone, decided }: ShardView): void {
  for (const { id, call, isOld } of calls) {
    if (state.calls.has(id)) continue;
    // An old write is given back. In the queue for the rate limit, it would only delay reads, and would be held back in
    // the end.
    const unsent = isOld && call.isWrite ? state.host.unsent?.(call) : undefined;
    if (unsent) {
      state.told.answers.push({ call: id, answer: unsent });
      continue;
    }
    const open: OpenCall = { abort: new AbortController(), isGranted: false, events: 0 };
    state.calls.set(id, open);
    void answer(state, { id, call, open });
  }
  for (const id of gone) state.calls.get(id)?.abort.abort(new Error("nobody waits for it any more"));
  for (const { id, problem } of decided) state.waiting.get(id)?.({ problem });
}

interface Answering {
  readonly id: string;
  readonly call: SessionCall;
  readonly open: OpenCall;
}

async function answer(state: State, { id, call, open }: Answering): Promise<void> {
  const { host, calls, told, waker: wake } = state;
  const { signal } = open.abort;
  try {
    const answered = await host.answer(call, {
      signal,
      listener: (event) => {
        told.events.push({ call: id, number: open.events, body: JSON.stringify(event) });
        open.events += 1;
      },
      leaving: (index) => leave(state, { id, open, index }),
    });
    told.answers.push({ call: id, answer: answered });
  } catch (error) {
    // If the shard was given back, the next owner answers the call, unless a write of it may have been sent.
    if (!signal.aborted || open.isGranted)
      told.answers.push({ call: id, answer: failedAnswer(error, open.isGranted) });
  }
  calls.delete(id);
  wake.now();
}

interface Leaving {
  readonly id: string;
  readonly open: OpenCall;
  readonly index: number;
}

/** How many times a write asks for permission again because the previous permission came too late. */
const mostAsked = 5;

/**
 * Asks for permission to send a write; returns the problem if the write must not be sent. Permission is valid only for
 * a short time, by both clocks, counted from before the request. A process that was suspended in between must therefore
 * ask again.
 */
async function leave(state: State, { id, open, index }: Leaving): Promise<Problem | undefined> {
  const { rows, holding, clock, newId, waiting, waker: wake } = state;
  for (let asked = 0; asked < mostAsked; asked += 1) {
    const write = newId();
    const { promise, resolve } = Promise.withResolvers<{ readonly problem?: string | undefined }>();
    const before = momentOf(clock);
    const withdrawn = () => resolve({ problem: JSON.stringify(notOwnedBy(holding.shard)) });
    open.abort.signal.addEventListener("abort", withdrawn);
    if (open.abort.signal.aborted) withdrawn();
    waiting.set(write, resolve);
    try {
      await rows.wait({ fence: { ...holding, call: write }, call: id, index });
      const { problem } = await promise;
      if (problem !== undefined) return problemIn(problem);
    } catch {
      // The request was probably not stored. It is repeated as long as the worker owns the shard.
      if (state.isLost || !isStillWithin(state.confirmed, terms.owning, clock))
        return notOwnedBy(holding.shard);
      await clock.wait(250);
      continue;
    } finally {
      waiting.delete(write);
      open.abort.signal.removeEventListener("abort", withdrawn);
    }
    open.isGranted = true;
    if (isStillWithin(before, terms.leaving, clock) && !open.abort.signal.aborted) return undefined;
    wake.now();
  }
  return notOwnedBy(holding.shard);
}

/** Parses a problem. The text is trueup's own, of this protocol. */
function problemIn(text: string): Problem {
  return JSON.parse(text);
}

/** Reports events and answers. If that fails, the next report includes them. */
async function tell({ rows, holding, told, clock }: State): Promise<void> {
  if (told.events.length === 0 && told.answers.length === 0) return;
  const telling: Report = { events: [...told.events], answers: [...told.answers] };
  const isTold = await within(
    clock,
    rows.report(holding, telling).then(() => true),
  );
  if (!isTold) return;
  told.events.splice(0, telling.events.length);
  told.answers.splice(0, telling.answers.length);
}

const inTime = new Error("it came in time");

/** The result of a statement; undefined if it fails or takes too long. */
export async function within<Result>(clock: Clock, asked: Promise<Result>): Promise<Result | undefined> {
  const ended = new AbortController();
  const late = clock.wait(terms.statement, ended.signal).then(
    () => undefined,
    () => undefined,
  );
  const result = await Promise.race([asked.catch(() => undefined), late]);
  ended.abort(inTime);
  return result;
}
