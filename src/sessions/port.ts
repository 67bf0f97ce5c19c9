/** The port to the sessions of targets, which may be held here, in another thread, or on a worker. */

import type { Listener } from "../model/event.ts";
import type { Fence } from "../model/journal.ts";
import type { Json } from "../model/json.ts";
import type { Problem } from "../model/problem.ts";

/** One question to the holder of a target's session. It is plain data that survives JSON and structured clone. */
export interface SessionCall {
  /** The digest of the bundle from which a host opens the target. */
  readonly bundle: string;
  /**
   * The owner of the rate budget for the question's requests. It is the same for all projects and environments: an
   * origin and the part of it that has a separate limit (an organization), or a group of a fleet's devices.
   */
  readonly shard: string;
  /** The target's name in the bundle. */
  readonly target: string;
  /** The question, as the codec writes it. */
  readonly ask: Json;
  /** True: the question may write. It is then asked again only if certainly no write was sent. */
  readonly isWrite: boolean;
}

/** How the caller takes part in a call. */
export interface CallOptions {
  /** Aborting it ends waits and reads. A write that was sent is awaited. */
  readonly signal: AbortSignal;
  /** Receives the events of the call before its answer, in order. */
  readonly listener: Listener;
  /**
   * For writes: called right before each write is sent, with the write's position in the call (0 unless it is a batch).
   * The intent of the write must be durable when it resolves. `fence` proves, in the same database statement, that the
   * holder still owns the shard; absent: there is no database. If a problem is returned, the write is not sent.
   */
  readonly leaving?: ((index: number, fence?: Fence) => Promise<Problem | undefined>) | undefined;
}

/** How a call ended. */
export type SessionAnswer =
  | {
      readonly is: "answered";
      /** The answer, as the codec writes it. */
      readonly answer: Json;
      /** The number of requests that were sent. */
      readonly requests: number;
    }
  /** Nobody answered. `sent`: a write may have been sent. */
  | { readonly is: "lost"; readonly sent: boolean; readonly problem: Problem };

/** Carries calls to session hosts. */
export interface SessionsPort {
  /** Makes a bundle known to hosts that lack it, and returns its digest. Idempotent. */
  provide(bundle: string): Promise<string>;
  /** Resolves to the answer. Rejects only with the signal's reason. */
  call(call: SessionCall, options: CallOptions): Promise<SessionAnswer>;
  /** Returns how many processes hold sessions now, each with its own source address. Absent: one. */
  readonly addresses?: (() => number) | undefined;
}

/** Answers calls: one host for each process or thread that holds sessions. */
export interface SessionHost {
  /**
   * Answers one call. As far as the caller knows, this process owns the shard. Rejects in the same way as
   * `SessionsPort.call`.
   */
  answer(call: SessionCall, options: CallOptions): Promise<SessionAnswer>;
  /** The answer that gives a write back unsent, so that it is read again. Undefined: this call cannot be given back. */
  unsent?(call: SessionCall): SessionAnswer | undefined;
  /** Ends the sessions of a shard that this process no longer owns. */
  release(shard: string): Promise<void>;
  close(): Promise<void>;
}
