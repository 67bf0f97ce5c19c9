/** Logs in with user name and password, carries the token, and logs in once more for all when it is refused. */

import { at, type Pointer } from "../../model/pointer.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { Secret } from "../../model/secret.ts";
import type { Wire, WireReply, WireRequest } from "../../model/wire.ts";
import { type Answer, answerOf, type Exchange, name } from "../replies.ts";
import { withBasic, withToken } from "./headers.ts";

/** How a token is obtained and carried. */
interface Login {
  readonly exchange: Exchange;
  /** The request for a token, without its credential. */
  readonly request: WireRequest;
  readonly username: Secret;
  readonly password: Secret;
  /** Where the token stands in the answer. */
  readonly tokenAt: Pointer;
  /** The header that carries it; `authorization` makes it a Bearer value. */
  readonly header: string;
}

interface Held {
  readonly token: Secret;
  /** True once the interface has taken it. */
  proven: boolean;
}

type Attempt = { readonly held: Held } | { readonly failed: WireReply };

/**
 * A wire that logs in before the first request. A 401 means that nothing was carried out: the request is sent once
 * more with a new token; everything that waits shares that one login. A second 401 is final for its request; when
 * the new token was never taken at all, nothing more is sent, for the credential is refused.
 */
export function withLogin(wire: Wire, login: Login): Wire {
  let held: Held | undefined;
  let attempt: Promise<Attempt> | undefined;
  let stopped: Problem | undefined;

  const obtain = (signal: AbortSignal): Promise<Attempt> => {
    if (held !== undefined) return Promise.resolve({ held });
    attempt ??= logIn(wire, login, signal)
      .then((result) => {
        if ("held" in result) held = result.held;
        return result;
      })
      .finally(() => {
        attempt = undefined;
      });
    return attempt;
  };

  const tryOnce = async (request: WireRequest, signal: AbortSignal) => {
    const got = await obtain(signal);
    if ("failed" in got) return { reply: got.failed };
    const reply = await withToken(wire, login.header, got.held.token).send(request, signal);
    const refused = reply.outcome === "answered" && reply.status === 401;
    if (refused && held === got.held) held = undefined;
    if (reply.outcome === "answered" && !refused) got.held.proven = true;
    return { reply, refused: refused ? got.held : undefined };
  };

  return {
    async send(request, signal) {
      if (stopped) return { outcome: "barred", problem: stopped };
      const first = await tryOnce(request, signal);
      if (first.refused === undefined) return first.reply;
      const second = await tryOnce(request, signal);
      if (second.refused && !second.refused.proven) stopped = tokenRefused(login, request);
      return second.reply;
    },
  };
}

async function logIn(wire: Wire, login: Login, signal: AbortSignal): Promise<Attempt> {
  const reply = await withBasic(wire, login.username, login.password).send(login.request, signal);
  const answer = answerOf(login.exchange, login.request, reply);
  if (answer.state === "answered") {
    const token = at(answer.body, login.tokenAt);
    if (typeof token === "string" && token !== "")
      return { held: { token: new Secret(token), proven: false } };
  }
  return { failed: failure(login, reply, answer) };
}

/** A login that failed: what waited for it was not sent. Barred when the answer will stay the same. */
function failure(login: Login, reply: WireReply, answer: Answer): WireReply {
  if (answer.state === "unknown") {
    const final = reply.outcome === "barred" || (reply.outcome === "answered" && !passing(reply.status));
    const found = answer.problem;
    return final ? { outcome: "barred", problem: found } : { outcome: "lost", sent: false, problem: found };
  }
  const message = `${login.exchange.target}: the answer to ${name(login.request)} has no token at ${login.tokenAt}.`;
  const hint = "Set settings.tokenField to the name of the field that holds it.";
  return { outcome: "barred", problem: problem("no-token", message, { hint }) };
}

function passing(status: number): boolean {
  return status === 429 || status >= 500;
}

function tokenRefused(login: Login, request: WireRequest): Problem {
  const target = login.exchange.target;
  const message = `${target}: ${name(request)} was answered 401 with a token that was just obtained.`;
  const hint = `Check the credential of target ${target} in trueup.yaml, and settings.tokenHeader.`;
  return problem("unauthorized", message, { hint });
}
