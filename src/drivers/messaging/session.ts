/** A conversation with a messaging service: reads its lists, sends its writes; each request once. */

import { canonicalText, isObject, type Json } from "../../model/json.ts";
import type { Reply } from "../../model/reply.ts";
import { withClientCredentials } from "../auth/client-credentials.ts";
import { credentialField } from "../auth/credentials.ts";
import type { Item, OpenOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { readPages } from "../pages/pages.ts";
import { badId } from "../pages/path.ts";
import { linkHeader } from "../pages/styles.ts";
import { replyOf, unexpectedShape } from "../replies.ts";
import type { MessagingDialect } from "./dialects/dialect.ts";
import { idOf, itemsOf } from "./replies.ts";
import { listRequest, writeRequest } from "./requests.ts";

/** Opens a session; sends nothing yet. */
export function openMessaging(options: OpenOptions<MessagingDialect>): Session {
  const { dialect, credential, now } = options;
  const { name: target, url } = options.target;
  const { scope, tokenPath } = dialect;
  const exchange = { target, rules: dialect.replies, scope };
  const ground = { url, dialect };
  const wire = withClientCredentials(options.wire, {
    target,
    url: `${url}${tokenPath}`,
    clientId: credentialField(credential, "clientId"),
    clientSecret: credentialField(credential, "clientSecret"),
    scope,
    now,
  });

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const bad = badId(target, [request.parentId]);
    if (bad) return { state: "unknown", problem: bad };
    const first = listRequest(ground, request);
    const complete = (records: readonly Json[]) => holdsAll(itemsOf(request.collection, records), request);
    const list = await readPages({ exchange, wire, first, style: linkHeader, idOf: ownId, complete }, signal);
    if ("problem" in list) return { state: "unknown", problem: list.problem };
    const items = itemsOf(request.collection, list.items);
    if (items !== undefined) return { state: "whole", items };
    const what = `has a record that is none of the ${request.collection}`;
    return { state: "unknown", problem: unexpectedShape(exchange, first, what) };
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const bad = badId(target, [of.parentId, of.live?.id]);
    if (bad) return { meaning: "refused", problem: bad };
    const request = writeRequest(ground, of);
    const reply = replyOf(exchange, request, await wire.send(request, signal));
    if (reply.meaning !== "accepted" || of.kind !== "room" || of.operation !== "create") return reply;
    const id = idOf(reply.value);
    if (id !== undefined) return { ...reply, id };
    return { meaning: "lost", detail: "the room was created, but the answer has no id" };
  }

  return { read, write, preview: (of) => writeRequest(ground, of) };
}

/** Whether all that is looked for is there. */
function holdsAll(items: readonly Item[] | undefined, { wanted }: ReadRequest): boolean {
  const there = new Set(items?.map(({ kind, identity }) => `${kind} ${identity}`));
  return wanted.every(({ kind, identity }) => there.has(`${kind} ${identity}`));
}

function ownId(record: Json): string {
  return canonicalText(isObject(record) ? (record.id ?? record) : record);
}
