/** The stored text of a login: a plain refresh token, or JSON with an access token and its expiry. */

import { isObject, parseJson } from "../../model/json.ts";
import type { KeptLogin } from "../../model/login.ts";
import { IssuedSecret, type Secret } from "../../model/secret.ts";

/**
 * The text to store for an access token if there is no refresh token. `lifetimeMs` is undefined if the server did not
 * say when the token expires.
 */
export function keptText(accessToken: Secret, lifetimeMs: number | undefined): string {
  const endsAt = lifetimeMs === undefined ? undefined : endOf(lifetimeMs);
  return JSON.stringify({ accessToken: accessToken.reveal(), endsAt });
}

/** When this lifetime ends: ISO 8601, UTC. */
export function endOf(lifetimeMs: number): string {
  const latest = 8_640_000_000_000_000;
  return new Date(Math.min(Date.now() + lifetimeMs, latest)).toISOString();
}

/** The login in a stored text, and the values in it that must never be shown. */
export function keptIn(text: string): { readonly login: KeptLogin; readonly secrets: readonly string[] } {
  const kept = text.startsWith("{") ? parseJson(text) : undefined;
  if (kept === undefined || !isObject(kept) || typeof kept.accessToken !== "string")
    return { login: { token: new IssuedSecret(text) }, secrets: [text] };
  const { accessToken, endsAt } = kept;
  const end = typeof endsAt === "string" ? Date.parse(endsAt) : Number.NaN;
  const lifetimeMs = Number.isNaN(end) ? undefined : end - Date.now();
  return { login: { access: { token: new IssuedSecret(accessToken), lifetimeMs } }, secrets: [accessToken] };
}
