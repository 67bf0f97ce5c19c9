/** A conversation with a server manager: reads all profiles, sends writes; each request once. */

import { isObject } from "../../model/json.ts";
import type { Reply } from "../../model/reply.ts";
import type { Wire } from "../../model/wire.ts";
import { withAuthorizationCode } from "../auth/authorization-code.ts";
import { withClientCredentials } from "../auth/client-credentials.ts";
import { credentialField } from "../auth/credentials.ts";
import { withToken } from "../auth/headers.ts";
import type { OpenSessionOptions, Session, Write } from "../contract.ts";
import { recordIn } from "../described/lists.ts";
import { inventorySession } from "../inventory/session.ts";
import { badId } from "../pages/path.ts";
import { replyOf } from "../replies.ts";
import type { ServersDialect } from "./dialects/dialect.ts";
import { writeRequest } from "./requests.ts";

/** Opens a session; sends nothing yet. */
export function openServers(options: OpenSessionOptions<ServersDialect>): Session {
  const { dialect } = options;
  const { name: target, url } = options.target;
  const { scope, idField } = dialect;
  const exchange = { target, rules: dialect.replies, scope };
  const wire = carryingToken(options);

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const bad = badId(target, [of.live?.id]);
    if (bad) return { meaning: "refused", problem: bad };
    const request = writeRequest(url, dialect, of);
    const reply = replyOf(exchange, request, await wire.send(request, signal));
    if (reply.meaning !== "accepted" || of.operation !== "create") return reply;
    const record = recordIn(dialect, reply.value) ?? null;
    const id = isObject(record) ? record[idField] : undefined;
    if (typeof id === "string") return { ...reply, id };
    return { meaning: "lost", detail: "the server profile was created, but the answer has no id" };
  }

  const session = inventorySession({ exchange, wire, url, dialect, kind: "serverProfile" });
  return { ...session, write, preview: (of) => writeRequest(url, dialect, of) };
}

/** A token as it is; else the grant that follows from the credential: a refresh token, a user, or the client alone. */
function carryingToken({
  wire,
  target,
  dialect,
  credential,
  tokens,
  now,
}: OpenSessionOptions<ServersDialect>): Wire {
  if (credential.token) return withToken(wire, "authorization", credential.token);
  const endpoint = {
    target: target.name,
    url: `${target.url}${dialect.tokenPath}`,
    clientId: credentialField(credential, "clientId"),
    clientSecret: credentialField(credential, "clientSecret"),
    scope: dialect.scope,
    now,
  };
  if (credential.refreshToken) return withAuthorizationCode(wire, { ...endpoint, tokens });
  const { username, password } = credential;
  return withClientCredentials(wire, { ...endpoint, user: username && password && { username, password } });
}
