/** Cookie sessions: logs in with a form, sends the session cookie, and logs out at the end. */

import type { CookieJar } from "tough-cookie";
import type { EndedToken } from "../../../catalog/schema/authentication.ts";
import type { CookieLogin } from "../../../model/login.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import { IssuedSecret, type Secret } from "../../../model/secret.ts";
import { maxTokenLength, type Wire, type WireReply, type WireRequest } from "../../../model/wire.ts";
import { answerOf, name, type ReplyContext } from "../replies/replies.ts";
import {
  endedAs401,
  isPage,
  notObtained,
  sentAsLogin,
  type TokenResult,
  withCachedToken,
  withToken,
} from "./cached-token.ts";

interface Cookies {
  readonly exchange: ReplyContext;
  /** The target's URL. */
  readonly url: string;
  readonly login: CookieLogin;
  /** Signs of an expired session, besides a 401 and an HTML page. Absent: there are no other signs. */
  readonly ended?: readonly EndedToken[] | undefined;
  readonly username: Secret;
  readonly password: Secret;
}

interface WithCookies {
  readonly wire: Wire;
  /** Logs out if there is a session. The result is ignored. */
  close(signal: AbortSignal): Promise<void>;
}

/**
 * Returns a wire that logs in before the first request. An HTML page with any status means that there is no session. In
 * reply to a login, such a page means that the credential is refused. In reply to another request, it means that the
 * session has expired: the wire then logs in once more for all requests.
 */
export function withCookies(wire: Wire, of: Cookies): WithCookies {
  const sessions = new WeakMap<Secret, CookieJar>();
  let last: Secret | undefined;

  const within =
    (jar: CookieJar): Wire["send"] =>
    async (request, signal) => {
      const cookies = (await jar.getCookies(request.url)).map(({ key, value }) => ({
        name: key,
        value: new IssuedSecret(value),
      }));
      const cookie = cookies.length > 0 && { cookie: { scheme: "cookies", cookies } as const };
      const reply = await wire.send({ ...request, headers: { ...request.headers, ...cookie } }, signal);
      if (reply.outcome !== "answered") return reply;
      const room = Math.max(0, maxCookies - cookies.length);
      for (const set of (reply.cookies ?? []).slice(0, room))
        await jar.setCookie(set, request.url, { ignoreError: true });
      return reply;
    };

  const carry = (token: Secret): Wire => {
    const jar = sessions.get(token);
    if (jar === undefined) return wire;
    const inside: Wire = { send: async (request, signal) => ended(await within(jar)(request, signal), of) };
    return token.reveal() === "" ? inside : withToken(inside, of.login.forgery.header, token);
  };

  const obtain = async (signal: AbortSignal): Promise<TokenResult> => {
    const { CookieJar } = await import("tough-cookie");
    const jar = new CookieJar();
    const send = within(jar);
    const { login, username, password } = of;
    const form = { [login.fields.username]: username, [login.fields.password]: password };
    const request: WireRequest = {
      method: "POST",
      url: `${of.url}${login.path}`,
      headers: formHeaders,
      form,
    };
    const reply = await sentAsLogin({ send }, request, signal);
    if (reply.outcome !== "answered" || reply.status >= 300) return { failed: failure(of, request, reply) };
    if (isPage(reply) || (await jar.getCookies(request.url)).length === 0)
      return { failed: { outcome: "blocked", problem: loginRefused(of.exchange.target, request) } };
    const asked: WireRequest = { method: "GET", url: `${of.url}${login.forgery.path}`, headers: {} };
    const tokenReply = await send(asked, signal);
    const isToken = tokenReply.outcome === "answered" && tokenReply.status === 200 && !isPage(tokenReply);
    const text = isToken ? tokenReply.text.trim() : "";
    last = new IssuedSecret(text.length > maxTokenLength ? "" : text);
    sessions.set(last, jar);
    return { token: last };
  };

  return {
    wire: withCachedToken({ obtain, carry, refused: (request) => loginRefused(of.exchange.target, request) }),
    async close(signal) {
      if (last === undefined) return;
      const request: WireRequest = { method: "GET", url: `${of.url}${of.login.logoutPath}`, headers: {} };
      const reply = await carry(last).send(request, signal);
      // Newer versions of the product accept only POST for the logout.
      if (reply.outcome === "answered" && reply.status === 405)
        await carry(last).send({ ...request, method: "POST" }, signal);
    },
  };
}

/** The maximum number of cookies that are kept, as in browsers (RFC 6265, 6.1). */
const maxCookies = 50;

const formHeaders = { "content-type": "application/x-www-form-urlencoded" };

/** Returns the reply with status 401 if there is no session any more. The product answers with an HTML page then. */
function ended(reply: WireReply, { ended: words = [] }: Cookies): WireReply {
  const isGone = reply.outcome === "answered" && isPage(reply);
  return isGone ? { ...reply, status: 401 } : endedAs401(reply, words);
}

function failure({ exchange }: Cookies, request: WireRequest, reply: WireReply): WireReply {
  const answer = answerOf({ target: exchange.target, rules: [] }, request, reply);
  return answer.state === "unknown" ? notObtained(reply, answer.problem) : reply;
}

function loginRefused(target: string, request: WireRequest): Problem {
  const message = `${target}: ${name(request)} was answered as if no session existed.`;
  const hint = `Check username and password of target ${target} in trueup.yaml.`;
  return problem("unauthorized", message, { hint });
}
