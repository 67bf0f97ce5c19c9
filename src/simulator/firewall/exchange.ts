/**
 * The firewall manager's token endpoint. It exchanges a code with its verifier, or a refresh token, for an access
 * token.
 */

import { createHash } from "node:crypto";
import { grantedScopes, type TokenFault, tokenRefused, tokenRequest } from "../oauth/clients.ts";
import { type Grant, oauthTokenPath, tokenGiven, withToken } from "../oauth/tokens.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import type { AuthorizationCode, FirewallState } from "./state.ts";

/** The token endpoint: the grants `authorization_code` and `refresh_token`. */
export const tokenRoute: Route<FirewallState> = {
  method: "POST",
  path: oauthTokenPath,
  open: true,
  answer: (state, call) => {
    const asked = tokenRequest(call, "firewall");
    if ("fault" in asked) return refused(state, asked.fault);
    const of = { call, form: asked.form, client: asked.client.id };
    const grantType = asked.form.get("grant_type");
    if (grantType === null) return refused(state, "invalid_request");
    if (grantType === "authorization_code") return byCode(state, of);
    return grantType === "refresh_token" ? byRefresh(state, of) : refused(state, "unsupported_grant_type");
  },
};

interface Request {
  readonly call: Call;
  readonly form: URLSearchParams;
  readonly client: string;
}

/** Exchanges a code for a token. A code can be used in only one attempt, even if this attempt fails. */
function byCode(before: FirewallState, request: Request): Answer<FirewallState> {
  const text = request.form.get("code") ?? "";
  const code = before.codes.get(text);
  if (code === undefined) return refused(before, "invalid_grant");
  const codes = new Map(before.codes);
  codes.delete(text);
  const state = { ...before, codes };
  if (!isProven(code, request)) return refused(state, "invalid_grant");
  const { client, scopes } = code;
  const grant = { client, scopes };
  const isAlone = !request.call.settings.givesRefreshTokens;
  return given(state, request.call, isAlone ? { grant } : { grant, ...nextRefresh(state) });
}

function isProven(code: AuthorizationCode, { call, form, client }: Request): boolean {
  const verifier = form.get("code_verifier") ?? "";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const own = code.client === client && code.redirectUri === form.get("redirect_uri");
  return own && call.now < code.endsAt && challenge === code.challenge;
}

/** Exchanges a refresh token for an access token. With rotation, a new refresh token replaces the used one. */
function byRefresh(before: FirewallState, { call, form, client }: Request): Answer<FirewallState> {
  const text = form.get("refresh_token") ?? "";
  const known = before.refreshTokens.get(text);
  if (known === undefined || known.client !== client) return refused(before, "invalid_grant");
  const scopes = grantedScopes(form.get("scope"), known.scopes, call);
  if (scopes === undefined) return refused(before, "invalid_scope");
  const grant = { client, scopes };
  if (!call.settings.rotateRefreshTokens) return given(before, call, { grant });
  const refreshTokens = new Map(before.refreshTokens);
  refreshTokens.delete(text);
  const state = { ...before, refreshTokens };
  return given(state, call, { grant, ...nextRefresh(state) });
}

function nextRefresh({ counted }: FirewallState): { readonly refresh: string } {
  return { refresh: `simulated-refresh-token-${String(counted + 1).padStart(6, "0")}` };
}

/** Returns an access token for a grant, with a new refresh token if one is requested. */
function given(
  state: FirewallState,
  call: Call,
  { grant, refresh }: { readonly grant: Grant; readonly refresh?: string },
): Answer<FirewallState> {
  const { tokens, body } = withToken(state.tokens, grant, { name: "firewall", call });
  if (refresh === undefined) return { state: { ...state, tokens }, reply: tokenGiven(call, body) };
  const refreshTokens = new Map(state.refreshTokens).set(refresh, grant);
  const after = { ...state, tokens, refreshTokens, counted: state.counted + 1 };
  return { state: after, reply: tokenGiven(call, { ...body, refresh_token: refresh }) };
}

function refused(state: FirewallState, fault: TokenFault): Answer<FirewallState> {
  return { state, reply: tokenRefused(fault) };
}
