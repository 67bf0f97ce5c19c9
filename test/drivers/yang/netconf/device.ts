/** A scripted NETCONF device at the other end of a channel. Its framing and its hello use no code of the driver. */

import {
  type Channel,
  type ChannelRequest,
  type Channels,
  type ExchangeResult,
  messageBytes,
} from "../../../../src/model/channel.ts";
import { problem } from "../../../../src/model/problem.ts";

const base = "urn:ietf:params:xml:ns:netconf:base:1.0";
const own = "urn:ietf:params:netconf:";

/** The namespace of the device's own module. */
export const native = "http://example.net/ns/yang/Vendor-native";

/** The capabilities of a device that supports everything. */
export const everything: readonly string[] = [
  ...["base:1.0", "base:1.1"],
  ...["candidate:1.0", "validate:1.1", "confirmed-commit:1.1", "rollback-on-error:1.0"].map(
    (c) => `capability:${c}`,
  ),
];

/** How a scripted device behaves. */
export interface Script {
  /** The capabilities that the device announces. Default: `everything`. */
  readonly capabilities?: readonly string[];
  /** The modules that the device announces. Default: the device's own module. */
  readonly modules?: readonly string[];
  /** The whole hello, if it replaces the usual one. */
  readonly hello?: string;
  /** Returns the content of the reply to an operation, or what happens instead. Default: `<ok/>`, or no data. */
  readonly answer?: (operation: string, index: number) => string | Broken | undefined;
  /** How many bytes are sent at once. */
  readonly pieces?: number;
}

/** What a device does instead of answering. */
type Broken = { readonly raw: string } | { readonly messageId: string; readonly content: string } | "drop";

/** A device's channels, and the rpcs that it received. */
export interface ScriptedDevice {
  readonly channels: Channels;
  readonly calls: ChannelRequest[];
  /** The content of each received `<rpc>`, oldest first. */
  readonly rpcs: string[];
  /** How many channels are open. */
  open(): number;
}

/** Returns a device that answers according to its script. */
export function scriptedDevice(script: Script = {}): ScriptedDevice {
  const calls: ChannelRequest[] = [];
  const rpcs: string[] = [];
  let open = 0;
  const { capabilities = everything, modules = [`${native}?module=Vendor-native&amp;revision=2026-01-01`] } =
    script;
  const listed = [...capabilities.map((name) => own + name), ...modules];
  const text = listed.map((each) => `<capability>${each}</capability>`).join("\n  ");
  const hello =
    script.hello ??
    `<hello xmlns="${base}"><capabilities>${text}</capabilities><session-id>7</session-id></hello>]]>]]>`;
  const chunked = capabilities.includes("base:1.1");

  function channel(): Channel {
    open += 1;
    let closed = false;
    let greeted = false;
    return {
      shown: (said) => said.replaceAll("canary", "[secret]"),
      close: async () => {
        if (!closed) open -= 1;
        closed = true;
      },
      exchange: async (message, take): Promise<ExchangeResult> => {
        if (closed) return { outcome: "lost", sent: false, problem: problem("connection-lost", "closed") };
        const sent = new TextDecoder().decode(messageBytes(message, (secret) => secret.reveal()));
        const reply = greeted ? replyTo(unframed(sent, chunked)) : hello;
        greeted = true;
        if (reply === undefined)
          return { outcome: "lost", sent: true, problem: problem("connection-lost", "gone") };
        const all = new TextEncoder().encode(reply);
        const step = script.pieces ?? all.length;
        for (let at = 0; at < all.length; at += step)
          if (take(all.slice(at, at + step))) return { outcome: "whole" };
        return { outcome: "lost", sent: true, problem: problem("timeout", "no whole answer") };
      },
    };
  }

  function replyTo(message: string): string | undefined {
    const [, messageId = "", operation = ""] = /message-id="(\d+)">(.*)<\/rpc>$/s.exec(message) ?? [];
    rpcs.push(operation);
    const usual = operation.startsWith("<get-config>") ? data("") : "<ok/>";
    const answer = script.answer?.(operation, rpcs.length - 1) ?? usual;
    if (answer === "drop") return undefined;
    if (typeof answer === "object" && "raw" in answer) return answer.raw;
    const [id, content] =
      typeof answer === "string" ? [messageId, answer] : [answer.messageId, answer.content];
    const reply = `<rpc-reply xmlns="${base}" message-id="${id}">${content}</rpc-reply>`;
    return chunked ? chunks(reply) : `${reply}]]>]]>`;
  }

  return {
    channels: {
      open: async (call) => {
        calls.push(call);
        return { outcome: "open", channel: channel() };
      },
    },
    calls,
    rpcs,
    open: () => open,
  };
}

/** Returns a message in two chunks. */
export function chunks(text: string): string {
  const characters = [...text];
  const half = Math.ceil(characters.length / 2);
  return [characters.slice(0, half).join(""), characters.slice(half).join("")]
    .filter((each) => each !== "")
    .map((each) => `\n#${new TextEncoder().encode(each).length}\n${each}`)
    .join("")
    .concat("\n##\n");
}

function unframed(text: string, chunked: boolean): string {
  if (!chunked) return text.replace(/\]\]>\]\]>$/, "");
  const [, message = ""] = /^\n#\d+\n(.*)\n##\n$/s.exec(text) ?? [];
  return message;
}

/** Returns an rpc-error. */
export function rpcError(tag: string, message = "", severity = "error"): string {
  return `<rpc-error><error-type>application</error-type><error-tag>${tag}</error-tag>
    <error-severity>${severity}</error-severity><error-message>${message}</error-message></rpc-error>`;
}

/** Returns the data of a read, inside the device's top-level container. */
export function data(inside: string): string {
  return `<data><native xmlns="${native}">${inside}</native></data>`;
}
