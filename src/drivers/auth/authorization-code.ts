/** The authorization code grant of OAuth 2.0 once a person has logged in: access tokens by the refresh token. */

import type { TokenStore } from "../../model/login.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Milliseconds } from "../../model/reply.ts";
import type { Secret } from "../../model/secret.ts";
import type { Wire } from "../../model/wire.ts";
import { type TokenResult, withCachedToken } from "./cached-token.ts";
import { tokenRefused } from "./client-credentials.ts";
import { withToken } from "./headers.ts";
import { askToken, type TokenEndpoint } from "./token-endpoint.ts";

/** By which client and with whose refresh token. */
interface Refreshing extends TokenEndpoint {
  readonly tokens: TokenStore;
  readonly now: () => Milliseconds;
}

/**
 * A wire that carries an access token as a Bearer value, and obtains it by the refresh token that is kept (RFC 6749
 * §6). A server may replace the refresh token at each use: the new one is kept at once. The access token stays in
 * memory.
 */
export function withAuthorizationCode(wire: Wire, { tokens, now, ...endpoint }: Refreshing): Wire {
  let used: Secret | undefined;
  const ask = async (refreshToken: Secret, signal: AbortSignal) => {
    const grant = { type: "refresh_token", fields: { refresh_token: refreshToken } } as const;
    const asked = await askToken(wire, { endpoint, grant }, signal);
    if ("failed" in asked) return asked;
    const next = asked.refreshToken;
    used = next ?? refreshToken;
    if (next && next.reveal() !== refreshToken.reveal()) await tokens.save(next);
    return asked;
  };
  const obtain = async (signal: AbortSignal): Promise<TokenResult> => {
    const kept = used ? { token: used } : await tokens.load();
    if (kept.problem) return barred(kept.problem);
    if (kept.token === undefined) return notLoggedIn(endpoint.target);
    const asked = await ask(kept.token, signal);
    if (!("failed" in asked) || asked.error !== "invalid_grant") return asked;
    // Another run may have used it, and kept the one that took its place.
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
  const hint = `Run \`trueup login ${target}\`; without a browser, set refreshToken in its credential.`;
  return barred(
    problem("not-logged-in", `${target}: nobody has logged in yet, so there is no refresh token.`, { hint }),
  );
}

function barred(found: Problem): TokenResult {
  return { failed: { outcome: "barred", problem: found } };
}
