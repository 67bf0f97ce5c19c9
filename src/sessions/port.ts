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
   * The unit with one rate budget, to which the question's requests belong. It is the same for all projects and
   * environments: a server, an organization with a separate limit there, or a group of a fleet's devices.
   */
  readonly shard: string;
  /** The target's name in the bundle. */
  readonly target: string;
  /** The question, as the codec writes it. */
  readonly ask: Json;
  /** True if the question may write. It is then asked again only if certainly no write was sent. */
  readonly isWrite: boolean;
}

/** How the caller takes part in a call. */
export interface CallOptions {
  /** Aborting it ends waits and reads. A write that was sent is awaited. */
  readonly signal: AbortSignal;
  /** Receives the events of the call before its answer, in order. */
  readonly listener: Listener;
  /**
   * For writes: called right before each write is sent, with the write's position in the batch, or 0. When it resolves,
   * the intent of the write must be durable. If it returns a problem, the write is not sent. `fence` proves, in the
   * same database statement, that the holder still owns the shard; without a database, there is no `fence`.
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
  /** Returns how many processes hold sessions now, each with its own source address. If absent, one process does. */
  readonly addresses?: (() => number) | undefined;
}

/** Answers calls: one host for each process or thread that holds sessions. */
export interface SessionHost {
  /**
   * Answers one call. The caller believes that this process owns the shard. Rejects in the same way as
   * `SessionsPort.call`.
   */
  answer(call: SessionCall, options: CallOptions): Promise<SessionAnswer>;
  /**
   * Returns the answer that gives a write back unsent, so that its live state is read again. Undefined if this call
   * cannot be given back.
   */
  unsent?(call: SessionCall): SessionAnswer | undefined;
  /** Ends the sessions of a shard that this process no longer owns. */
  release(shard: string): Promise<void>;
  close(): Promise<void>;
}
