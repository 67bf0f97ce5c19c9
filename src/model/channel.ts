/** Non-HTTP connections, as a port: bytes to and from a subsystem of an SSH server. */

import type { Problem } from "./problem.ts";
import type { Secret } from "./secret.ts";

/** The server keys that are accepted for a host: a known-hosts file, or SHA-256 fingerprints by host. */
export type HostKeys = string | Readonly<Record<string, readonly string[]>>;

/** The address to connect to, and the credential. */
export interface ChannelRequest {
  /** `ssh://host:port`. If there is a path, its only segment is a device behind that address. */
  readonly url: string;
  readonly subsystem: string;
  /** The fields of a credential. Secrets in them are resolved only when the connection is made. */
  readonly credential: Readonly<Record<string, string | Secret>>;
  readonly hostKeys: HostKeys | undefined;
}

/** The bytes to send, or a function that builds them with resolved secrets when they are sent. */
export type ChannelMessage = Uint8Array | ((reveal: (secret: Secret) => string) => Uint8Array);

/** Returns the bytes of a message, including its secrets. */
export function messageBytes(message: ChannelMessage, reveal: (secret: Secret) => string): Uint8Array {
  return typeof message === "function" ? message(reveal) : message;
}

/** An open connection. It carries one exchange at a time, and is unusable after a lost exchange. */
export interface Channel {
  /**
   * Sends a message, then passes received bytes to `take` until `take` returns true. One timeout covers sending and
   * receiving. Bytes that arrive between exchanges are kept for the next exchange.
   */
  exchange(message: ChannelMessage, take: (bytes: Uint8Array) => boolean): Promise<ExchangeResult>;
  /** Returns a text from the server for use in messages: resolved secrets in it are redacted. */
  shown(text: string): string;
  /** Ends the connection. Never rejects. */
  close(): Promise<void>;
}

/** Whether an exchange was completed. */
export type ExchangeResult =
  | { readonly outcome: "whole" }
  | { readonly outcome: "lost"; readonly sent: boolean; readonly problem: Problem };

/** The result of connecting. `blocked`: a retry would fail until something is changed. */
export type ChannelResult =
  | { readonly outcome: "open"; readonly channel: Channel }
  | { readonly outcome: "lost"; readonly problem: Problem }
  | { readonly outcome: "blocked"; readonly problem: Problem };

/** Opens connections, each with one attempt, and only to hosts that the target lists. */
export interface Channels {
  open(call: ChannelRequest): Promise<ChannelResult>;
}
