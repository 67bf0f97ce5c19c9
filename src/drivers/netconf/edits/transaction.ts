/** All changes of a device in one edit: carried out together, or none of them (RFC 6241, 8.3 and 8.4). */

import { type Problem, problem } from "../../../model/problem.ts";
import type { Reply } from "../../../model/reply.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../batch-session.ts";
import type { Write } from "../../contract.ts";
import type { Fleet } from "../fleet.ts";
import type { RpcError } from "../replies.ts";
import { partOf } from "../tree-parts.ts";
import { pathsAbout } from "./error-path.ts";
import { mergedAlong } from "./merged-config.ts";
import { contentOf, editDevice } from "./write-device.ts";
import type { XmlNode } from "./write-xml.ts";

/** Undefined where each change goes in an edit of its own. */
export function transactionsOf(fleet: Fleet): BatchSession | undefined {
  const { batches } = fleet.dialect;
  if (batches === undefined) return undefined;
  return {
    size: batches.size,
    from: batches.from,
    running: 1,
    // What is made of what was read right before goes by itself.
    scopeOf: ({ scope, once }) => (once ? undefined : scope.host),
    send: (writes, signal) => sendTogether(fleet, writes, signal),
  };
}

async function sendTogether(
  fleet: Fleet,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<BatchReply> {
  const host = writes[0]?.scope.host ?? "";
  const device = await fleet.deviceAt(host, signal);
  if ("problem" in device) return forEach(writes, device.reply);
  const made = writes.map((write) => contentOf(fleet, device, write));
  const unmade = made.map((each) => ("problem" in each ? each.problem : undefined));
  if (unmade.some((each) => each !== undefined)) return { meaning: "held", problems: unmade };
  const departure = departureOfAll(writes);
  const parts = made.flatMap((each, at) => {
    const write = writes[at];
    return write && "config" in each
      ? [{ depth: partOf(fleet.dialect, write).path.length, nodes: each.config }]
      : [];
  });
  const config: readonly XmlNode[] = mergedAlong(parts);
  const { reply, errors } = await editDevice(fleet, { host, config, leaving: departure.leaving }, signal);
  const held = departure.held();
  if (held) return { meaning: "held", problems: held };
  // What never reached the device was refused by nobody there.
  if (reply.meaning === "refused" && errors.length > 0)
    return { meaning: "over", replies: told(fleet, writes, { reply, errors }) };
  // What is not as the writes take it to be is found by halves; all else is true of each of them.
  return reply.meaning === "conflict" ? reply : forEach(writes, reply);
}

function forEach(writes: readonly Write[], reply: Reply): BatchReply {
  return { meaning: "over", replies: writes.map(() => reply) };
}

/** What each write is told of a refusal: those that it is about why, the others that they were not carried out. */
function told(
  fleet: Fleet,
  writes: readonly Write[],
  {
    reply,
    errors,
  }: { readonly reply: Extract<Reply, { meaning: "refused" }>; readonly errors: readonly RpcError[] },
): readonly Reply[] {
  const parts = writes.map((write) => partOf(fleet.dialect, write));
  const blamed = new Set(
    pathsAbout(
      errors.map(({ path }) => path),
      parts,
    ),
  );
  if (blamed.size === 0)
    return writes.map((): Reply => ({ meaning: "refused", problem: unnamed(reply.problem, writes.length) }));
  const first = writes.find((_, at) => blamed.has(at));
  return writes.map((_, at): Reply => {
    if (blamed.has(at)) return reply;
    return { meaning: "refused", problem: notWithIt(fleet.exchange.target, first?.address ?? "") };
  });
}

function notWithIt(target: string, address: string): Problem {
  const why = `since ${address} was refused: a device takes all changes, or none`;
  const message = `${target}: it was not carried out, ${why}.`;
  return problem("transaction-refused", message, {
    hint: "Correct what was refused and apply again; or set settings.transaction to resource: each change goes alone.",
  });
}

function unnamed({ code, message, hint = "" }: Problem, count: number): Problem {
  const which = `The device does not say which of ${count} changes it means:`;
  const how = "with settings.transaction: resource each goes alone.";
  return problem(code, message, { hint: `${hint} ${which} ${how}`.trim() });
}
