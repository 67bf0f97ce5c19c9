/** What a session says to a message: a reply, and how it leaves. */

import type { World } from "../world.ts";
import { errorElement, type RpcError, statusOfTag } from "./rpc-error.ts";
import { escaped, netconfElement, type Output, writeXml } from "./tree/output.ts";
import type { Element } from "./xml.ts";

/** What comes of one message. */
export interface MessageOutcome {
  readonly world: World;
  /** Absent: nothing is said. */
  readonly message?: string;
  /** For the log, as HTTP would have it. */
  readonly status: number;
  readonly delayMs?: number;
  /** The session ends: without the message, or in the middle of it. */
  readonly cut?: "dropped" | "truncated";
}

/** The reply that tells of one error. */
export function refusal(world: World, rpc: Element | undefined, error: RpcError): MessageOutcome {
  return { world, message: replyTo(rpc, [errorElement(error)]), status: statusOfTag(error.tag) };
}

/** The reply has all attributes of its request, as they were written; so it can have its prefix too. */
export function replyTo(rpc: Element | undefined, content: readonly Output[]): string {
  if (rpc === undefined) return writeXml(netconfElement("rpc-reply", content));
  const written = Object.entries(rpc.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const inner = content.map((each) => writeXml(each, rpc.scope[""] ?? "")).join("");
  return `<${rpc.tag}-reply${written.join("")}>${inner}</${rpc.tag}-reply>`;
}
