/**
 * The paced wire: every request waits for its turn, a 429 pauses the whole budget, and failed reads are retried. Only
 * two files send anything twice: this one, and the one that executes a step. A GET may be resent because it changes
 * nothing. A write is resent here only after a 429, which means that the write was not carried out. A write that is
 * based on a pre-write read (`WireRequest.once`) is never resent, because another user may write during a pause.
 */

import type { Listener } from "../model/event.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { Milliseconds } from "../model/reply.ts";
import { datedHeaders, retryAfter } from "../model/retry-after.ts";
import {
  type Clock,
  isRead,
  type Log,
  originOf,
  type Random,
  type Wire,
  type WireReply,
  type WireRequest,
} from "../model/wire.ts";
import type { Budget } from "./budget.ts";
import { type CircuitBreaker, CircuitBreakers } from "./circuit-breaker.ts";
import { flightEnd, type InFlight } from "./in-flight.ts";
import { defaultRetryAfterMax, pauseProblem } from "./long-pause.ts";
import type { Permit } from "./permit.ts";
import { permitsFor } from "./permits.ts";
import { type RetryState, waitBefore } from "./retry-wait.ts";
import type { Semaphore } from "./semaphore.ts";

/** The options of a paced wire. */
export interface PacedWireOptions {
  /** The target's name, for events and messages. */
  readonly target: string;
  /**
   * Returns the budget of a request. The same key must give the same budget, no matter which target sends the request.
   */
  readonly budget: (key: string) => Budget;
  /** Returns the budget that all requests to an origin share. Absent: there is none. */
  readonly source?: ((origin: string) => Budget) | undefined;
  /** The slots for requests in flight. Absent: the total is not limited. */
  readonly semaphore?: Semaphore | undefined;
  /**
   * Returns the slots of a budget, which adapt to the results of its requests: see `concurrency-limit.ts`. Absent: they
   * do not adapt.
   */
  readonly inFlight?: ((budget: string) => InFlight) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly listener: Listener | undefined;
  readonly log?: Log | undefined;
  /**
   * True: the target's origins are devices, some of which are always offline. A device that has never answered is not
   * retried.
   */
  readonly isFleet?: boolean | undefined;
  /**
   * The longest `Retry-After` that is accepted. While a longer pause remains, requests under the budget fail at once.
   * Default: 15 min.
   */
  readonly retryAfterMaxMs?: Milliseconds | undefined;
}

/**
 * If an origin has never answered, a failure that takes at least this long counts as silence. The origin is then
 * offline, or behind a firewall that drops packets.
 */
const silentAfter: Milliseconds = 2000;
/** The pause after a 429 without `Retry-After`. */
const leastPause: Milliseconds = 500;
/** The difference below which the ends of two pauses count as the same, because HTTP dates are whole seconds. */
const samePause: Milliseconds = 5000;

/** Returns a paced wire. `signal` ends waits and reads. A write that was sent is awaited. */
export function pacedWire(options: PacedWireOptions, inner: Wire): Wire {
  const breakers = new CircuitBreakers();
  const pauses = new Map<string, LastPause>();
  const answering = new Set<string>();
  return {
    send: async (request, signal) => {
      const url = URL.parse(request.url);
      const origin = url ? originOf(url) : request.url;
      const key = `${origin} ${request.budget ?? ""}`;
      const pause = pauses.get(key) ?? {};
      pauses.set(key, pause);
      const budget = options.budget(key);
      const { throttleBreaker } = budget;
      const watched = { breaker: breakers.of(origin), throttleBreaker, pause, answering };
      const { retryAfterMaxMs = defaultRetryAfterMax } = options;
      const sending = { ...options, ...watched, retryAfterMaxMs, request, origin, inner, signal };
      return sendPaced(sending, budget);
    },
  };
}

/** The last pause of a budget that was too long. It is kept so that all requests of the budget get the same problem. */
interface LastPause {
  told?: { readonly until: Milliseconds; readonly problem: Problem };
}

interface Sending extends PacedWireOptions {
  readonly retryAfterMaxMs: Milliseconds;
  readonly pause: LastPause;
  /** The origins that have answered so far. */
  readonly answering: Set<string>;
  readonly request: WireRequest;
  /** The circuit breaker of the origin: opened by failures. */
  readonly breaker: CircuitBreaker;
  /** The circuit breaker of the budget: opened only by 429s. */
  readonly throttleBreaker: CircuitBreaker;
  readonly origin: string;
  readonly inner: Wire;
  readonly signal: AbortSignal;
}

async function sendPaced(on: Sending, budget: Budget): Promise<WireReply> {
  const retry: RetryState = { paused: 0, throttled: 0, tries: 0, longest: 0 };
  let last: WireReply | undefined;
  for (;;) {
    const reply = await once(on, budget);
    if (reply === "paused") return { outcome: "blocked", problem: tooLong(on, budget) };
    // The last failure says more than the fact that nothing more is sent.
    if (!reply) return last ?? circuitOpen(on);
    last = reply;
    note(on, budget, reply);
    const wait = waitBefore(on, retry, reply);
    if (wait === undefined) return reply;
    if (wait.reason === "throttled") budget.throttled(wait.ms);
    if (wait.reason === "throttled" && wait.ms > on.retryAfterMaxMs) return ended(on, budget);
    if (on.request.once) return reply;
    on.listener?.({ type: "waiting", target: on.target, ...wait });
    if (wait.reason === "unavailable") await on.clock.wait(wait.ms, on.signal);
  }
}

/**
 * Makes the reply to a request that is not sent, because the server requested a pause that is too long. The pause is
 * reported immediately, and only once.
 */
function ended(on: Sending, budget: Budget): WireReply {
  const before = on.pause.told;
  const found = tooLong(on, budget);
  if (on.pause.told !== before) on.listener?.({ type: "warned", target: on.target, problem: found });
  return { outcome: "blocked", problem: found };
}

/** Returns the problem of a pause. It is the same object as long as the pause is the same. */
function tooLong({ target, origin, clock, pause, retryAfterMaxMs: maxMs }: Sending, budget: Budget): Problem {
  const leftMs = budget.pauseLeft();
  const until = clock.now() + leftMs;
  if (pause.told && until - pause.told.until < samePause) return pause.told.problem;
  const found = pauseProblem({ target, origin, leftMs, date: clock.date(), maxMs });
  pause.told = { until, problem: found };
  return found;
}

/** Returns all budgets of the request. */
function budgetsOf({ source, origin }: Sending, budget: Budget): readonly Budget[] {
  return source ? [budget, source(origin)] : [budget];
}

/**
 * Sends the request once. Resolves to `paused` if a budget pauses for too long. Resolves to undefined if the request
 * was not sent because a circuit was open, or opened while the request waited for its turn.
 */
async function once(on: Sending, budget: Budget): Promise<WireReply | "paused" | undefined> {
  const { breaker, throttleBreaker, clock } = on;
  if (breaker.isOpen(clock.now()) || throttleBreaker.isOpen(clock.now())) return undefined;
  const budgets = budgetsOf(on, budget);
  for (let isAllowed = false; ; ) {
    const permits = await permitsFor(budgets, on);
    if (permits === undefined) return "paused";
    isAllowed ||= breaker.allows(clock.now()) && throttleBreaker.allows(clock.now());
    if (!isAllowed) {
      for (const permit of permits) permit.unused();
      return undefined;
    }
    const held = await departed(on, permits);
    if (held) return held;
    // A pause that began after the request's turn applies to this request too.
    if (budgets.every((each) => each.pauseLeft() === 0)) return exchanged(on, permits, budgets);
    for (const permit of permits) permit.unused();
  }
}

/** Announces the departure of the request. Returns the problem if the request must not be sent. */
async function departed({ request, signal }: Sending, permits: readonly Permit[]) {
  if (!request.leaving) return undefined;
  const held = await request.leaving();
  for (const permit of permits) held || signal.aborted ? permit.unused() : permit.departed();
  if (held) return { outcome: "blocked", problem: held } as const;
  // The signal may be aborted by now, or the lock lost. In these cases, nothing is sent any more.
  signal.throwIfAborted();
  return undefined;
}

async function exchanged(
  on: Sending,
  permits: readonly Permit[],
  budgets: readonly Budget[],
): Promise<WireReply> {
  const { request, target, clock } = on;
  const { method, url, leaving } = request;
  on.listener?.({ type: "request", target, method, url, isWrite: leaving !== undefined });
  on.log?.debug("leaves", { target, method, url, lastSecond: budgets[0]?.leaves() });
  // A read may be aborted at any moment. A write is awaited, because otherwise its result would be unknown.
  const ends = isRead(request) ? on.signal : new AbortController().signal;
  const left = clock.now();
  const inFlight = on.inFlight?.(request.budget ?? "");
  const flight = inFlight?.left(left);
  const reply = await sent(on, permits, ends).catch((error: unknown) => {
    inFlight?.brokenOff();
    throw error;
  });
  const ratePerSecond = Math.min(...budgets.map((each) => each.rate()));
  if (flight) inFlight?.answered(flight, { now: clock.now(), fared: flightEnd(reply), ratePerSecond });
  if (reply.outcome === "answered") on.answering.add(on.origin);
  else if (on.isFleet && !on.answering.has(on.origin) && clock.now() - left >= silentAfter)
    on.breaker.silent(clock.now());
  return reply.outcome === "answered"
    ? { ...reply, headers: datedHeaders(reply.headers, clock.date()) }
    : reply;
}

/** Sends the request. Whatever the result, the slots of the request are free afterwards. */
async function sent({ request, inner }: Sending, permits: readonly Permit[], ends: AbortSignal) {
  try {
    return await inner.send(request, ends);
  } finally {
    for (const permit of permits) permit.answered();
  }
}

function note({ breaker, throttleBreaker, clock }: Sending, budget: Budget, reply: WireReply): void {
  if (reply.outcome === "blocked") return;
  if (reply.outcome === "lost" || reply.status >= 500) {
    breaker.failed(clock.now());
    return;
  }
  breaker.worked();
  if (reply.status === 429) {
    const asked = retryAfter(reply.headers);
    throttleBreaker.throttled(clock.now(), asked ?? 0);
    // The pause applies to all other requests, even if this request is given up.
    budget.throttled(asked ?? leastPause);
    return;
  }
  throttleBreaker.worked();
  budget.accepted();
}

function circuitOpen({ target, origin, throttleBreaker, clock }: Sending): WireReply {
  const throttled = throttleBreaker.isOpen(clock.now());
  const what = throttled ? "has only answered 429 for ten minutes" : "failed several times in a row";
  const text = `${target}: ${origin} ${what}; trueup sends nothing to it for 30 s`;
  const hint = throttled
    ? "Run again later, or lower limits.share: the quota may be used up, or another client uses it."
    : "Look at the first failure of this target above.";
  return { outcome: "lost", sent: false, problem: problem("circuit-open", text, { hint }) };
}
