/** Tokens of OAuth 2.0 for a program by itself (RFC 6749 §4.4), or with a user's name and password (§4.3). */

import { type Problem, problem } from "../../../model/problem.ts";
import type { Milliseconds } from "../../../model/reply.ts";
import type { Secret } from "../../../model/secret.ts";
import type { Wire, WireRequest } from "../../../model/wire.ts";
import { name } from "../replies/replies.ts";
import { withCachedToken } from "./cached-token.ts";
import { withToken } from "./headers.ts";
import { askToken, type Grant, type TokenEndpoint } from "./token-endpoint.ts";

interface Granting extends TokenEndpoint {
  readonly now: () => Milliseconds;
  /** The user for whom the program acts, where the server wants one. */
  readonly user?: { readonly username: Secret; readonly password: Secret } | undefined;
}

/**
 * A wire that carries an access token as a Bearer value. It asks for the token before the first request, again
 * shortly before it ends (where the server says when), and once more for all when it is refused. The token stays in
 * memory.
 */
export function withClientCredentials(wire: Wire, { now, user, ...endpoint }: Granting): Wire {
  const grant: Grant = user ? { type: "password", fields: user } : { type: "client_credentials", fields: {} };
  return withCachedToken({
    obtain: (signal) => askToken(wire, { endpoint, grant }, signal),
    carry: (token) => withToken(wire, "authorization", token),
    refused: (request) => tokenRefused(endpoint.target, request),
    now,
  });
}

/** The problem of an access token that was refused as soon as it had been granted. */
export function tokenRefused(target: string, request: WireRequest): Problem {
  const message = `${target}: ${name(request)} was answered 401 with a token that was just obtained.`;
  const hint = `Check that url and settings.tokenPath of target ${target} in trueup.yaml belong together.`;
  return problem("unauthorized", message, { hint });
}
