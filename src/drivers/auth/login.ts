/** Logs in with user name and password, and carries the token that the answer holds. */

import { at, type Pointer } from "../../model/pointer.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { Secret } from "../../model/secret.ts";
import { maxTokenLength, type Wire, type WireRequest } from "../../model/wire.ts";
import { answerOf, name, type ReplyContext } from "../replies.ts";
import { notObtained, sentAsLogin, type TokenResult, withCachedToken } from "./cached-token.ts";
import { withBasic, withToken } from "./headers.ts";

/** How a token is obtained and carried. */
interface Login {
  readonly exchange: ReplyContext;
  /** The request for a token, without its credential. */
  readonly request: WireRequest;
  readonly username: Secret;
  readonly password: Secret;
  /** Where the token stands in the answer. */
  readonly tokenAt: Pointer;
  /** The header that carries it; `authorization` makes it a Bearer value. */
  readonly header: string;
}

/** A wire that logs in before the first request, and once more for all when its token is refused. */
export function withLogin(wire: Wire, login: Login): Wire {
  return withCachedToken({
    obtain: (signal) => logIn(wire, login, signal),
    carry: (token) => withToken(wire, login.header, token),
    refused: (request) => tokenRefused(login, request),
  });
}

async function logIn(wire: Wire, login: Login, signal: AbortSignal): Promise<TokenResult> {
  const asking = withBasic(wire, login.username, login.password);
  const reply = await sentAsLogin(asking, login.request, signal);
  const answer = answerOf(login.exchange, login.request, reply);
  if (answer.state === "unknown") return { failed: notObtained(reply, answer.problem) };
  const token = answer.state === "answered" ? at(answer.body, login.tokenAt) : undefined;
  if (typeof token === "string" && token !== "" && token.length <= maxTokenLength)
    return { token: new Secret(token) };
  const what = typeof token === "string" && token !== "" ? "a token of over 16 KB" : "no token";
  const message = `${login.exchange.target}: the answer to ${name(login.request)} has ${what} at ${login.tokenAt}.`;
  const hint = "Set settings.tokenField to the name of the field that holds it.";
  return { failed: { outcome: "barred", problem: problem("no-token", message, { hint }) } };
}

function tokenRefused(login: Login, request: WireRequest): Problem {
  const target = login.exchange.target;
  const message = `${target}: ${name(request)} was answered 401 with a token that was just obtained.`;
  const hint = `Check the credential of target ${target} in trueup.yaml, and settings.tokenHeader.`;
  return problem("unauthorized", message, { hint });
}
