/** Access tokens of a simulated authorization server, with their client, expiry and scopes. */

import type { JsonObject } from "../../model/json.ts";
import type { OauthInterface } from "../wire/accepted-credentials.ts";
import { bearerToken } from "../wire/credentials.ts";
import { json, type SimReply, type SimRequest } from "../wire/message.ts";
import type { Answer, Call, Route } from "../wire/route.ts";
import type { VariantSettings } from "../wire/variants.ts";
import { grantedScopes, noStore, type TokenFault, tokenRefused, tokenRequest } from "./clients.ts";

/** The token endpoint of every interface with OAuth. */
export const oauthTokenPath = "/oauth/token";

/** A grant that a client has received. */
export interface Grant {
  readonly client: string;
  readonly scopes: readonly string[];
}

/** The tokens of one authorization server. The object is never modified. */
export interface Tokens {
  /** The grants by token. `endsAt` is on the simulator's clock. */
  readonly given: ReadonlyMap<string, Grant & { readonly endsAt: number }>;
  /** The number of tokens that were issued. */
  readonly counted: number;
}

/** A state that contains tokens. */
export interface TokenState {
  readonly tokens: Tokens;
}

/** The initial state, without tokens. */
export const noTokens: Tokens = { given: new Map(), counted: 0 };

/**
 * Returns the grant of the request's Bearer token. Returns undefined if there is no token, or it is unknown or expired.
 */
export function grantOf({ tokens }: TokenState, request: SimRequest, now: number): Grant | undefined {
  const grant = tokens.given.get(bearerToken(request) ?? "");
  return grant !== undefined && now < grant.endsAt ? grant : undefined;
}

/** Returns the tokens with a new token added, and the body of the reply with the new token. */
export function withToken(
  { given, counted }: Tokens,
  grant: Grant,
  { name, call }: { readonly name: OauthInterface; readonly call: Call },
): { readonly tokens: Tokens; readonly body: JsonObject } {
  const lifetimeMs = call.settings.tokenLifetimeMs;
  const token = `simulated-${name}-token-${String(counted + 1).padStart(6, "0")}`;
  const good = [...given].filter(([, { endsAt }]) => call.now < endsAt);
  const all = new Map([...good, [token, { ...grant, endsAt: call.now + lifetimeMs }] as const]);
  const body = {
    access_token: token,
    ...(call.settings.variants.tokenType && { token_type: "Bearer" }),
    expires_in: Math.floor(lifetimeMs / 1000),
    scope: grant.scopes.join(" "),
  };
  return { tokens: { given: all, counted: counted + 1 }, body };
}

/** Returns the reply with a token. */
export function tokenGiven({ settings }: Call, body: JsonObject): SimReply {
  return json(settings.variants.tokenStatus, body, noStore);
}

type GrantType = VariantSettings["grants"][number];

function isGrant(text: string): text is GrantType {
  return text === "client_credentials" || text === "password" || text === "refresh_token";
}

/**
 * Returns the grants that an interface supports. Messaging supports only client credentials, and the grants of the
 * servers interface are configurable.
 */
function grantsOf(name: OauthInterface, { settings }: Call): readonly GrantType[] {
  return name === "servers" ? settings.variants.grants : ["client_credentials"];
}

function isProven(grant: GrantType, form: URLSearchParams, { settings }: Call): boolean {
  const { username, password, serversRefreshToken } = settings.credentials;
  if (grant === "password") return form.get("username") === username && form.get("password") === password;
  return grant === "client_credentials" || form.get("refresh_token") === serversRefreshToken;
}

/**
 * Returns the token endpoint of an interface whose clients have the client credentials grant (RFC 6749 section 4.4).
 */
export function clientCredentialsRoute<State extends TokenState>(
  name: OauthInterface,
  path: string = oauthTokenPath,
): Route<State> {
  const answer = (state: State, call: Call): Answer<State> => {
    const refused = (fault: TokenFault) => ({ state, reply: tokenRefused(fault) });
    const asked = tokenRequest(call, name);
    if ("fault" in asked) return refused(asked.fault);
    const { client, form } = asked;
    const grantType = form.get("grant_type");
    if (grantType === null) return refused("invalid_request");
    if (!isGrant(grantType) || !grantsOf(name, call).includes(grantType))
      return refused("unsupported_grant_type");
    if (!isProven(grantType, form, call)) return refused("invalid_grant");
    const scopes = grantedScopes(form.get("scope"), client.scopes, call);
    if (scopes === undefined) return refused("invalid_scope");
    const { tokens, body } = withToken(state.tokens, { client: client.id, scopes }, { name, call });
    return { state: { ...state, tokens }, reply: tokenGiven(call, body) };
  };
  return { method: "POST", path, open: true, answer };
}
