/** A conversation with a server manager: reads all profiles, sends writes; each request once. */

import { isObject } from "../../model/json.ts";
import type { Reply } from "../../model/reply.ts";
import { withClientCredentials } from "../auth/client-credentials.ts";
import { credentialField } from "../auth/credentials.ts";
import type { OpenSessionOptions, Session, Write } from "../contract.ts";
import { inventorySession } from "../inventory/session.ts";
import { badId } from "../pages/path.ts";
import { replyOf } from "../replies.ts";
import type { ServersDialect } from "./dialects/dialect.ts";
import { writeRequest } from "./requests.ts";

/** Opens a session; sends nothing yet. */
export function openServers(options: OpenSessionOptions<ServersDialect>): Session {
  const { dialect, credential, now } = options;
  const { name: target, url } = options.target;
  const { scope, tokenPath, idField } = dialect;
  const exchange = { target, rules: dialect.replies, scope };
  const wire = withClientCredentials(options.wire, {
    target,
    url: `${url}${tokenPath}`,
    clientId: credentialField(credential, "clientId"),
    clientSecret: credentialField(credential, "clientSecret"),
    scope,
    now,
  });

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const bad = badId(target, [of.live?.id]);
    if (bad) return { meaning: "refused", problem: bad };
    const request = writeRequest(url, dialect, of);
    const reply = replyOf(exchange, request, await wire.send(request, signal));
    if (reply.meaning !== "accepted" || of.operation !== "create") return reply;
    const { value = null } = reply;
    const id = isObject(value) ? value[idField] : undefined;
    if (typeof id === "string") return { ...reply, id };
    return { meaning: "lost", detail: "the server profile was created, but the answer has no id" };
  }

  const session = inventorySession({ exchange, wire, url, dialect, kind: "serverProfile" });
  return { ...session, write, preview: (of) => writeRequest(url, dialect, of) };
}
