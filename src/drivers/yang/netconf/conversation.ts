/**
 * A wire over NETCONF sessions. A request without a body returns the device's hello; a request with a body is one rpc.
 * There is one session per device, which is opened on first use and carries one rpc at a time. Nothing is sent twice.
 */

import type { Channel, ChannelMessage, ChannelRequest, Channels } from "../../../model/channel.ts";
import { type Problem, problem } from "../../../model/problem.ts";
import { Secret } from "../../../model/secret.ts";
import type { OpenWire, WireJson, WireReply, WireRequest } from "../../../model/wire.ts";
import { escaped } from "./edits/write-xml.ts";
import { Framing, framed } from "./framing.ts";
import { base, helloIn, ownHello } from "./hello.ts";
import { maxXmlParts, parseXml, type XmlElement } from "./xml.ts";

const maxHelloBytes = 1024 * 1024;
const maxReplyBytes = 16 * 1024 * 1024;

/** The maximum number of tags and references in one message, counted as they arrive. An element has one or two tags. */
const maxMarkup = 2 * maxXmlParts;

/** The context that all sessions of a target share. */
export interface ConversationOptions {
  readonly target: string;
  readonly channels: Channels;
  readonly hostKeys: ChannelRequest["hostKeys"];
}

/** An open session. */
interface Talk {
  readonly channel: Channel;
  readonly framing: Framing;
  /** The device's hello as received. */
  readonly hello: string;
  /** Identifies the session among all sessions of this run. */
  readonly session: string;
  rpcs: number;
}

type SessionResult = { readonly talk: Talk } | Exclude<WireReply, { outcome: "answered" }>;

/**
 * Returns the wire. A reply has the header `session`. A request with this header is sent only in that session, because
 * locks and candidates end with their session. Status 200 means a reply without an error, and 400 a reply with an
 * error.
 */
export function converse(on: ConversationOptions): OpenWire {
  const talks = new Map<string, Talk>();
  const queues = new Map<string, Promise<unknown>>();
  let opened = 0;

  async function talkAt(request: WireRequest): Promise<SessionResult> {
    const known = talks.get(request.url);
    const wanted = request.headers.session;
    if (known && (wanted === undefined || wanted === known.session)) return { talk: known };
    if (wanted !== undefined) return { outcome: "lost", sent: false, problem: sessionEnded(on, request.url) };
    opened += 1;
    const result = await openTalk(on, request, `${opened}`);
    if ("talk" in result) talks.set(request.url, result.talk);
    return result;
  }

  async function send(request: WireRequest): Promise<WireReply> {
    const result = await talkAt(request);
    if (!("talk" in result)) return result;
    const { talk } = result;
    const headers = { session: talk.session };
    if (request.method === "DELETE") {
      talks.delete(request.url);
      await farewell(talk);
      return { outcome: "answered", status: 200, headers, text: "" };
    }
    const operation = textParts(request.body);
    if (operation.length === 0) return { outcome: "answered", status: 200, headers, text: talk.hello };
    const reply = await ask(on, { talk, request, operation });
    if (reply.outcome === "answered") return reply;
    talks.delete(request.url);
    await talk.channel.close();
    return reply;
  }

  return {
    wire: {
      send: (request) => {
        const before = queues.get(request.url) ?? Promise.resolve();
        const reply = before.then(() => send(request));
        queues.set(request.url, reply);
        return reply;
      },
    },
    close: async () => {
      await Promise.all(queues.values());
      await Promise.all([...talks.values()].map(farewell));
      talks.clear();
    },
  };
}

/** Closes a session with `<close-session>`, and then its channel. */
async function farewell(talk: Talk): Promise<void> {
  const reader = readerOf(talk.framing, maxHelloBytes);
  const message = messageOf(rpc(talk, ["<close-session/>"]), talk.framing);
  await talk.channel.exchange(message, reader.take);
  await talk.channel.close();
}

async function openTalk(
  on: ConversationOptions,
  request: WireRequest,
  session: string,
): Promise<SessionResult> {
  const { url } = request;
  const credential = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === "string" || value instanceof Secret ? [[name, value] as const] : [],
    ),
  );
  const called = await on.channels.open({ url, subsystem: "netconf", credential, hostKeys: on.hostKeys });
  if (called.outcome === "blocked") return { outcome: "blocked", problem: called.problem };
  if (called.outcome === "lost") return { outcome: "lost", sent: false, problem: called.problem };
  const { channel } = called;
  const framing = new Framing();
  const reader = readerOf(framing, maxHelloBytes);
  const exchanged = await channel.exchange(framed(ownHello, "end-of-message"), reader.take);
  const heard = exchanged.outcome === "lost" ? exchanged.problem : helloOf(on, url, reader.cut());
  if (!("text" in heard)) {
    await channel.close();
    return { outcome: "lost", sent: false, problem: heard };
  }
  framing.as = heard.chunked ? "chunked" : "end-of-message";
  return { talk: { channel, framing, hello: heard.text, session, rpcs: 0 } };
}

function helloOf(on: ConversationOptions, url: string, cut: ReturnType<Framing["next"]>) {
  if (cut.state !== "message") return badMessage(on, url, `its hello ${faultOf(cut)}`);
  const hello = helloIn(cut.text);
  if ("fault" in hello) return badMessage(on, url, `its hello ${hello.fault}`);
  return { text: cut.text, chunked: hello.capabilities.has("base:1.1") };
}

interface RpcInFlight {
  readonly talk: Talk;
  readonly request: WireRequest;
  readonly operation: readonly TextPart[];
}

async function ask(on: ConversationOptions, { talk, request, operation }: RpcInFlight): Promise<WireReply> {
  const { framing, channel } = talk;
  const reader = readerOf(framing, maxReplyBytes);
  const exchanged = await channel.exchange(messageOf(rpc(talk, operation), framing), reader.take);
  if (exchanged.outcome === "lost") return exchanged;
  const cut = reader.cut();
  const fault = cut.state === "message" ? replyFault(cut.text, String(talk.rpcs)) : faultOf(cut);
  if (typeof fault === "string") {
    const isTooMuch = cut.state === "broken" && cut.isTooMuch;
    const found = (isTooMuch ? tooLarge : badMessage)(on, request.url, `its reply ${fault}`);
    return { outcome: "lost", sent: true, problem: found, ...(isTooMuch && { final: true }) };
  }
  const text = cut.state === "message" ? cut.text : "";
  const failed = fault.children.some(
    (each) => each.name === "rpc-error" && each.namespace === base && !isWarning(each),
  );
  return {
    outcome: "answered",
    status: failed ? 400 : 200,
    headers: { session: talk.session },
    text,
    shown: (one) => channel.shown(one),
  };
}

/** A part of an rpc's text. Secrets are resolved and escaped when the text leaves. */
type TextPart = string | Secret;

function textParts(body: WireJson | undefined): readonly TextPart[] {
  const parts = Array.isArray(body) ? body : [body];
  return parts.filter((part): part is TextPart => typeof part === "string" || part instanceof Secret);
}

/** Returns the text of the rpc, with the next message-id. */
function rpc(talk: Talk, operation: readonly TextPart[]): readonly TextPart[] {
  talk.rpcs += 1;
  const start = `<?xml version="1.0" encoding="UTF-8"?><rpc xmlns="${base}" message-id="${talk.rpcs}">`;
  return [start, ...operation, "</rpc>"];
}

function messageOf(parts: readonly TextPart[], { as }: Framing): ChannelMessage {
  return (reveal) => {
    const texts = parts.map((part) => (typeof part === "string" ? part : escaped(reveal(part))));
    return framed(texts.join(""), as);
  };
}

/** Returns the root of the reply to this message, or a text that says what is wrong with the reply. */
function replyFault(text: string, messageId: string): XmlElement | string {
  const parsed = parseXml(text);
  if ("fault" in parsed) return parsed.fault;
  const { root } = parsed;
  if (root.name !== "rpc-reply" || root.namespace !== base) return "is not an rpc-reply";
  const answers = root.attributes.get("message-id");
  return answers === messageId ? root : "answers another message";
}

/** True for an rpc-error that is only a warning. */
function isWarning(error: XmlElement): boolean {
  return error.children.some(({ name, text }) => name === "error-severity" && text.trim() === "warning");
}

function readerOf(framing: Framing, maxBytes: number) {
  let cut: ReturnType<Framing["next"]> = { state: "more" };
  let markup = 0;
  return {
    take: (bytes: Uint8Array) => {
      markup += markupIn(bytes);
      framing.push(bytes);
      cut = framing.next(maxBytes);
      if (markup > maxMarkup) cut = { state: "broken", fault: "has too many elements", isTooMuch: true };
      return cut.state !== "more";
    },
    cut: () => cut,
  };
}

const [openingBracket, ampersand] = [0x3c, 0x26];

function markupIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === openingBracket || byte === ampersand) count += 1;
  return count;
}

function faultOf(cut: ReturnType<Framing["next"]>): string {
  return cut.state === "broken" ? cut.fault : "ends too early";
}

function badMessage(on: ConversationOptions, url: string, what: string): Problem {
  const hint = "Check that the target's url leads to the NETCONF subsystem of this device.";
  return problem("not-netconf", `${on.target}: ${hostOf(url)} does not speak valid NETCONF: ${what}.`, {
    hint,
  });
}

/** Returns the problem of a message that exceeds the limits of its size. */
function tooLarge(on: ConversationOptions, url: string, what: string): Problem {
  const hint =
    "Set settings.read of the target to get-config, which leaves out state data. If it is set already, ask the " +
    "device's operator why the reply is so large.";
  return problem("not-netconf", `${on.target}: trueup does not read the answer of ${hostOf(url)}: ${what}.`, {
    hint,
  });
}

function sessionEnded(on: ConversationOptions, url: string): Problem {
  const message =
    `${on.target}: the session with ${hostOf(url)} ended, which also ended its locks. This change was ` +
    "not sent.";
  return problem("session-ended", message, {
    hint: "Repeat the command: the device has discarded the changes that were not committed.",
  });
}

function hostOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname.replace(/\/$/, "")}` : url;
}
