/** Non-HTTP connections, as a port: bytes to and from a subsystem of an SSH server. */

import type { Problem } from "./problem.ts";
import type { Secret } from "./secret.ts";

/** Which server keys are accepted for a host: a known-hosts file, or SHA-256 fingerprints by host. */
export type HostKeys = string | Readonly<Record<string, readonly string[]>>;

/** Where to connect, and as whom. */
export interface ChannelRequest {
  /** `ssh://host:port`; with a path, its single segment is a device behind that address. */
  readonly url: string;
  readonly subsystem: string;
  /** The fields of a credential; closed until the connection is made. */
  readonly credential: Readonly<Record<string, string | Secret>>;
  readonly hostKeys: HostKeys | undefined;
}

/** The bytes to send, or a function that builds them with resolved secrets at the last moment. */
export type ChannelMessage = Uint8Array | ((reveal: (secret: Secret) => string) => Uint8Array);

/** The bytes of a message. */
export function messageBytes(message: ChannelMessage, reveal: (secret: Secret) => string): Uint8Array {
  return typeof message === "function" ? message(reveal) : message;
}

/** An open connection. One exchange at a time. After a lost exchange it is unusable. */
export interface Channel {
  /**
   * Sends a message, then passes received bytes to `take` until that returns true; a timeout covers both. Bytes
   * received between exchanges are kept for the next one.
   */
  exchange(message: ChannelMessage, take: (bytes: Uint8Array) => boolean): Promise<ExchangeResult>;
  /** A text from the other side without resolved secrets, for messages. */
  shown(text: string): string;
  /** Ends it. Never rejects. */
  close(): Promise<void>;
}

/** Whether an exchange was completed. */
export type ExchangeResult =
  | { readonly outcome: "whole" }
  | { readonly outcome: "lost"; readonly sent: boolean; readonly problem: Problem };

/** The result of connecting. `blocked`: it will fail again until something is changed. */
export type ChannelResult =
  | { readonly outcome: "open"; readonly channel: Channel }
  | { readonly outcome: "lost"; readonly problem: Problem }
  | { readonly outcome: "blocked"; readonly problem: Problem };

/** Opens connections, each once. No retries, and only to hosts that the target lists. */
export interface Channels {
  open(call: ChannelRequest): Promise<ChannelResult>;
}
