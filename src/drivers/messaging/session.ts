/** A conversation with a messaging service: reads its lists, sends its writes; each request once. */

import { canonicalText, isObject, type Json } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import { withClientCredentials } from "../auth/client-credentials.ts";
import { credentialField } from "../auth/credentials.ts";
import { withToken } from "../auth/headers.ts";
import type { Item, OpenSessionOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { layoutOf } from "../described/lists.ts";
import { ofKind } from "../of-kind.ts";
import { readPages } from "../pages/pages.ts";
import { badId } from "../pages/path.ts";
import { replyOf, unexpectedShape } from "../replies.ts";
import type { MessagingDialect } from "./dialects/dialect.ts";
import { idOf, itemsOf } from "./replies.ts";
import { listRequest, messageRequest, writeRequest } from "./requests.ts";

/** Opens a session; sends nothing yet. */
export function openMessaging(options: OpenSessionOptions<MessagingDialect>): Session {
  const { dialect, credential, now } = options;
  const { name: target, url } = options.target;
  const { scope, tokenPath } = dialect;
  const exchange = { target, rules: dialect.replies, scope };
  const context = { url, dialect };
  const layout = layoutOf(dialect);
  const made = credential.token;
  const wire = made
    ? withToken(options.wire, "authorization", made)
    : withClientCredentials(options.wire, {
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
    const first = listRequest(context, request);
    const complete = (records: readonly Json[]) =>
      holdsAll(itemsOf(dialect, request.collection, records), request);
    const list = await readPages(
      {
        exchange,
        wire,
        first,
        layout,
        idOf: ownId(dialect, request.collection),
        complete,
        alone: request.alone,
      },
      signal,
    );
    if ("problem" in list) return { state: "unknown", problem: list.problem };
    const items = itemsOf(dialect, request.collection, list.items);
    if (items !== undefined) return { state: "whole", items };
    const what = `has a record that is none of the ${request.collection}`;
    return { state: "unknown", problem: unexpectedShape(exchange, first, what) };
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const bad = badId(target, [of.parentId, of.live?.id]);
    if (bad) return { meaning: "refused", problem: bad };
    const request = writeRequest(context, of);
    const reply = replyOf(exchange, request, await wire.send(request, signal));
    if (reply.meaning !== "accepted" || of.kind !== "room" || of.operation !== "create") return reply;
    const id = idOf(dialect, reply.value);
    if (id !== undefined) return { ...reply, id };
    return { meaning: "lost", detail: "the room was created, but the answer has no id" };
  }

  async function post({ room, text }: Message, signal: AbortSignal): Promise<Reply> {
    const path = dialect.messagePath;
    const looked = await read({ ...rooms, wanted: [{ kind: "room", identity: room, scope: {} }] }, signal);
    if (looked.state === "unknown") return { meaning: "refused", problem: looked.problem };
    const found = looked.state === "whole" ? looked.items.filter(({ identity }) => identity === room) : [];
    const [roomId, another] = found.map(({ id }) => id);
    if (path === undefined || roomId === undefined || another !== undefined)
      return { meaning: "refused", problem: noRoom(target, room, found.length) };
    const request = messageRequest(context, { path, roomId, text });
    return replyOf(exchange, request, await wire.send(request, signal));
  }

  return { read, write, post, preview: (of) => writeRequest(context, of) };
}

type Message = Parameters<NonNullable<Session["post"]>>[0];

const rooms = { collection: "rooms", scope: {} };

function noRoom(target: string, room: string, count: number): Problem {
  if (count > 1)
    return problem("ambiguous", `${target}: ${count} rooms are called ${JSON.stringify(room)}.`, {
      hint: "Rename all but one; the first one is never taken.",
    });
  return problem("not-found", `${target}: no room that it sees is called ${JSON.stringify(room)}.`, {
    hint: "Check its spelling under notify in trueup.yaml; upper and lower case differ.",
  });
}

/** Whether all that is looked for is there. */
function holdsAll(items: readonly Item[] | undefined, { wanted }: ReadRequest): boolean {
  const there = new Set(items?.map(({ kind, identity }) => `${kind} ${identity}`));
  return wanted.every(({ kind, identity }) => there.has(`${kind} ${identity}`));
}

/** What tells two records of a list apart. */
function ownId(dialect: MessagingDialect, collection: string): (record: Json) => string {
  const { roomFields: rooms, memberFields: members } = dialect;
  const { id } = ofKind<{ readonly id: string }>({ rooms, members }, collection);
  return (record) => canonicalText(isObject(record) ? (record[id] ?? record) : record);
}
