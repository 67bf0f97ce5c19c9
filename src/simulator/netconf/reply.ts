/** The reply of a session to a message, and how it is sent. */

import type { World } from "../world.ts";
import { errorElement, type RpcError, statusOfTag } from "./rpc-error.ts";
import { escaped, netconfElement, type Output, writeXml } from "./tree/output.ts";
import type { Element } from "./xml.ts";

/** The outcome of one message. */
export interface MessageOutcome {
  readonly world: World;
  /** The reply. If absent, there is no reply. */
  readonly message?: string;
  /** The equivalent HTTP status, for the log. */
  readonly status: number;
  readonly delayMs?: number;
  /**
   * How the session ends, if it does: without the message (`dropped`), or in the middle of the message (`truncated`).
   */
  readonly cut?: "dropped" | "truncated";
}

/** Returns a reply with one error. */
export function refusal(world: World, rpc: Element | undefined, error: RpcError): MessageOutcome {
  return { world, message: replyTo(rpc, [errorElement(error)]), status: statusOfTag(error.tag) };
}

/**
 * Returns the reply to an rpc. It has all attributes of the rpc unchanged, so it can use the rpc's namespace prefix.
 */
export function replyTo(rpc: Element | undefined, content: readonly Output[]): string {
  if (rpc === undefined) return writeXml(netconfElement("rpc-reply", content));
  const written = Object.entries(rpc.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const inner = content.map((each) => writeXml(each, rpc.scope[""] ?? "")).join("");
  return `<${rpc.tag}-reply${written.join("")}>${inner}</${rpc.tag}-reply>`;
}
