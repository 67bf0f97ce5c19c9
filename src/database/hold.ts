/** What a worker does with a shard that it owns: takes calls, answers them, and asks before each write leaves. */

import { notOwnedBy } from "../model/journal.ts";
import type { Problem } from "../model/problem.ts";
import type { Clock } from "../model/wire.ts";
import type { SessionAnswer, SessionCall, SessionHost } from "../sessions/port.ts";
import type { Ownership, Report, ShardView, StoredEvent, WorkerRows } from "./contract.ts";
import { failedAnswer } from "./problems.ts";
import { terms } from "./terms.ts";
import { type Waker, waker } from "./waker.ts";

/** What a worker works with. */
export interface HoldOptions {
  readonly rows: WorkerRows;
  readonly host: SessionHost;
  readonly clock: Clock;
  /** Makes UUIDs. */
  readonly newId: () => string;
  /** Aborted: no new calls, reads end, and what has left is awaited. */
  readonly signal: AbortSignal;
  /** Whether the worker could hold no further shard: then one without calls is given back at once. */
  readonly isFull: () => boolean;
}

/** A moment by both clocks: one stands still while the machine sleeps, the other can be set. */
export interface Moment {
  readonly now: number;
  readonly date: number;
}

/** This moment. */
export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), date: Date.parse(clock.date()) };
}

/** Whether at most so long has passed since a moment, by both clocks; a clock that was set back counts as too long. */
function isStillWithin(since: Moment, ms: number, clock: Clock): boolean {
  const is = momentOf(clock);
  const byWall = is.date - since.date;
  return is.now - since.now < ms && byWall < ms && byWall > -ms;
}

/** A shard in this worker's hands. */
export interface ShardWork {
  readonly holding: Ownership;
  /** The last heartbeat that the database has confirmed. */
  confirm(asked: Moment): void;
  /** The shard belongs to somebody else, or nobody can say. */
  lose(): void;
  wake(): void;
  /** Resolves once the shard can be given back: nothing of it goes on here. */
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
  /** Writes that want to leave. */
  readonly waiting: Map<string, (decided: { readonly problem?: string | undefined }) => void>;
  readonly told: { events: StoredEvent[]; answers: { call: string; answer: SessionAnswer }[] };
  readonly waker: Waker;
  confirmed: Moment;
  isLost: boolean;
}

/** Begins to work on a shard that was claimed at `claimed`, taken before asking. */
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

/** Goes on until nothing is asked, the turn is over, the worker stops or the shard is lost; then ends what has left. */
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

/** Ends what can be ended, and awaits and tells what has left. */
async function wind(state: State, isOwner: () => boolean): Promise<void> {
  const { calls, clock, waker: wake, told } = state;
  const reason = new Error("the worker gives this back");
  for (const { abort } of calls.values()) abort.abort(reason);
  while (calls.size > 0) {
    decideAll(state);
    await tell(state);
    if (calls.size > 0) await wake.within(terms.beat);
  }
  // Answers that cannot be told while the database is away belong to the next owner once this one counts as gone.
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

/** Looks for calls and decisions; not longer than a statement may take, since a connection can be dead. */
async function lookOnce(state: State, isTaking: boolean): Promise<void> {
  const { rows, holding, calls, waiting, clock } = state;
  const mine = { calls: [...calls.keys()], waiting: [...waiting.keys()], isTaking };
  const seen = await within(clock, rows.look(holding, mine));
  if (seen) take(state, seen);
}

function take(state: State, { calls, gone, decided }: ShardView): void {
  for (const { id, call } of calls) {
    if (state.calls.has(id)) continue;
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
    // Given back: the next owner is asked, unless something may have left.
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

/** How often a write asks again because its leave came too late. */
const mostAsked = 5;

/**
 * Asks for the leave of a write. It holds for a short time from before it was asked, by both clocks: a process that was
 * stopped in between asks again.
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
      // Not asked, as far as is known: asked anew while the shard is still owned.
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

/** Our own text, of this protocol. */
function problemIn(text: string): Problem {
  return JSON.parse(text);
}

/** Tells events and answers; what could not be told is told the next time. */
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

/** What a statement brings; undefined if it fails or takes too long. */
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
