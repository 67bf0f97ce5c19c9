/** Creates an authenticated wire, from a product's description of its authentication. */

import {
  type Authentication,
  type Authentications,
  type EndedToken,
  waysOf,
} from "../../../catalog/schema/authentication.ts";
import type { Authorization, TokenStore } from "../../../model/login.ts";
import { problem } from "../../../model/problem.ts";
import type { Milliseconds } from "../../../model/reply.ts";
import { IssuedSecret, type Secret } from "../../../model/secret.ts";
import { maxTokenLength, type Wire, type WireRequest } from "../../../model/wire.ts";
import { answerOf, name, type ReplyContext } from "../replies/replies.ts";
import { withAuthorizationCode, withClientCredentials } from "./access-tokens.ts";
import {
  endedAs401,
  isPage,
  notObtained,
  sentAsLogin,
  type TokenResult,
  withBasic,
  withCachedToken,
  withSignature,
  withToken,
  withTokenBehind,
} from "./cached-token.ts";
import { withCookies } from "./cookies.ts";
import { credentialField, requiredFields } from "./credentials.ts";
import { type LoggedInWire, withTokenLogin } from "./token-login.ts";

interface Asking {
  /** The target's name, and the product's reply table. */
  readonly exchange: ReplyContext;
  /** The target's URL. */
  readonly url: string;
  readonly authentication: Authentications;
  readonly ended?: readonly EndedToken[] | undefined;
  readonly sessions?: number | undefined;
  /** The fields of the credential, already checked against `credentialForm`. */
  readonly credential: Readonly<Record<string, Secret>>;
  readonly now: () => Milliseconds;
  readonly tokens: TokenStore;
}

/** Returns an authenticated wire. `close`, if present, logs out. Nothing is sent before the first request. */
export function withAuthentication(
  wire: Wire,
  asking: Asking,
): { readonly wire: Wire; readonly close?: LoggedInWire["close"] } {
  const { exchange, url, credential, now, tokens, ended = [], sessions } = asking;
  const way = wayFor(asking);
  const person = () => ({
    username: credentialField(credential, "username"),
    password: credentialField(credential, "password"),
  });
  switch (way.by) {
    case "token": {
      const { header, scheme, forgery } = way;
      const token = credentialField(credential, way.field ?? "token");
      const carried = scheme
        ? withTokenBehind(wire, { header, word: scheme }, token)
        : withToken(wire, header, token);
      return { wire: forgery ? withForgeryToken(carried, { exchange, url, forgery, ended }) : carried };
    }
    case "basic":
      return { wire: withBasic(wire, person().username, person().password) };
    case "signature": {
      const key = (field: string) => credentialField(credential, field);
      const { passphrase } = credential;
      return {
        wire: withSignature(wire, { keyId: key("keyId"), privateKey: key("privateKey"), passphrase }),
      };
    }
    case "login": {
      const { forgery, ...login } = way;
      // A refused CSRF token does not mean that the login has expired.
      const own = forgery ? [] : ended;
      const logged = withTokenLogin(wire, { exchange, url, login, ended: own, sessions, now, ...person() });
      return forgery
        ? { ...logged, wire: withForgeryToken(logged.wire, { exchange, url, forgery, ended }) }
        : logged;
    }
    case "form": {
      const { path, username, password, forgery, logout: logoutPath } = way;
      const login = { path, fields: { username, password }, forgery, logoutPath };
      return withCookies(wire, { exchange, url, login, ended, ...person() });
    }
    case "client":
    case "code": {
      const tokenUrl = `${url}${way.tokenPath}`;
      const { refreshToken, username, password, clientSecret } = credential;
      const endpoint = { target: exchange.target, url: tokenUrl, scope: way.scope, clientSecret, now };
      const client = { ...endpoint, clientId: credentialField(credential, "clientId") };
      const through = exceptAt(tokenUrl, wire, ended);
      if (way.by === "code" || refreshToken)
        return { wire: withAuthorizationCode(through, { ...client, tokens }) };
      const user = username && password && { username, password };
      return { wire: withClientCredentials(through, { ...client, user }) };
    }
  }
}

/** Returns where a person logs in to a target with this URL. Undefined: no person has to log in. */
export function authorizationAt(url: string, authentication: Authentications): Authorization | undefined {
  const way = waysOf(authentication).find((one) => one.by === "code");
  if (way?.by !== "code") return undefined;
  const { authorizePath, tokenPath, scope, issuer = URL.parse(url)?.origin ?? url } = way;
  return { authorizeUrl: `${url}${authorizePath}`, tokenUrl: `${url}${tokenPath}`, scope, issuer };
}

/** Returns the first method for which the credential has all fields. The loader has rejected any other credential. */
export function wayFor({
  exchange: { target },
  authentication,
  credential,
}: Pick<Asking, "authentication" | "credential"> & {
  readonly exchange: Pick<ReplyContext, "target">;
}): Authentication {
  const fits = (way: Authentication) => requiredFields(way).every((field) => credential[field] !== undefined);
  const way = waysOf(authentication).find(fits);
  if (way === undefined)
    throw new Error(`the credential of ${target} matches no authentication method of its product`);
  return way;
}

/**
 * Like `withEnded`, but leaves replies to token requests unchanged: their refusals concern the client, not the token.
 */
function exceptAt(tokenUrl: string, wire: Wire, ended: readonly EndedToken[]): Wire {
  return {
    send: async (request, signal) => {
      const reply = await wire.send(request, signal);
      return request.url === tokenUrl ? reply : endedAs401(reply, ended);
    },
  };
}

interface Forgery {
  readonly exchange: ReplyContext;
  /** The target's URL. */
  readonly url: string;
  readonly forgery: { readonly path: string; readonly header: string };
  /** Signs of an expired credential or token, besides a 401 and an HTML page. */
  readonly ended: readonly EndedToken[];
}

/**
 * Adds the CSRF token to the writes of an authenticated wire; reads need none. If the product has no such token,
 * nothing is added.
 */
function withForgeryToken(wire: Wire, { exchange, url, forgery, ended }: Forgery): Wire {
  const { target } = exchange;
  const known: Wire = {
    send: async (request, signal) => endedAs401(await wire.send(request, signal), [...ended, { page: true }]),
  };
  const obtain = async (signal: AbortSignal): Promise<TokenResult> => {
    const asked: WireRequest = { method: "GET", url: `${url}${forgery.path}`, headers: {} };
    const reply = await sentAsLogin(known, asked, signal);
    if (reply.outcome !== "answered" || (reply.status >= 300 && reply.status !== 404)) {
      const answer = answerOf({ target, rules: [] }, asked, reply);
      return { failed: answer.state === "unknown" ? notObtained(reply, answer.problem) : reply };
    }
    const text = reply.status === 200 && !isPage(reply) ? reply.text.trim() : "";
    return { token: new IssuedSecret(text.length > maxTokenLength ? "" : text) };
  };
  const writing = withCachedToken({
    obtain,
    carry: (token) => (token.reveal() === "" ? known : withToken(known, forgery.header, token)),
    refused: (request) =>
      problem("unauthorized", `${target}: ${name(request)} was answered as if the token were unknown.`, {
        hint: `Check the token of target ${target} in trueup.yaml.`,
      }),
  });
  return { send: (request, signal) => (request.method === "GET" ? wire : writing).send(request, signal) };
}
