/** Access tokens of OAuth 2.0: granted for the client's own credential (RFC 6749 4.4, 4.3), or for a refresh token. */

import type { KeptLogin, TokenStore } from "../../../model/login.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import type { Milliseconds } from "../../../model/reply.ts";
import type { Secret } from "../../../model/secret.ts";
import type { Wire, WireRequest } from "../../../model/wire.ts";
import { name } from "../replies/replies.ts";
import { type TokenResult, withCachedToken, withToken } from "./cached-token.ts";
import { askToken, type Grant, type TokenEndpoint } from "./token-endpoint.ts";

interface Granting extends TokenEndpoint {
  readonly now: () => Milliseconds;
  /** The user for whom the program acts, if the server requires one. */
  readonly user?: { readonly username: Secret; readonly password: Secret } | undefined;
}

/**
 * Returns a wire that sends an access token as a Bearer value. The token is requested before the first request, and
 * again shortly before its announced expiry. If a token is refused, all pending requests share one new token. The token
 * stays in memory.
 */
export function withClientCredentials(wire: Wire, { now, user, ...endpoint }: Granting): Wire {
  const grant: Grant = user ? { type: "password", fields: user } : { type: "client_credentials", fields: {} };
  // After a refusal, no further attempt is made, so that no account is locked.
  let refusal: Awaited<ReturnType<typeof askToken>> | undefined;
  return withCachedToken({
    obtain: async (signal) => {
      const asked = refusal ?? (await askToken(wire, { endpoint, grant }, signal));
      if ("failed" in asked && asked.failed.outcome === "blocked") refusal = asked;
      return asked;
    },
    carry: (token) => withToken(wire, "authorization", token),
    refused: (request) => tokenRefused(endpoint.target, request),
    now,
  });
}

/** Returns the problem of an access token that was refused right after it was granted. */
function tokenRefused(target: string, request: WireRequest): Problem {
  const message = `${target}: ${name(request)} was answered 401, although its token was new.`;
  const hint = `Check that url and settings.tokenPath of target ${target} in trueup.yaml belong to the same server.`;
  return problem("unauthorized", message, { hint });
}

interface Refreshing extends TokenEndpoint {
  readonly tokens: TokenStore;
  readonly now: () => Milliseconds;
}

/**
 * Returns a wire that sends an access token as a Bearer value, obtained with the stored refresh token (RFC 6749 §6). If
 * the server replaces the refresh token, the new refresh token is stored at once. The access token stays in memory. If
 * a login left only an access token, that token is used until it expires.
 */
export function withAuthorizationCode(wire: Wire, { tokens, now, ...endpoint }: Refreshing): Wire {
  let used: Secret | undefined;
  /**
   * The access token that the store returned last. If the store returns the same token again, that token has expired.
   */
  let given: Secret | undefined;
  const ask = async (refreshToken: Secret, signal: AbortSignal) => {
    const grant = { type: "refresh_token", fields: { refresh_token: refreshToken } } as const;
    const asked = await askToken(wire, { endpoint, grant }, signal);
    if ("failed" in asked) return asked;
    const next = asked.refreshToken;
    used = next ?? refreshToken;
    if (next && next.reveal() !== refreshToken.reveal()) await tokens.save(next);
    return asked;
  };
  const byAccess = ({ token, lifetimeMs }: NonNullable<KeptLogin["access"]>): TokenResult => {
    const isSpent = given?.reveal() === token.reveal() || (lifetimeMs !== undefined && lifetimeMs <= 0);
    if (isSpent) return blocked(loginEnded(endpoint.target));
    given = token;
    return { token, lifetimeMs };
  };
  const obtain = async (signal: AbortSignal): Promise<TokenResult> => {
    const kept = used ? { token: used } : await tokens.load();
    if (kept.problem) return blocked(kept.problem);
    if (kept.access) return byAccess(kept.access);
    if (kept.token === undefined) return notLoggedIn(endpoint.target);
    const asked = await ask(kept.token, signal);
    if (!("failed" in asked) || asked.error !== "invalid_grant") return asked;
    // Another run may have used the refresh token and stored its replacement.
    const again = await tokens.load();
    if (again.token === undefined || again.token.reveal() === kept.token.reveal()) return asked;
    return ask(again.token, signal);
  };
  return withCachedToken({
    obtain,
    carry: (token) => withToken(wire, "authorization", token),
    refused: (request) => tokenRefused(endpoint.target, request),
    now,
  });
}

function notLoggedIn(target: string): TokenResult {
  const hint =
    `Run \`trueup login ${target}\`. On a machine without a browser, set refreshToken or token in the ` +
    "credential of the target.";
  return blocked(
    problem("not-logged-in", `${target}: nobody has logged in yet, so there is no token.`, { hint }),
  );
}

function loginEnded(target: string): Problem {
  const message = `${target}: the access token of the last login has expired, or the server does not accept it.`;
  const hint = `Run \`trueup login ${target}\`. To avoid further logins, let the server issue refresh tokens.`;
  return problem("login-ended", message, { hint });
}

function blocked(found: Problem): TokenResult {
  return { failed: { outcome: "blocked", problem: found } };
}
