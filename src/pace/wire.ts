/**
 * The paced wire: every request takes its turn, a 429 pauses the whole budget, a failed read is tried again.
 * One of the two files that send anything twice (the other settles a step): a 429 was not carried out, a GET
 * changes nothing. Writes are never sent again here for any other reason, and none that was made of what was read
 * right before (`WireRequest.once`): during a pause somebody else may write.
 */

import type { Listener } from "../model/event.ts";
import { problem } from "../model/problem.ts";
import type { Milliseconds } from "../model/reply.ts";
import { retryAfter } from "../model/retry-after.ts";
import {
  type Clock,
  originOf,
  type Random,
  type Wire,
  type WireReply,
  type WireRequest,
} from "../model/wire.ts";
import { type Backoff, backoffMs } from "./backoff.ts";
import type { Budget } from "./budget.ts";
import { type CircuitBreaker, CircuitBreakers } from "./circuit-breaker.ts";

/** What a paced wire is made with. */
export interface PacedWireOptions {
  /** The target's name, for events and messages. */
  readonly target: string;
  /** The budget that a request draws on; the same text must give the same budget, whichever target asks. */
  readonly budget: (key: string) => Budget;
  /** The budget that all requests to an origin draw on besides, where there is one. */
  readonly source?: ((origin: string) => Budget) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly listener: Listener | undefined;
}

const throttleBackoff: Backoff = { firstMs: 1000, maxMs: 60_000 };
const readBackoff: Backoff = { firstMs: 500, maxMs: 8000 };
const readTries = 3;
const throttleTries = 10;
const throttleDeadline: Milliseconds = 600_000;

/** How one request has fared so far. */
interface RetryState {
  /** When the first 429 came. */
  since: Milliseconds;
  throttled: number;
  tries: number;
}

/** A wire that keeps the pace. `signal` ends the waiting; what has left is waited for, never torn. */
export function pacedWire(options: PacedWireOptions, inner: Wire): Wire {
  const breakers = new CircuitBreakers();
  const throttleBreakers = new CircuitBreakers();
  return {
    send: async (request, signal) => {
      const url = URL.parse(request.url);
      const origin = url ? originOf(url) : request.url;
      const key = `${origin} ${request.budget ?? ""}`;
      const watched = { breaker: breakers.of(origin), throttleBreaker: throttleBreakers.of(key) };
      return sendPaced({ ...options, ...watched, request, origin, inner, signal }, options.budget(key));
    },
  };
}

interface Sending extends PacedWireOptions {
  readonly request: WireRequest;
  /** Of the origin: opened by failures. */
  readonly breaker: CircuitBreaker;
  /** Of the budget: opened by nothing but 429. */
  readonly throttleBreaker: CircuitBreaker;
  readonly origin: string;
  readonly inner: Wire;
  readonly signal: AbortSignal;
}

async function sendPaced(on: Sending, budget: Budget): Promise<WireReply> {
  const retry: RetryState = { since: 0, throttled: 0, tries: 0 };
  let last: WireReply | undefined;
  for (;;) {
    const reply = await once(on, budget);
    // What has just failed says more than that nothing more is sent.
    if (!reply) return last ?? circuitOpen(on);
    last = reply;
    note(on, budget, reply);
    const wait = waitBefore(on, retry, reply);
    if (wait === undefined) return reply;
    if (wait.reason === "throttled") budget.throttled(wait.ms);
    if (on.request.once) return reply;
    on.listener?.({ type: "waiting", target: on.target, ...wait });
    if (wait.reason === "unavailable") await on.clock.wait(wait.ms, on.signal);
  }
}

/** Undefined: a circuit is open, or opened while the request waited for its turn; it was not sent. */
async function once(on: Sending, budget: Budget): Promise<WireReply | undefined> {
  const { request, target, inner, breaker, throttleBreaker, clock } = on;
  if (breaker.isOpen(clock.now()) || throttleBreaker.isOpen(clock.now())) return undefined;
  const what = request.method === "GET" ? "read" : "write";
  const permits = [await budget.acquire(what, on.signal)];
  if (on.source) permits.push(await on.source(on.origin).acquire(what, on.signal));
  if (!breaker.allows(clock.now()) || !throttleBreaker.allows(clock.now())) {
    for (const permit of permits) permit.unused();
    return undefined;
  }
  on.listener?.({ type: "request", target, method: request.method, url: request.url });
  const reply = await inner.send(request, new AbortController().signal);
  for (const permit of permits) permit.answered();
  return reply;
}

function note({ breaker, throttleBreaker, clock }: Sending, budget: Budget, reply: WireReply): void {
  if (reply.outcome === "barred") return;
  if (reply.outcome === "lost" || reply.status >= 500) {
    breaker.failed(clock.now());
    return;
  }
  breaker.worked();
  if (reply.status === 429) {
    throttleBreaker.throttled(clock.now());
    return;
  }
  throttleBreaker.worked();
  budget.accepted();
}

/** How long to wait before the same request is sent again; undefined: the reply is final here. */
function waitBefore(on: Sending, retry: RetryState, reply: WireReply) {
  if (reply.outcome === "barred") return undefined;
  if (reply.outcome === "answered" && reply.status === 429) {
    retry.throttled += 1;
    if (retry.throttled === 1) retry.since = on.clock.now();
    const late = on.clock.now() - retry.since > throttleDeadline;
    if (retry.throttled > throttleTries || late) return undefined;
    const own = backoffMs(throttleBackoff, retry.throttled, on.random());
    // The server's word or our own backoff, never their sum; its word alone the first time.
    const asked = retryAfter(reply.headers);
    const ms = asked === undefined ? own : retry.throttled === 1 ? asked : Math.max(asked, own);
    return { reason: "throttled" as const, ms };
  }
  const failed = reply.outcome === "lost" ? !reply.final : reply.status >= 500;
  if (!failed || on.request.method !== "GET") return undefined;
  retry.tries += 1;
  if (retry.tries >= readTries) return undefined;
  return { reason: "unavailable" as const, ms: backoffMs(readBackoff, retry.tries, on.random()) };
}

function circuitOpen({ target, origin, throttleBreaker, clock }: Sending): WireReply {
  const throttled = throttleBreaker.isOpen(clock.now());
  const what = throttled ? "has answered nothing but 429 for ten minutes" : "failed several times in a row";
  const text = `${target}: ${origin} ${what}; nothing more is sent to it for 30 s`;
  const hint = throttled
    ? "Its quota may be used up, or someone else uses it: run again later, or lower limits.share."
    : "Look at the first failure of this target.";
  return { outcome: "lost", sent: false, problem: problem("circuit-open", text, { hint }) };
}
