/** Writes one resource of a device: as an edit of the datastore that the device offers for it. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { Write } from "../contract.ts";
import { edit, type Rpc, writtenStore } from "./edit.ts";
import { configOf, previewModules } from "./edit-content.ts";
import { type Fleet, refused } from "./fleet.ts";
import { meaningOf } from "./replies.ts";
import { editText } from "./rpcs.ts";
import { partOf } from "./tree-parts.ts";
import { indented } from "./write-xml.ts";

/** What came of the write. */
export async function writeDevice(fleet: Fleet, write: Write, signal: AbortSignal): Promise<Reply> {
  const host = write.scope.host ?? "";
  partOf(fleet.dialect, write); // Throws for a kind that is none of a device's, before one is talked to.
  const device = await fleet.deviceAt(host, signal);
  if ("problem" in device) return device.reply;
  const { dialect, exchange } = fleet;
  const { hello, modules } = device;
  const store = writtenStore(hello);
  if (store === undefined) return refused(notWritable(exchange.target, host)).reply;
  const removal = hello.capabilities.has("base:1.1") ? "remove" : "delete";
  const made = configOf({ dialect, modules, removal }, write);
  if ("problem" in made) return refused(made.problem).reply;
  // What has begun is brought to its end: an abort between edit and commit would leave neither.
  let begun = signal;
  let { leaving } = write;
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
  const meaning = (rpc: Rpc, reply: Awaited<ReturnType<typeof send>>) =>
    meaningOf(exchange, { rpc: rpc.name, request: fleet.request(host, "POST") }, reply);
  const { confirmSeconds } = dialect;
  return edit({ hello, config: made.config, confirmSeconds, send, end, meaning }, store);
}

/** The edit that a write would send. What only the device can tell stands in braces. */
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
