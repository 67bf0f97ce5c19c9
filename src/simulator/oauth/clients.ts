/** OAuth 2.0 clients, and their token requests (RFC 6749 sections 2.3.1, 3.3 and 5.2). */

import type { OauthClient, OauthInterface } from "../wire/accepted-credentials.ts";
import { json, type SimReply } from "../wire/message.ts";
import type { Call } from "../wire/route.ts";

/** The error codes of RFC 6749 section 5.2. */
export type TokenFault =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unsupported_grant_type";

/** The token request of a known client, or the reason why a request is refused. */
export type TokenRequest =
  | { readonly client: OauthClient; readonly form: URLSearchParams }
  | { readonly fault: TokenFault };

/** Reads a request to the token endpoint. It is a form that contains the client's id and secret. */
export function tokenRequest(call: Call, name: OauthInterface): TokenRequest {
  const form = formOf(call);
  if (form === undefined) return { fault: "invalid_request" };
  const client = clientOf(call, name, form.get("client_id") ?? "");
  const proven = client !== undefined && (form.get("client_secret") ?? "") === (client.secret ?? "");
  return proven ? { client, form } : { fault: "invalid_client" };
}

/** Returns the client that an interface knows by this id. Returns undefined if there is none. */
export function clientOf(call: Call, name: OauthInterface, id: string): OauthClient | undefined {
  return call.settings.credentials.clients.find((each) => each.interface === name && each.id === id);
}

/** Returns the form in the request's body. Returns undefined if it is malformed, or repeats a parameter. */
export function formOf(call: Call): URLSearchParams | undefined {
  const [type = ""] = (call.request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") return undefined;
  const form = new URLSearchParams(call.request.body);
  const names = [...form.keys()];
  return new Set(names).size === names.length ? form : undefined;
}

/**
 * Returns the granted part of the requested scopes. If no scope is requested, returns all allowed scopes. Returns
 * undefined if nothing is granted, or if the settings refuse a request for too many scopes.
 */
export function grantedScopes(
  asked: string | null,
  allowed: readonly string[],
  call: Call,
): readonly string[] | undefined {
  const wanted = (asked ?? "").split(" ").filter((scope) => scope !== "");
  if (wanted.length === 0) return allowed;
  const granted = wanted.filter((scope) => allowed.includes(scope));
  const refused = call.settings.excessScope === "refuse" && granted.length < wanted.length;
  return granted.length === 0 || refused ? undefined : granted;
}

/** Returns the reply that refuses a token. An unknown client or a wrong secret gives 401, and any other fault 400. */
export function tokenRefused(fault: TokenFault): SimReply {
  return json(fault === "invalid_client" ? 401 : 400, { error: fault }, noStore);
}

/** The required headers of token replies (RFC 6749 section 5.1). */
export const noStore = { "cache-control": "no-store" };
