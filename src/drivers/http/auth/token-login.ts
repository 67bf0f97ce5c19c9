/** Token login as described by a product: logs in, sends the token, refreshes it before it expires, and logs out. */

import { fieldOf } from "../../../catalog/fields/field-of.ts";
import type { EndedToken, TokenLogin } from "../../../catalog/schema/authentication.ts";
import { isArray, isObject, type Json, parseJson } from "../../../model/json.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Milliseconds } from "../../../model/reply.ts";
import { IssuedSecret, Secret } from "../../../model/secret.ts";
import {
  maxTokenLength,
  type Wire,
  type WireJson,
  type WireReply,
  type WireRequest,
} from "../../../model/wire.ts";
import { tokenFieldHint, tokenHeaderHint } from "../replies/reading-hints.ts";
import { answerOf, name, type ReplyContext } from "../replies/replies.ts";
import {
  isPage,
  notObtained,
  sentAsLogin,
  type TokenResult,
  withBasic,
  withCachedToken,
  withEnded,
  withToken,
} from "./cached-token.ts";

interface LoggingIn {
  readonly exchange: ReplyContext;
  /** The target's URL. */
  readonly url: string;
  readonly login: TokenLogin;
  readonly ended: readonly EndedToken[];
  /** The maximum number of sessions per user, if the product has one. */
  readonly sessions?: number | undefined;
  readonly username: Secret;
  readonly password: Secret;
  readonly now: () => Milliseconds;
}

/** A wire with a login session, and the function that ends the session. */
export interface LoggedInWire {
  readonly wire: Wire;
  /** Logs out if there is a session. The result is ignored. */
  close(signal: AbortSignal): Promise<void>;
}

/**
 * Returns a wire that logs in before the first request. Shortly before the token expires, the next request triggers a
 * refresh, or a new login if the refresh fails. If the token has expired nevertheless, the wire logs in once more for
 * all requests.
 */
export function withTokenLogin(wire: Wire, of: LoggingIn): LoggedInWire {
  const { login } = of;
  let last: Secret | undefined;
  /** The refresh token, and the number of refreshes since the login. */
  const refreshing: Refreshing = { along: undefined, times: 0 };
  /** A refused credential is not sent again: products lock accounts after too many attempts. */
  let refused: TokenResult | undefined;

  const carry = (token: Secret): Wire => withEnded(carrying(wire, login, token), of.ended);

  const ask = async (through: Wire, request: WireRequest, signal: AbortSignal): Promise<TokenResult> => {
    const reply = await sentAsLogin(through, request, signal);
    const result = tokenIn(of, request, reply);
    if ("token" in result) last = result.token;
    if ("token" in result) refreshing.along = alongIn(login, reply);
    return result;
  };

  const obtain = async (signal: AbortSignal, ending: Secret | undefined): Promise<TokenResult> => {
    if (refused) return refused;
    if (ending && login.refresh && refreshing.times < (login.refresh.times ?? Number.POSITIVE_INFINITY)) {
      refreshing.times += 1;
      const through = withAlong(carry(ending), login, refreshing.along);
      const longer = await ask(through, requestOf(of, login.refresh), signal);
      if ("token" in longer) return longer;
    }
    refreshing.times = 0;
    const request = requestOf(of, { method: login.method ?? "POST", path: login.path, body: login.body });
    const asking = login.body === undefined ? withBasic(wire, of.username, of.password) : wire;
    const result = await ask(asking, request, signal);
    if ("failed" in result && isRefusal(result.failed)) refused = result;
    return result;
  };

  return {
    wire: withCachedToken({ obtain, carry, refused: (request) => tokenRefused(of, request), now: of.now }),
    async close(signal) {
      if (last === undefined || !login.logout) return;
      await carry(last).send(requestOf(of, login.logout), signal);
    },
  };
}

interface Refreshing {
  along: Secret | undefined;
  times: number;
}

/** Returns the second token in the reply, if the product needs one for a refresh. */
function alongIn({ refresh }: TokenLogin, reply: WireReply): Secret | undefined {
  const value = reply.outcome === "answered" && refresh?.token && reply.headers[refresh.token.toLowerCase()];
  return value ? new IssuedSecret(value) : undefined;
}

function withAlong(wire: Wire, { refresh }: TokenLogin, along: Secret | undefined): Wire {
  return along && refresh?.token ? withToken(wire, refresh.token, along) : wire;
}

function isRefusal(reply: WireReply): boolean {
  return reply.outcome === "blocked" && ["unauthorized", "forbidden"].includes(reply.problem.code);
}

function carrying(wire: Wire, { carry: { header, cookie } }: TokenLogin, token: Secret): Wire {
  const inHeader = header === undefined ? wire : withToken(wire, header, token);
  if (cookie === undefined) return inHeader;
  const cookies = { scheme: "cookies", cookies: [{ name: cookie, value: token }] } as const;
  return {
    send: (request, signal) =>
      inHeader.send({ ...request, headers: { ...request.headers, cookie: cookies } }, signal),
  };
}

interface LoginStep {
  readonly method: WireRequest["method"];
  readonly path: string;
  readonly body?: Json | undefined;
}

function requestOf(of: LoggingIn, { method, path, body }: LoginStep): WireRequest {
  const url = `${of.url}${path}`;
  const headers = { accept: "application/json" };
  if (body === undefined) return { method, url, headers };
  return {
    method,
    url,
    headers: { ...headers, "content-type": "application/json" },
    body: filledIn(body, of),
  };
}

/**
 * Returns a template with the credential filled in. The resulting text is treated as a secret, even if it contains more
 * than the placeholder.
 */
function filledIn(template: Json, words: Pick<LoggingIn, "username" | "password">): WireJson {
  if (typeof template === "string") return filledText(template, words);
  if (isArray(template)) return template.map((each) => filledIn(each, words));
  if (!isObject(template)) return template;
  const members = Object.entries(template).map(([key, value]) => [key, filledIn(value, words)] as const);
  return Object.fromEntries(members);
}

function filledText(
  text: string,
  { username, password }: Pick<LoggingIn, "username" | "password">,
): string | Secret {
  if (text === "{username}") return username;
  if (text === "{password}") return password;
  if (!/\{(?:username|password)\}/.test(text)) return text;
  const word = (found: string) => (found === "{username}" ? username : password).reveal();
  return new Secret(text.replaceAll(/\{(?:username|password)\}/g, word));
}

/** Returns the token in a reply. If there is none, returns the reply for the requests that wait for the token. */
function tokenIn(of: LoggingIn, request: WireRequest, reply: WireReply): TokenResult {
  const { exchange, login } = of;
  if (reply.outcome !== "answered") return { failed: notObtained(reply, reply.problem) };
  const inBody = login.token.at !== undefined;
  if (!inBody && reply.status < 400 && isPage(reply)) return blocked(loginRefused(of, request));
  const answer = answerOf(exchange, request, reply);
  if (answer.state === "unknown" && (inBody || reply.status >= 300)) {
    const { problem: found } = answer;
    const isRefused = reply.status === 401 || reply.status === 403;
    return { failed: notObtained(reply, isRefused ? { ...found, hint: refusedHint(of) } : found) };
  }
  const body = parseJson(reply.text);
  const token = inBody ? fieldOf(body, login.token.at) : outsideBody(login, reply);
  if (typeof token !== "string" || token === "" || token.length > maxTokenLength)
    return blocked(noToken(of, request, { token, body }));
  return { token: new IssuedSecret(token), lifetimeMs: lifetimeOf(login, body) };
}

function outsideBody(
  { token: { header, cookie } }: TokenLogin,
  reply: Extract<WireReply, { outcome: "answered" }>,
): string | undefined {
  if (header !== undefined) return reply.headers[header.toLowerCase()];
  const set = reply.cookies?.find((each) => each.startsWith(`${cookie}=`));
  return set?.slice(`${cookie}=`.length).split(";")[0]?.trim();
}

function lifetimeOf({ lifetime }: TokenLogin, body: Json | undefined): Milliseconds | undefined {
  const told = fieldOf(body, lifetime?.at);
  const seconds = Number(typeof told === "string" && told.trim() === "" ? Number.NaN : (told ?? Number.NaN));
  const known = Number.isFinite(seconds) && seconds > 0 ? seconds : lifetime?.seconds;
  return known === undefined ? undefined : known * 1000;
}

function blocked(found: Problem): TokenResult {
  return { failed: { outcome: "blocked", problem: found } };
}

function noToken(
  { exchange, login }: LoggingIn,
  request: WireRequest,
  { token, body }: { readonly token: unknown; readonly body: Json | undefined },
): Problem {
  const { target } = exchange;
  const { at: field, header, cookie } = login.token;
  const where = field ?? (header === undefined ? `the cookie ${cookie}` : `the header ${header}`);
  const what = typeof token === "string" && token !== "" ? "a token of over 16 KB" : "no token";
  const message = `${target}: the answer to ${name(request)} has ${what} in ${where}.`;
  const hint =
    tokenFieldHint(exchange, body) ?? `Check url, dialect and settings of target ${target} in trueup.yaml.`;
  return problem("no-token", message, { hint });
}

function loginRefused(of: LoggingIn, request: WireRequest): Problem {
  const message = `${of.exchange.target}: ${name(request)} was answered as if no session existed.`;
  return problem("unauthorized", message, { hint: refusedHint(of) });
}

function refusedHint({ exchange: { target }, sessions }: LoggingIn): string {
  const hint = `Check username and password of target ${target} in trueup.yaml.`;
  if (sessions === undefined) return hint;
  return `${hint} The product lets a user have ${sessions} sessions: all of them may be in use.`;
}

function tokenRefused({ exchange }: LoggingIn, request: WireRequest): Problem {
  const { target } = exchange;
  const message = `${target}: ${name(request)} was answered as if its token had expired, although the token was new.`;
  const other = tokenHeaderHint(exchange);
  const hint = `Check credential, dialect and settings of target ${target} in trueup.yaml.${other}`;
  return problem("unauthorized", message, { hint });
}
