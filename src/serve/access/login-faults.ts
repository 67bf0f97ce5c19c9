/** Why a login failed, as a message for the person and a reason for the log. */

import { AuthorizationResponseError, ClientError, ResponseBodyError } from "openid-client";
import { IssuerUnreachable } from "../../runtime/serving/issuer-fetch.ts";
import { plainName } from "./identity.ts";

/** A failed login: the texts to show and to log. */
export interface LoginFault {
  readonly status: 400 | 403 | 502 | 503;
  readonly title: string;
  /** One or two sentences. */
  readonly message: string;
  /** Why the login failed, for the log. */
  readonly reason: string;
}

/** The fault of a login that this browser did not begin, began too long ago, or has already completed. */
export const noSuchLogin: LoginFault = {
  status: 400,
  title: "This login cannot be completed",
  message:
    "The login took longer than ten minutes, was already completed, or was started in another browser.",
  reason: "the browser has started no such login",
};

/** The fault for an error of the OpenID library, or of the connection to the login server. */
export function loginFault(error: unknown, issuer: string): LoginFault {
  const host = URL.parse(issuer)?.host ?? issuer;
  const reason = reasonIn(error);
  const unreachable = unreachableIn(error);
  if (unreachable) return outage(host, plainName(unreachable.message));
  if (error instanceof AuthorizationResponseError) {
    const said = plainName(error.error_description ?? error.error);
    const message = `${host} refused the login: ${said}.`;
    return { status: 403, title: "The login was refused", message, reason };
  }
  if (error instanceof ResponseBodyError) {
    if (error.status >= 500) return outage(host, `it answers with ${error.status}`);
    if (error.error === "invalid_grant") return { ...noSuchLogin, reason };
    const message = `${host} does not accept this server. The server's log has the reason.`;
    return { status: 502, title: "The login is not configured correctly", message, reason };
  }
  if (isUnexpectedStatus(error)) return outage(host, "it answers with an error");
  // Checks of the OpenID library that failed: state, nonce, issuer, audience, signature or times.
  if (isOfState(error)) return { ...noSuchLogin, reason };
  const message = `The answer of ${host} is not valid. The server's log has the reason.`;
  return { status: 502, title: "The login server's answer is not valid", message, reason };
}

function outage(host: string, why: string): LoginFault {
  const message =
    `The login server ${host} is not available: ${why}. ` +
    "Existing sessions and machine tokens remain valid, and this server continues its work.";
  return { status: 503, title: "The login is not available right now", message, reason: why };
}

function unreachableIn(error: unknown): IssuerUnreachable | undefined {
  if (error instanceof IssuerUnreachable) return error;
  return error instanceof Error && error.cause !== undefined ? unreachableIn(error.cause) : undefined;
}

function isUnexpectedStatus(error: unknown): boolean {
  return error instanceof ClientError && error.code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
}

function isOfState(error: unknown): boolean {
  return error instanceof ClientError && /"state"/.test(reasonIn(error));
}

/** The messages of an error and its causes. */
function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const below = reasonIn(error.cause);
  const own = error instanceof ResponseBodyError ? `${error.message}: ${error.error}` : error.message;
  return plainName(below === "" || below === own ? own : `${own}: ${below}`);
}
