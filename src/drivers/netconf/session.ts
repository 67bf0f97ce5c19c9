/** A conversation with the devices of a fleet over NETCONF: filters for what is declared, edits; each rpc once. */

import { type Problem, problem } from "../../model/problem.ts";
import type { Reply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { OpenOptions, ReadReply, ReadRequest, Session, Write } from "../contract.ts";
import { isHost } from "../device/holder.ts";
import type { NetconfDialect } from "./dialects/dialect.ts";
import { edit, type Rpc, writtenStore } from "./edit.ts";
import { childOf, type Hello, helloIn } from "./hello.ts";
import { type Modules, modulesOf } from "./modules.ts";
import { filterOf, itemsIn, type Reading } from "./reading.ts";
import { answerIn, meaningOf, unreadable } from "./replies.ts";
import { editText, readText } from "./rpcs.ts";
import { configOf, previewModules, unknownModule } from "./written.ts";
import type { XmlElement } from "./xml.ts";

/** What a device said of itself, in one session. */
interface Device {
  readonly session: string | undefined;
  readonly hello: Hello;
  readonly modules: Modules;
}

type Failed = { readonly problem: Problem; readonly reply: Reply };

/** Opens a session; sends nothing yet. */
export function openNetconf(options: OpenOptions<NetconfDialect>): Session {
  const { dialect, target, wire, credential } = options;
  const exchange = { target: target.name, rules: dialect.replies };
  const devices = new Map<string, Device>();
  const forever = new AbortController().signal;

  const requestTo = (host: string, method: "GET" | "POST" | "DELETE", body?: string): WireRequest => ({
    method,
    url: target.url.replaceAll("{host}", host),
    headers: credential,
    ...(body !== undefined && { body }),
    budget: host,
  });

  async function deviceAt(host: string, signal: AbortSignal): Promise<Device | Failed> {
    const known = devices.get(host);
    if (known) return known;
    const request = requestTo(host, "GET");
    const reply = await wire.send(request, signal);
    const asked = { rpc: "hello", request };
    const hello = reply.outcome === "answered" ? helloIn(reply.text) : reply;
    if ("outcome" in hello) return { problem: hello.problem, reply: meaningOf(exchange, asked, hello) };
    if ("fault" in hello) return refused(unreadable(exchange, asked, hello.fault));
    const session = reply.outcome === "answered" ? reply.headers.session : undefined;
    const device = { session, hello, modules: modulesOf(hello.modules, dialect.namespaces) };
    devices.set(host, device);
    return device;
  }

  /** The data of a read; undefined where the device has nothing of what was asked for. */
  async function dataOf(
    reading: Reading,
    signal: AbortSignal,
  ): Promise<{ data: XmlElement } | { problem: Problem }> {
    const { host } = reading;
    const made = filterOf(reading);
    if ("module" in made) return { problem: unknownModule(`${target.name}: ${host}`, made.module) };
    const request = requestTo(host, "GET", readText(dialect.read, made.filter));
    const asked = { rpc: dialect.read, request };
    const reply = await wire.send(request, signal);
    const moved = reply.outcome !== "answered" || reply.headers.session !== devices.get(host)?.session;
    if (moved) devices.delete(host);
    const answer = answerIn(exchange, asked, reply);
    if (answer.state === "unknown") return answer;
    const data = childOf(answer.root, "data");
    return data ? { data } : { problem: unreadable(exchange, asked, "has no data") };
  }

  /** Nothing at all may mean that nothing is there, or that a filter meets nothing on this device: the root tells. */
  async function answersAtAll(
    reading: Reading,
    data: XmlElement,
    signal: AbortSignal,
  ): Promise<Problem | undefined> {
    if (data.children.length > 0) return undefined;
    const root = reading.wanted.length === 0 ? { data } : await dataOf({ ...reading, wanted: [] }, signal);
    if ("problem" in root) return root.problem;
    return root.data.children.length > 0 ? undefined : noTree(target.name, reading);
  }

  async function read(request: ReadRequest, signal: AbortSignal): Promise<ReadReply> {
    const host = request.scope.host ?? "";
    if (!isHost(host)) return { state: "unknown", problem: noHost(target.name, host) };
    const device = await deviceAt(host, signal);
    if ("problem" in device) return { state: "unknown", problem: device.problem };
    const reading = { dialect, modules: device.modules, host, wanted: request.wanted };
    const came = await dataOf(reading, signal);
    const fault = "data" in came ? await answersAtAll(reading, came.data, signal) : came.problem;
    if (fault || !("data" in came))
      return { state: "unknown", problem: fault ?? noTree(target.name, reading) };
    const found = itemsIn(reading, came.data);
    if ("items" in found) return { state: "whole", items: found.items };
    const asked = { rpc: dialect.read, request: requestTo(host, "GET") };
    return { state: "unknown", problem: unreadable(exchange, asked, found.doubt) };
  }

  async function write(of: Write, signal: AbortSignal): Promise<Reply> {
    const host = of.scope.host ?? "";
    if (!isHost(host)) return refused(noHost(target.name, host)).reply;
    const device = await deviceAt(host, signal);
    if ("problem" in device) return device.reply;
    const { hello, modules } = device;
    const store = writtenStore(hello);
    if (store === undefined) return refused(notWritable(target.name, host)).reply;
    const removal = hello.capabilities.has("base:1.1") ? "remove" : "delete";
    const made = configOf({ dialect, modules, removal }, of);
    if ("problem" in made) return refused(made.problem).reply;
    // What has begun is brought to its end: an abort between edit and commit would leave neither.
    let begun = signal;
    const send = async ({ text, session }: Rpc, method: "POST" | "DELETE" = "POST") => {
      const request = requestTo(host, method, text);
      const reply = await wire.send(
        { ...request, headers: { ...credential, ...(session && { session }) } },
        begun,
      );
      begun = forever;
      if (reply.outcome !== "answered") devices.delete(host);
      return reply;
    };
    const end = async (session: string) => {
      devices.delete(host);
      await send({ name: "close-session", text: "", session }, "DELETE");
    };
    const meaning = ({ name }: Rpc, reply: Awaited<ReturnType<typeof send>>) =>
      meaningOf(exchange, { rpc: name, request: requestTo(host, "POST") }, reply);
    const { confirmSeconds } = dialect;
    return edit({ hello, config: made.config, confirmSeconds, send, end, meaning }, store);
  }

  const preview = (of: Write): WireRequest => {
    const made = configOf({ dialect, modules: previewModules(dialect.namespaces), removal: "remove" }, of);
    const config = "config" in made ? made.config : [];
    return requestTo(of.scope.host ?? "", "POST", editText({ target: "candidate", config, rollback: false }));
  };

  return { read, write, preview };
}

function refused(found: Problem): Failed {
  return { problem: found, reply: { meaning: "refused", problem: found } };
}

function noHost(target: string, host: string): Problem {
  const message = `${target}: ${JSON.stringify(host)} is no host of a device; nothing was sent.`;
  return problem("no-host", message, { hint: "Give the device its `host`: an IPv4 address or a name." });
}

function noTree(target: string, { host, dialect }: Reading): Problem {
  const message = `${target}: ${host} has no ${dialect.module}:${dialect.container}: its answer is empty.`;
  const hint = "Check settings.module and settings.container of the target, and what its user may read.";
  return problem("no-tree", message, { hint });
}

function notWritable(target: string, host: string): Problem {
  const message = `${target}: ${host} offers neither a candidate nor a running configuration that can be written.`;
  return problem("not-writable", message, {
    hint: "Declare its devices under a target of another interface.",
  });
}
