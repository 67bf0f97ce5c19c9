/** What the parts of a session share, and how each of their requests is sent: once. */

import type { Reply } from "../../model/reply.ts";
import type { ShownSecrets } from "../../model/secret.ts";
import type { Wire, WireRequest } from "../../model/wire.ts";
import { answerOf, type ReadAnswer, type ReplyContext, replyOf } from "../http/replies/replies.ts";
import type { RequestContext } from "./requests.ts";

/** What the parts of a session share. */
export interface RestContext extends RequestContext {
  readonly exchange: ReplyContext;
  readonly wire: Wire;
  readonly shown: ShownSecrets | undefined;
  /** The live ids of what shares a limit, by its name in scopes: those that were read. */
  readonly sharedIds: ReadonlyMap<string, string>;
}

/** Sends a read: what is answered. */
export async function answerTo(
  { exchange, wire }: Pick<RestContext, "exchange" | "wire">,
  request: WireRequest,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  return answerOf(exchange, request, await wire.send(request, signal));
}

/** Sends a write: what the answer means. */
export async function replyTo(
  { exchange, wire }: Pick<RestContext, "exchange" | "wire">,
  request: WireRequest,
  signal: AbortSignal,
): Promise<Reply> {
  return replyOf(exchange, request, await wire.send(request, signal));
}
