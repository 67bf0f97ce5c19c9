/** A conversation with an SD-WAN manager: reads its device inventory. */

import { withCookies } from "../auth/cookies.ts";
import { credentialField, withTokenOrBasic } from "../auth/credentials.ts";
import type { OpenSessionOptions, Session } from "../contract.ts";
import { inventorySession } from "../inventory/session.ts";
import type { SdwanDialect } from "./dialects/dialect.ts";

/** Opens a session; sends nothing yet. A dialect with a login of its own logs in with it, unless there is a token. */
export function openSdwan({ target, dialect, wire, credential }: OpenSessionOptions<SdwanDialect>): Session {
  const exchange = { target: target.name, rules: dialect.replies };
  const of = { exchange, url: target.url, dialect, kind: "sdwanDevice" };
  const { cookieLogin: login } = dialect;
  if (login === undefined || credential.token)
    return inventorySession({ ...of, wire: withTokenOrBasic(wire, credential, dialect.tokenHeader) });
  const username = credentialField(credential, "username");
  const password = credentialField(credential, "password");
  const session = withCookies(wire, { exchange, url: target.url, login, username, password });
  return { ...inventorySession({ ...of, wire: session.wire }), close: (signal) => session.close(signal) };
}
