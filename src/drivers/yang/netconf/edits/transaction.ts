/** All changes of a device in one edit: carried out together, or none of them (RFC 6241, 8.3 and 8.4). */

import { type BatchReply, type BatchSession, departureOfAll } from "../../../contract/batch-session.ts";
import type { Write } from "../../../contract/contract.ts";
import { pathsAbout } from "../../device/error-path.ts";
import { forEachOf, toldOf } from "../../device/refused-transaction.ts";
import type { Fleet } from "../fleet.ts";
import { modulesNamed, partOf } from "../tree-parts.ts";
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
    // What takes away more than it declares is guarded under the lock; where it cannot be, it goes by itself.
    scopeOf: ({ scope, once }) => (once && fleet.showsState.has(scope.host ?? "") ? undefined : scope.host),
    send: (writes, signal) => sendTogether(fleet, writes, signal),
  };
}

async function sendTogether(
  fleet: Fleet,
  writes: readonly Write[],
  signal: AbortSignal,
): Promise<BatchReply> {
  const host = writes[0]?.scope.host ?? "";
  const named = writes.flatMap((write) => modulesNamed(fleet.dialect, write));
  const device = await fleet.deviceAt(host, signal, named);
  if ("problem" in device) return forEachOf(writes, device.reply);
  const made = writes.map((write) => contentOf(fleet, device, write));
  const unmade = made.map((each) => ("problem" in each ? each.problem : undefined));
  if (unmade.some((each) => each !== undefined)) return { meaning: "held", problems: unmade };
  const departure = departureOfAll(writes);
  const parts = made.flatMap((each, at) => {
    const write = writes[at];
    return write && "config" in each
      ? [{ steps: partOf(fleet.dialect, write).path, nodes: each.config }]
      : [];
  });
  const config: readonly XmlNode[] = mergedAlong(parts);
  const edit = { host, config, writes, leaving: departure.leaving };
  const { reply, errors, outdated = [] } = await editDevice(fleet, edit, signal);
  const held = departure.held();
  if (held) return { meaning: "held", problems: held };
  if (reply.meaning === "conflict" && outdated.length > 0)
    return { ...reply, named: outdated.map((write) => writes.indexOf(write)) };
  // What never reached the device was not refused there.
  if (reply.meaning === "refused" && errors.length > 0) {
    const written = writes.map((write) => partOf(fleet.dialect, write));
    const paths = errors.map(({ path }) => path);
    const replies = toldOf(fleet.exchange.target, writes, { reply, about: pathsAbout(paths, written) });
    return { meaning: "over", replies };
  }
  // What is not as the writes take it to be is found by halves; all else is true of each of them.
  return reply.meaning === "conflict" ? reply : forEachOf(writes, reply);
}
