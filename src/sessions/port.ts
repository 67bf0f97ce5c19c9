/** The port to the sessions of targets, wherever they are held: here, in another thread, or on a worker. */

import type { Listener } from "../model/event.ts";
import type { Fence } from "../model/journal.ts";
import type { Json } from "../model/json.ts";
import type { Problem } from "../model/problem.ts";

/** One question to whoever holds a target's session. Plain data: it survives JSON and structured clone. */
export interface SessionCall {
  /** The digest of the bundle that a host opens the target from. */
  readonly bundle: string;
  /**
   * The owner of the rate budget for the question's requests, the same for all projects and environments: the origin
   * and the part that has its own limit there (an organization), or a group of a fleet's devices.
   */
  readonly shard: string;
  /** The target's name in the bundle. */
  readonly target: string;
  /** The question, as the codec writes it. */
  readonly ask: Json;
  /** True if the question may write: then it is asked again only if certainly no write was sent. */
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
   * The write's intent must then be durable. `fence` proves that the holder still owns the shard, in the same database
   * statement; absent: there is no database. If a problem is returned, the write is not sent.
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
  /** Makes a bundle known, for hosts that lack it. Idempotent. Returns its digest. */
  provide(bundle: string): Promise<string>;
  /** Resolves with the answer. Rejects only with the signal's reason. */
  call(call: SessionCall, options: CallOptions): Promise<SessionAnswer>;
  /** How many processes hold sessions now, each with an address of its own. Absent: one. */
  readonly addresses?: (() => number) | undefined;
}

/** Answers calls: one host for each process or thread that holds sessions. */
export interface SessionHost {
  /** Answers one call. As far as the caller knows, this process owns its shard. Rejects as `SessionsPort.call` does. */
  answer(call: SessionCall, options: CallOptions): Promise<SessionAnswer>;
  /** The answer that gives a write back unsent, so that it is read again. Undefined: this call cannot be given back. */
  unsent?(call: SessionCall): SessionAnswer | undefined;
  /** Ends the sessions of a shard that this process no longer owns. */
  release(shard: string): Promise<void>;
  close(): Promise<void>;
}
