/** A conversation that is not HTTP, as a port: bytes to and from a subsystem of an SSH server. */

import type { Problem } from "./problem.ts";
import type { Secret } from "./secret.ts";

/** Which server keys are taken for a host's own: a file of known hosts, or SHA-256 fingerprints by host. */
export type HostKeys = string | Readonly<Record<string, readonly string[]>>;

/** Whom to call, and as whom. */
export interface ChannelRequest {
  /** `ssh://host:port`; with a path, its one segment is a device behind that address. */
  readonly url: string;
  readonly subsystem: string;
  /** The fields of a credential; closed until the connection is made. */
  readonly credential: Readonly<Record<string, string | Secret>>;
  readonly hostKeys: HostKeys | undefined;
}

/** What is sent: bytes, or what makes them of opened secrets, at the last moment. */
export type ChannelMessage = Uint8Array | ((reveal: (secret: Secret) => string) => Uint8Array);

/** The bytes of a message. */
export function messageBytes(message: ChannelMessage, reveal: (secret: Secret) => string): Uint8Array {
  return typeof message === "function" ? message(reveal) : message;
}

/** An open conversation. One exchange at a time. After one that was lost it is of no more use. */
export interface Channel {
  /**
   * Sends a message, then gives what comes to `take` until that says that it has enough; a time limit covers both.
   * What comes between two exchanges is kept for the next one.
   */
  exchange(message: ChannelMessage, take: (bytes: Uint8Array) => boolean): Promise<ExchangeResult>;
  /** A text from the other side without the secrets that were opened, for messages. */
  shown(text: string): string;
  /** Ends it. Never rejects. */
  close(): Promise<void>;
}

/** Whether an exchange came to its end. */
export type ExchangeResult =
  | { readonly outcome: "whole" }
  | { readonly outcome: "lost"; readonly sent: boolean; readonly problem: Problem };

/** What came of a call. `blocked`: it will fail again until something is changed. */
export type ChannelResult =
  | { readonly outcome: "open"; readonly channel: Channel }
  | { readonly outcome: "lost"; readonly problem: Problem }
  | { readonly outcome: "blocked"; readonly problem: Problem };

/** Opens conversations, each once. Retries nothing, and calls only hosts that the target lists. */
export interface Channels {
  open(call: ChannelRequest): Promise<ChannelResult>;
}
