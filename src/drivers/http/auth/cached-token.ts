/** A token cache. It obtains a token on demand and, when the token is refused, a new token for all requests. */

import type { EndedToken } from "../../../catalog/schema/authentication.ts";
import type { Problem } from "../../../model/problem.ts";
import type { Milliseconds } from "../../../model/reply.ts";
import type { Secret } from "../../../model/secret.ts";
import type { HeaderTemplate, SignatureTemplate, Wire, WireReply, WireRequest } from "../../../model/wire.ts";

/** A token, or the failed reply for all requests that waited for a token. */
export type TokenResult =
  | {
      readonly token: Secret;
      /** The announced lifetime of the token. Undefined: the server did not announce one. */
      readonly lifetimeMs?: Milliseconds | undefined;
    }
  | { readonly failed: WireReply };

interface TokenSource {
  /** Requests a token, once. `ending`: the current token, if it is about to expire and has not been refused. */
  obtain(signal: AbortSignal, ending: Secret | undefined): Promise<TokenResult>;
  carry(token: Secret): Wire;
  /** Returns the problem for a request that was answered 401 although its token was new. */
  refused(request: WireRequest): Problem;
  /** The clock; without it, token lifetimes are ignored. */
  readonly now?: () => Milliseconds;
}

interface Held {
  readonly token: Secret;
  /** The time from which the token is no longer used. */
  readonly until: Milliseconds;
  /** How often the token was sent. */
  sent: number;
  /** How often the token was accepted. */
  taken: number;
}

type Attempt = { readonly held: Held } | { readonly failed: WireReply };

/** A token is replaced when a tenth of its lifetime remains, but never earlier than this before its expiry. */
const maxMargin: Milliseconds = 30_000;

/**
 * The maximum number of attempts for a request that is sent alone. It is also the maximum number of consecutive
 * requests that may fail although they were sent alone.
 */
const maxAlone = 3;
/** If this many tokens expired after one use, all tokens are assumed to expire after one use. */
const maxSpent = 2;

/**
 * Returns a wire that obtains a token before the first request. After a 401, the request is resent once with a new
 * token, which all waiting requests share.
 *
 * A second 401 blocks all further requests if no token was ever accepted and only this request was sent with the new
 * token. Otherwise the token may have expired early: in flight, after one use, or within a second. The request is then
 * sent alone, each time with a token of its own. If that helps, all later requests are sent alone. If it does not help,
 * the last 401 is final. Several such requests in a row also block all further requests.
 */
export function withCachedToken(source: TokenSource): Wire {
  const keeper = new TokenKeeper(source);
  return { send: (request, signal) => keeper.send(request, signal) };
}

/** The result of one attempt. `refused`: the token that was answered 401. */
interface Tried {
  readonly reply: WireReply;
  readonly refused?: Held;
}

class TokenKeeper {
  readonly #source: TokenSource;
  #held: Held | undefined;
  #attempt: Promise<Attempt> | undefined;
  #stopped: Problem | undefined;
  /** True: a token was accepted at least once. */
  #isProven = false;
  /** How many requests that were sent alone have failed since a token was last accepted. */
  #inVain = 0;
  /** True: tokens expire before all requests have used them. */
  #isShort = false;
  /** How many consecutive tokens expired after one use. */
  #spent = 0;
  #lastAlone: Promise<unknown> = Promise.resolve();

  constructor(source: TokenSource) {
    this.#source = source;
  }

  async send(request: WireRequest, signal: AbortSignal): Promise<WireReply> {
    if (this.#stopped) return { outcome: "blocked", problem: this.#stopped };
    if (this.#isShort) return this.#alone(request, signal);
    const first = await this.#tryOnce(request, signal);
    if (first.refused === undefined) return first.reply;
    const second = await this.#tryOnce(request, signal);
    if (second.refused === undefined) return second.reply;
    if (!this.#isProven && second.refused.sent === 1) {
      this.#stopped = this.#source.refused(request);
      return second.reply;
    }
    const reply = await this.#alone(request, signal);
    this.#isShort ||= reply.outcome === "answered" && reply.status !== 401;
    return reply;
  }

  /** Sends a request alone: it waits until all earlier requests that were sent alone have ended. */
  async #alone(request: WireRequest, signal: AbortSignal): Promise<WireReply> {
    const before = this.#lastAlone;
    const turn = Promise.withResolvers<void>();
    this.#lastAlone = turn.promise;
    await before;
    try {
      if (this.#stopped) return { outcome: "blocked", problem: this.#stopped };
      for (let tries = 1; ; tries += 1) {
        if (this.#spent >= maxSpent && this.#held !== undefined && this.#held.taken > 0)
          this.#held = undefined;
        const { reply, refused } = await this.#tryOnce(request, signal);
        if (refused === undefined) return reply;
        if (this.#isProven && tries < maxAlone && !signal.aborted) continue;
        this.#inVain += 1;
        if (!this.#isProven || this.#inVain >= maxAlone) this.#stopped = this.#source.refused(request);
        return reply;
      }
    } finally {
      turn.resolve();
    }
  }

  async #tryOnce(request: WireRequest, signal: AbortSignal): Promise<Tried> {
    const got = await this.#obtain(signal);
    if ("failed" in got) return { reply: got.failed };
    const { held } = got;
    held.sent += 1;
    const reply = await this.#source.carry(held.token).send(request, signal);
    if (reply.outcome !== "answered") return { reply };
    if (reply.status === 401) {
      if (this.#held === held) this.#held = undefined;
      if (held.taken > 0) this.#spent = held.taken === 1 ? this.#spent + 1 : 0;
      return { reply, refused: held };
    }
    held.taken += 1;
    this.#isProven = true;
    this.#inVain = 0;
    return { reply };
  }

  #obtain(signal: AbortSignal): Promise<Attempt> {
    const { now = () => 0 } = this.#source;
    const held = this.#held;
    if (held !== undefined && now() < held.until) return Promise.resolve({ held });
    this.#attempt ??= this.#source
      .obtain(signal, held?.token)
      .then((result): Attempt => {
        if ("failed" in result) return result;
        const { token, lifetimeMs = Number.POSITIVE_INFINITY } = result;
        const until = now() + lifetimeMs - Math.min(maxMargin, lifetimeMs / 10);
        const fresh = { token, until, sent: 0, taken: 0 };
        this.#held = fresh;
        return { held: fresh };
      })
      .finally(() => {
        this.#attempt = undefined;
      });
    return this.#attempt;
  }
}

/**
 * Sends a login, and retries once if the reply is lost. The retry is safe because a login writes nothing, and without
 * it all waiting requests would fail.
 */
export async function sentAsLogin(
  { send }: Wire,
  request: WireRequest,
  signal: AbortSignal,
): Promise<WireReply> {
  const reply = await send(request, signal);
  return reply.outcome === "lost" && reply.sent && !signal.aborted ? send(request, signal) : reply;
}

/**
 * Returns the reply for requests that were not sent because their token could not be obtained. The reply is `blocked`
 * if a retry cannot help.
 */
export function notObtained(reply: WireReply, found: Problem): WireReply {
  const final = reply.outcome === "blocked" || (reply.outcome === "answered" && !passing(reply.status));
  return final ? { outcome: "blocked", problem: found } : { outcome: "lost", sent: false, problem: found };
}

function passing(status: number): boolean {
  return status === 429 || status >= 500;
}

const maxTextMatched = 65_536;

/** True for an HTML page, whatever its status. */
export function isPage({ text }: { readonly text: string }): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Returns the reply with status 401 if it says that the token has expired; otherwise returns the reply unchanged. */
export function endedAs401(reply: WireReply, ended: readonly EndedToken[]): WireReply {
  if (reply.outcome !== "answered" || reply.status === 401) return reply;
  return ended.some((words) => fits(words, reply)) ? { ...reply, status: 401 } : reply;
}

/** Returns a wire whose replies have status 401 whenever the product says that the token has expired. */
export function withEnded(wire: Wire, ended: readonly EndedToken[]): Wire {
  if (ended.length === 0) return wire;
  return { send: async (request, signal) => endedAs401(await wire.send(request, signal), ended) };
}

function fits(
  { status, text, page = false }: EndedToken,
  reply: { readonly status: number; readonly text: string },
): boolean {
  if (status === undefined && text === undefined && !page) return false;
  if (status !== undefined && status !== reply.status) return false;
  if (page && (reply.status >= 500 || !isPage(reply))) return false;
  const start = () => reply.text.slice(0, maxTextMatched).toLowerCase();
  return text === undefined || start().includes(text.toLowerCase());
}

/** Adds a header to every request: an API key or a token, revealed only on the wire. */
function withHeader(wire: Wire, header: string, value: Secret | HeaderTemplate): Wire {
  const lower = header.toLowerCase();
  return {
    send: (request, signal) =>
      wire.send({ ...request, headers: { ...request.headers, [lower]: value } }, signal),
  };
}

/**
 * Returns a wire with a token in `header`: as a Bearer value if the header is `authorization` (RFC 6750), unchanged in
 * any other header.
 */
export function withToken(wire: Wire, header: string, token: Secret): Wire {
  const bearer = header.toLowerCase() === "authorization";
  return withHeader(wire, header, bearer ? { scheme: "bearer", token } : token);
}

/** Returns a wire with a token after a product-specific word, as in `Token abc`. */
export function withTokenBehind(
  wire: Wire,
  { header, word }: { readonly header: string; readonly word: string },
  token: Secret,
): Wire {
  return withHeader(wire, header, { scheme: "bearer", token, word });
}

/** Returns a wire with HTTP Basic authentication (RFC 7617). */
export function withBasic(wire: Wire, username: Secret, password: Secret): Wire {
  return withHeader(wire, "authorization", { scheme: "basic", username, password });
}

/** Returns a wire that signs requests with a private key. */
export function withSignature(wire: Wire, key: Omit<SignatureTemplate, "scheme">): Wire {
  return withHeader(wire, "authorization", { scheme: "signature", ...key });
}
