/**
 * A session that hides live secrets: its reads return digests, and the secrets are restored when a write is sent. It
 * sends no requests of its own.
 */

import type { Json } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Reply } from "../../model/reply.ts";
import type { BatchSession } from "../contract/batch-session.ts";
import type { ReadReply, ReadRequest, Session, Write } from "../contract/contract.ts";
import type { LiveSecrets } from "../contract/live-secrets.ts";
import { restored, unnamed, unread } from "./hidden-writes.ts";
import { LiveRedaction } from "./live-redaction.ts";
import { type OpenStandIn, shownRequest } from "./stand-ins.ts";

/** A successful read. */
export type WholeReply = Extract<ReadReply, { state: "whole" }>;

/** How a session hides secrets. */
export interface HidingOptions {
  readonly live: LiveSecrets;
  readonly open: OpenStandIn;
  /**
   * Returns the tree with stand-ins for the references that the inner session leaves unresolved. Default: the tree is
   * unchanged.
   */
  closed?(tree: Json): Json;
  /** Like `closed`, for a write's declaration. */
  closedWrite(write: Write): Write;
  /** Returns the reply with the secrets in its items hidden. */
  hidden(reply: WholeReply, request: ReadRequest): WholeReply;
  /**
   * Returns the stored state from the reply to a write, with its secrets hidden. Default: replies contain no stored
   * state.
   */
  stored?(resource: LiveResource, write: Write): LiveResource;
}

/** Wraps a session so that its replies contain no secrets. */
export function hidingSession(below: Session, on: HidingOptions): Session {
  const { batching, guards, previews, reviewable } = below;
  const { live, closed } = on;
  const without = new LiveRedaction(live);
  const made = (write: Write) => restored(on.closedWrite(write), live);
  return {
    ...below,
    read: async (request, signal) => {
      const reply = await below.read(closed ? closedRequest(request, closed) : request, signal);
      return without.read(reply.state === "whole" ? on.hidden(reply, request) : reply);
    },
    write: async (write, signal) => {
      const whole = made(write);
      if (!whole) return { meaning: "refused", problem: unread(write) };
      return without.reply(hiddenStored(await below.write(whole, signal), write, on));
    },
    preview: (write) => shownRequest(below.preview(made(write) ?? write), on.open),
    ...(guards && { guards: (write: Write) => guards(made(write) ?? write) }),
    ...(previews && {
      previews: (write: Write) => previews(made(write) ?? write)?.map((each) => shownRequest(each, on.open)),
    }),
    ...(reviewable && {
      reviewable: (write: Write, declared: Json) =>
        reviewable(unnamed(on.closedWrite(write)), closed ? closed(declared) : declared),
    }),
    ...(batching && { batching: hidingBatches(batching, on, without) }),
  };
}

/** Returns the request with stand-ins, or the same object if the request needs none. */
function closedRequest(request: ReadRequest, closed: (tree: Json) => Json): ReadRequest {
  const isClosed = (tree: Json) => closed(tree) === tree;
  const wanted = request.wanted.map((query) => {
    const { declared, applied } = query;
    if (declared === undefined || (declared.every(isClosed) && applied?.every(isClosed) !== false))
      return query;
    return { ...query, declared: declared.map(closed), applied: applied?.map(closed) };
  });
  return wanted.every((query, at) => query === request.wanted[at]) ? request : { ...request, wanted };
}

function hiddenStored(reply: Reply, write: Write | undefined, { stored }: HidingOptions): Reply {
  if (
    write === undefined ||
    stored === undefined ||
    reply.meaning !== "accepted" ||
    reply.stored === undefined
  )
    return reply;
  return { ...reply, stored: stored(reply.stored, write) };
}

function hidingBatches(batching: BatchSession, on: HidingOptions, without: LiveRedaction): BatchSession {
  return {
    ...batching,
    send: async (writes, signal) => {
      const made = writes.map((each) => restored(on.closedWrite(each), on.live));
      const faults = writes.map((each, index) => (made[index] ? undefined : unread(each)));
      if (faults.some((each) => each !== undefined)) return { meaning: "held", problems: faults };
      const whole = made.flatMap((each) => each ?? []);
      const reply = await batching.send(whole, signal);
      if (reply.meaning !== "over") return without.batch(reply);
      const replies = reply.replies.map((each, index) => hiddenStored(each, writes[index], on));
      return without.batch({ ...reply, replies });
    },
  };
}
