/** Writes resources of a device, as edits of the datastore that the device supports. */

import { type Problem, problem } from "../../../../model/problem.ts";
import type { Reply } from "../../../../model/reply.ts";
import type { Departure, WireReply, WireRequest } from "../../../../model/wire.ts";
import { type BatchReply, type BatchSession, departureOfAll } from "../../../contract/batch-session.ts";
import type { Write } from "../../../contract/contract.ts";
import { keyText } from "../../device/entries-by-key.ts";
import { pathsAbout } from "../../device/error-path.ts";
import { isEntryStep, type TreeStep } from "../../device/kinds/data-path.ts";
import { forEachOf, toldOf } from "../../device/refused-transaction.ts";
import { notAsSeen } from "../../device/removal-check.ts";
import { type Device, type Fleet, refused } from "../fleet.ts";
import { errorsIn, meaningOf, type RpcError } from "../replies.ts";
import { editText } from "../rpcs.ts";
import { modulesNamed, partOf } from "../tree-parts.ts";
import { edit, outdatedAmong, type Rpc, writtenStore } from "./edit.ts";
import { configOf, previewModules } from "./edit-content.ts";
import { indented, type XmlNode } from "./write-xml.ts";

interface DeviceEdit {
  readonly host: string;
  readonly config: readonly XmlNode[];
  /** The writes of the edit. */
  readonly writes: readonly Write[];
  /**
   * Like `Write.leaving`, but for the edit as a whole. Undefined: the caller does not need to know when the edit
   * leaves.
   */
  readonly leaving: Departure | undefined;
}

/** The result of an edit. */
interface EditReply {
  readonly reply: Reply;
  /** The errors of the rpc that failed. There are none on success, or if there was no reply. */
  readonly errors: readonly RpcError[];
  /** Writes whose live state has changed since they were built. If there are such writes, nothing was changed. */
  readonly outdated?: readonly Write[];
}

/** Writes one resource, and returns the result. */
export async function writeDevice(fleet: Fleet, write: Write, signal: AbortSignal): Promise<Reply> {
  const host = write.scope.host ?? "";
  // Throws for a kind that is not a device kind, before any device is contacted.
  const device = await fleet.deviceAt(host, signal, modulesNamed(fleet.dialect, write));
  if ("problem" in device) return device.reply;
  const made = contentOf(fleet, device, write);
  if ("problem" in made) return refused(made.problem).reply;
  const edit = { host, config: made.config, writes: [write], leaving: write.leaving };
  const { reply } = await editDevice(fleet, edit, signal);
  return reply;
}

/** Returns the content of `<config>` for a write on this device, or the reason why there is none. */
function contentOf({ dialect }: Fleet, { hello, modules }: Device, write: Write) {
  const removal = hello.capabilities.has("base:1.1") ? "remove" : "delete";
  return configOf({ dialect, modules, removal }, write);
}

/**
 * Carries out an edit. An edit that has begun is completed, because an abort between edit and commit would leave its
 * result unclear.
 */
async function editDevice(
  fleet: Fleet,
  { host, config, writes, leaving: departure }: DeviceEdit,
  signal: AbortSignal,
): Promise<EditReply> {
  const device = await fleet.deviceAt(host, signal);
  if ("problem" in device) return { reply: device.reply, errors: [] };
  const { hello } = device;
  const { dialect, exchange } = fleet;
  const store = writtenStore(hello);
  if (store === undefined) return { reply: refused(notWritable(exchange.target, host)).reply, errors: [] };
  let begun = signal;
  let leaving = departure;
  let errors: readonly RpcError[] = [];
  const send = async ({ text, session }: Rpc, method: "POST" | "DELETE" = "POST") => {
    const request = fleet.request(host, method, text);
    const headers = session === undefined ? request.headers : { ...request.headers, session };
    const sent = fleet.send(host, { ...request, headers, leaving }, begun);
    begun = new AbortController().signal;
    leaving = undefined;
    return sent;
  };
  const end = async (session: string) => {
    await send({ name: "close-session", text: "", session }, "DELETE");
  };
  const meaning = (rpc: Rpc, reply: WireReply) => {
    const said = meaningOf(exchange, { rpc: rpc.name, request: fleet.request(host, "POST") }, reply);
    if (errors.length === 0 && said.meaning !== "accepted" && reply.outcome === "answered")
      errors = errorsIn(reply.text);
    return said;
  };
  const { confirmSeconds, validate: isChecked } = dialect;
  let outdated: readonly Write[] = [];
  const blocked = async () => {
    outdated = await outdatedAmong(fleet, writes, begun);
    return outdated.length > 0 ? notAsSeen : undefined;
  };
  const reply = await edit({ hello, config, confirmSeconds, isChecked, send, blocked, end, meaning }, store);
  return { reply, errors, outdated };
}

/** Returns the edit that a write would send on its own. Parts that depend on the device appear in braces. */
export function previewOf(fleet: Fleet, write: Write): WireRequest {
  const modules = previewModules(fleet.dialect.namespaces);
  const made = configOf({ dialect: fleet.dialect, modules, removal: "remove" }, write);
  const config = "config" in made ? made.config : [];
  const text = indented(editText({ target: "candidate", config, rollback: false }));
  return fleet.request(write.scope.host ?? "", "POST", text);
}

function notWritable(target: string, host: string): Problem {
  const message = `${target}: ${host} offers neither a candidate nor a writable running configuration.`;
  return problem("not-writable", message, {
    hint: "Declare the devices under a target with another interface.",
  });
}

/** Returns the batches of a session. Undefined: each change is an edit of its own. */
export function transactionsOf(fleet: Fleet): BatchSession | undefined {
  const { batches } = fleet.dialect;
  if (batches === undefined) return undefined;
  return {
    size: batches.size,
    from: batches.from,
    running: 1,
    // A write that removes more than it declares is guarded under the lock. If it cannot be guarded, it is sent on its
    // own.
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
  // A write that never reached the device was not refused by the device.
  if (reply.meaning === "refused" && errors.length > 0) {
    const written = writes.map((write) => partOf(fleet.dialect, write));
    const paths = errors.map(({ path }) => path);
    const replies = toldOf(fleet.exchange.target, writes, { reply, about: pathsAbout(paths, written) });
    return { meaning: "over", replies };
  }
  // After a conflict, the caller halves the batch to find the outdated write. Any other reply applies to all writes.
  return reply.meaning === "conflict" ? reply : forEachOf(writes, reply);
}

/** The content of one edit. */
interface EditPart {
  /** The steps to the edited part. List elements above the part contain only their entry keys. */
  readonly steps: readonly TreeStep[];
  readonly nodes: readonly XmlNode[];
}

/** An element that contains several edits. */
interface SharedElement {
  readonly node: XmlNode;
  /** The key leaves of the element. */
  readonly key: readonly XmlNode[];
  readonly inside: EditPart[];
}

/** Returns the combined content of `<config>`. Edits below the same element share that element. */
function mergedAlong(parts: readonly EditPart[]): readonly XmlNode[] {
  const around = new Map<string, SharedElement>();
  const merged: (XmlNode | string)[] = [];
  for (const {
    steps: [, ...rest],
    nodes,
  } of parts) {
    const [entry] = rest;
    const key = entry !== undefined && isEntryStep(entry) ? entry : undefined;
    const below = key ? rest.slice(1) : rest;
    for (const node of nodes) {
      if (below.length === 0 || typeof node.content === "string") {
        merged.push(node);
        continue;
      }
      const name = `${node.namespace} ${node.name} ${key ? keyText(key) : ""}`;
      const leaves = key?.length ?? 0;
      const shared = around.get(name) ?? { node, key: node.content.slice(0, leaves), inside: [] };
      if (shared.inside.length === 0) {
        around.set(name, shared);
        merged.push(name);
      }
      shared.inside.push({ steps: below, nodes: node.content.slice(leaves) });
    }
  }
  return merged.flatMap((each) => {
    if (typeof each !== "string") return [each];
    const shared = around.get(each);
    return shared ? [{ ...shared.node, content: [...shared.key, ...mergedAlong(shared.inside)] }] : [];
  });
}
