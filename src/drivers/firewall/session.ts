/** A conversation with a firewall manager: reads its device inventory as whoever has logged in. */

import type { Authorization } from "../../model/login.ts";
import { withAuthorizationCode } from "../auth/authorization-code.ts";
import { credentialField } from "../auth/credentials.ts";
import { withToken } from "../auth/headers.ts";
import type { OpenSessionOptions, Session } from "../contract.ts";
import { inventorySession } from "../inventory/session.ts";
import type { FirewallDialect } from "./dialects/dialect.ts";

/** Opens a session; asks for an access token when the first request needs it. */
export function openFirewall(options: OpenSessionOptions<FirewallDialect>): Session {
  const { target, dialect, credential, tokens, now } = options;
  const { tokenUrl: url, scope } = authorizationOf(target.url, dialect);
  const wire = credential.token
    ? withToken(options.wire, "authorization", credential.token)
    : withAuthorizationCode(options.wire, {
        target: target.name,
        url,
        clientId: credentialField(credential, "clientId"),
        clientSecret: credential.clientSecret,
        tokens,
        now,
      });
  const exchange = { target: target.name, rules: dialect.replies, scope };
  return inventorySession({ exchange, wire, url: target.url, dialect, kind: "firewallDevice" });
}

/** Where a person logs in to it. */
export function authorizationOf(url: string, dialect: FirewallDialect): Authorization {
  const { authorizePath, tokenPath, scope, issuer = URL.parse(url)?.origin ?? url } = dialect;
  return { authorizeUrl: `${url}${authorizePath}`, tokenUrl: `${url}${tokenPath}`, scope, issuer };
}
