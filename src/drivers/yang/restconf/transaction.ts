/** Sends all changes of a device in one PATCH, of which the device applies all or none (RFC 8040, 4.6). */

import { parseJson } from "../../../model/json.ts";
import { problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import type { Wire, WireReply } from "../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../contract/batch-session.ts";
import type { Write } from "../../contract/contract.ts";
import { errorPaths, errorTags } from "../../http/replies/error-body.ts";
import { type ReplyContext, replyOf } from "../../http/replies/replies.ts";
import { pathsAbout } from "../device/error-path.ts";
import { forEachOf, toldOf } from "../device/refused-transaction.ts";
import type { DeviceReads } from "./device-reads.ts";
import type { RestconfDialect } from "./dialects/dialect.ts";
import type { EntityTags, TaggedResource } from "./entity-tags.ts";
import { mergedWith } from "./merging.ts";
import { patchTogether, placeOf, type RestconfRequestContext, topOf } from "./places.ts";

/** How a session sends its transactions. */
export interface TransactionPorts {
  readonly exchange: ReplyContext;
  readonly ground: RestconfRequestContext;
  readonly wire: Wire;
  readonly tags: EntityTags;
  readonly reads: DeviceReads;
  tagged(write: Write): TaggedResource;
}

/** Returns the transactions of a session. Undefined: each change has its own request. */
export function transactionsOf(on: TransactionPorts): BatchSession | undefined {
  const { batches } = on.ground.dialect;
  if (batches === undefined) return undefined;
  return {
    size: batches.size,
    from: batches.from,
    running: 1,
    // Writes that are based on a pre-write read replace or remove something. A PATCH cannot do that.
    scopeOf: ({ scope, once, operation }) => (once || operation === "remove" ? undefined : scope.host),
    send: (writes, signal) => sendTogether(on, writes, signal),
  };
}

async function sendTogether(
  on: TransactionPorts,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<BatchReply> {
  const { exchange, ground, tags } = on;
  const { dialect } = ground;
  const named = writes.flatMap((write, at) => (mergedWith(dialect, write)?.length === 0 ? [] : [at]));
  if (named.length > 0) return { meaning: "refused", problem: apart, named };
  const departure = departureOfAll(writes);
  const of = sharedContainer(on, writes);
  const tag =
    of === undefined || dialect.entityTags !== "matched" ? undefined : tags.common(writes.map(on.tagged));
  const request = patchTogether(ground, writes, { of, tag, departure: { leaving: departure.leaving } });
  const answer = await on.wire.send(request, signal);
  const held = departure.held();
  if (held) return { meaning: "held", problems: held };
  for (const write of writes) tags.sent(on.tagged(write), request, answer);
  const reply = replyOf(exchange, request, answer);
  if (reply.meaning === "refused") return refused(on, writes, { answer, reply });
  // After a conflict, the caller halves the batch to find the invalid write. An outdated tag, however, concerns all
  // writes.
  return reply.meaning === "conflict" && !isOutdated(answer) ? reply : forEachOf(writes, reply);
}

type SharedPorts = Pick<TransactionPorts, "ground" | "reads">;

/** Returns the common container, if the device has shown that it exists. */
export function sharedContainer(
  { ground, reads }: SharedPorts,
  writes: readonly Write[],
): string | undefined {
  const named = new Set(writes.map((write) => topOf(placeOf(ground.dialect, write))));
  const [first = ""] = named;
  return named.size === 1 && reads.holds(writes[0]?.scope.host ?? "", first) ? first : undefined;
}

/** True for a 412: something has changed since the write's resource was read. */
export function isOutdated(answer: WireReply): boolean {
  return answer.outcome === "answered" && answer.status === 412;
}

/**
 * Returns the replies after a refused PATCH. If the device does not support PATCH, in general or for this resource, the
 * caller sends each change separately. Otherwise one of the changes caused the refusal.
 */
function refused(
  { exchange, ground }: TransactionPorts,
  writes: readonly Write[],
  { answer, reply }: { readonly answer: WireReply; readonly reply: Extract<Reply, { meaning: "refused" }> },
): BatchReply {
  if (answer.outcome !== "answered") return forEachOf(writes, reply);
  const body = parseJson(answer.text);
  if (without.includes(answer.status) || errorTags(body).includes("operation-not-supported")) return reply;
  const about = writesAbout(ground.dialect, writes, errorPaths(body));
  return { meaning: "over", replies: toldOf(exchange.target, writes, { reply, about }) };
}

const apart = problem(
  "transaction-refused",
  "one of the changes in this transaction removes something, so trueup sends each change separately.",
);

/** Statuses of a device that does not support PATCH, in general or for this resource. */
const without: readonly number[] = [404, 405, 501];

/** Returns the indexes of the writes that these paths reach or enter. */
export function writesAbout(
  dialect: RestconfDialect,
  writes: readonly Write[],
  paths: readonly string[],
): readonly number[] {
  const parts = writes.map((write) => {
    const { path, entry } = placeOf(dialect, write);
    return { path, key: entry };
  });
  return pathsAbout(paths, parts);
}
