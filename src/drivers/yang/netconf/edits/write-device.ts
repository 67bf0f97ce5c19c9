/** Writes resources of a device: as an edit of the datastore that the device offers for it. */

import { type Problem, problem } from "../../../../model/problem.ts";
import type { Reply } from "../../../../model/reply.ts";
import type { Departure, WireReply, WireRequest } from "../../../../model/wire.ts";
import type { Write } from "../../../contract/contract.ts";
import { notAsSeen } from "../../device/removal-check.ts";
import { type Device, type Fleet, refused } from "../fleet.ts";
import { errorsIn, meaningOf, type RpcError } from "../replies.ts";
import { editText } from "../rpcs.ts";
import { modulesNamed } from "../tree-parts.ts";
import { edit, type Rpc, writtenStore } from "./edit.ts";
import { configOf, previewModules } from "./edit-content.ts";
import { outdatedAmong } from "./guarded-writes.ts";
import { indented, type XmlNode } from "./write-xml.ts";

/** One edit of one device. */
interface DeviceEdit {
  readonly host: string;
  readonly config: readonly XmlNode[];
  /** What it carries. */
  readonly writes: readonly Write[];
  /** As `Write.leaving`, of the edit as a whole. */
  readonly leaving: Departure | undefined;
}

/** What an edit came to, and the errors of the rpc that failed: none where all went well, or no answer came. */
export interface EditReply {
  readonly reply: Reply;
  readonly errors: readonly RpcError[];
  /** Writes for which something else is on the device than they were made for: then nothing was changed. */
  readonly outdated?: readonly Write[];
}

/** What came of the write. */
export async function writeDevice(fleet: Fleet, write: Write, signal: AbortSignal): Promise<Reply> {
  const host = write.scope.host ?? "";
  // Throws for a kind that is none of a device's, before one is talked to.
  const device = await fleet.deviceAt(host, signal, modulesNamed(fleet.dialect, write));
  if ("problem" in device) return device.reply;
  const made = contentOf(fleet, device, write);
  if ("problem" in made) return refused(made.problem).reply;
  const edit = { host, config: made.config, writes: [write], leaving: write.leaving };
  const { reply } = await editDevice(fleet, edit, signal);
  return reply;
}

/** What a write puts into `<config>`, in the words of this device; or why there is none. */
export function contentOf({ dialect }: Fleet, { hello, modules }: Device, write: Write) {
  const removal = hello.capabilities.has("base:1.1") ? "remove" : "delete";
  return configOf({ dialect, modules, removal }, write);
}

/** Carries out an edit. What has begun is brought to its end: an abort between edit and commit would leave neither. */
export async function editDevice(
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
  const barred = async () => {
    outdated = await outdatedAmong(fleet, writes, begun);
    return outdated.length > 0 ? notAsSeen : undefined;
  };
  const reply = await edit({ hello, config, confirmSeconds, isChecked, send, barred, end, meaning }, store);
  return { reply, errors, outdated };
}

/** The edit that a write would send by itself. What only the device can tell stands in braces. */
export function previewOf(fleet: Fleet, write: Write): WireRequest {
  const modules = previewModules(fleet.dialect.namespaces);
  const made = configOf({ dialect: fleet.dialect, modules, removal: "remove" }, write);
  const config = "config" in made ? made.config : [];
  const text = indented(editText({ target: "candidate", config, rollback: false }));
  return fleet.request(write.scope.host ?? "", "POST", text);
}

function notWritable(target: string, host: string): Problem {
  const message = `${target}: ${host} offers neither a candidate nor a running configuration that can be written.`;
  return problem("not-writable", message, {
    hint: "Declare its devices under a target of another interface.",
  });
}
