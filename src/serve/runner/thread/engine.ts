/** The engine in its own thread: it reads, compares, plans and applies there, so that pages stay responsive. */

import type { Log } from "../../../model/wire.ts";
import type { BudgetUse } from "../../../pace/budget.ts";
import { type EngineWorker, engineWorker } from "../../../runtime/engine-worker.ts";
import type { LogOptions } from "../../../runtime/log.ts";
import type { WorkersPlace } from "../at-workers.ts";
import type { Runner } from "../runner.ts";
import type { FromRunner } from "./protocol.ts";
import { RemoteRunner, RunnerEnded } from "./remote.ts";

/** The options of the engine. */
export interface EngineOptions {
  /** The log options of the thread. */
  readonly logging: Omit<LogOptions, "secrets">;
  /** Receives a warning when the thread has ended and will be started again. */
  readonly log: Log;
  /**
   * The database through which workers hold the sessions. Default: there is no database, and the thread holds the
   * sessions.
   */
  readonly database?: WorkersPlace | undefined;
  /** Starts the thread. Default: starts the thread of this program. */
  readonly start?: ((data: object) => EngineWorker) | undefined;
}

/** The messages of the thread besides those of its runner. */
type FromEngine =
  | { readonly is: "logged"; readonly line: string }
  | { readonly is: "uses"; readonly uses: ReadonlyMap<string, BudgetUse> };

/** A runner in a thread. */
export interface Engine extends Runner {
  /** The recent use of the engine's budgets, by their keys. */
  uses(): ReadonlyMap<string, BudgetUse>;
  /** Ends the thread. Open requests are not answered. */
  close(): Promise<void>;
}

/**
 * The thread starts at the first request. If it has ended, the next request starts it again, and a warning is logged.
 */
export function engine({ logging, log, database, start = engineWorker }: EngineOptions): Engine {
  const { write, ...rest } = logging;
  let running: { readonly runner: RemoteRunner; readonly worker: EngineWorker } | undefined;
  let isClosed = false;
  let uses: ReadonlyMap<string, BudgetUse> = new Map();
  const open = () => {
    const worker = start({ log: rest, isWritten: write !== undefined, database });
    const runner = new RemoteRunner(worker);
    let reason = "it ended by itself";
    worker.on("message", (message: FromRunner | FromEngine) => {
      if (message.is === "logged") write?.(message.line);
      else if (message.is === "uses") uses = message.uses;
      else runner.take(message);
    });
    worker.on("error", (error) => {
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.once("exit", () => {
      running = undefined;
      uses = new Map();
      if (!isClosed) log.warn("the engine's thread has ended, and is started again", { reason });
      runner.ended(new RunnerEnded(`the engine's thread has ended: ${reason}`));
    });
    running = { runner, worker };
    return running;
  };
  const runner = () => {
    if (isClosed) throw new RunnerEnded("the engine is closed");
    return (running ?? open()).runner;
  };
  return {
    look: async (shard, request) => runner().look(shard, request),
    apply: async (shard, request) => runner().apply(shard, request),
    uses: () => uses,
    close: async () => {
      isClosed = true;
      await running?.worker.terminate();
    },
  };
}
