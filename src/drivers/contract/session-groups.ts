/** What a session may do besides reading and writing, and when each is called. */

import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { FinishSession } from "./activation.ts";
import type { BatchSession } from "./batch-session.ts";
import type { ChangeLogReader } from "./change-log.ts";
import type { ModuleReader } from "./target-model.ts";
import type { Write } from "./write.ts";

/** Writes that may be answered `pending`. */
export interface TaskCapability {
  /** Asks once for the outcome of a task of this run or an earlier one. Called until the task has ended. */
  askTask(task: Task, signal: AbortSignal): Promise<TaskReply>;
}

/** Several writes in one request. Called for writes whose `scopeOf` is the same while others wait to leave. */
export interface BatchCapability {
  readonly batching: BatchSession;
}

/** A change log. Called once for each thing that has a log, before live is read, and by `drift --who`. */
export interface ChangeLogCapability {
  readonly changes: ChangeLogReader;
}

/** Deploys or saves once after the last success of an apply. Called when all steps have ended. */
export interface ActivationCapability {
  readonly finishing: FinishSession;
}

/** What writes are in detail. Called before a write leaves, and by `plan --requests`. Sends nothing. */
export interface WriteDetailCapability {
  /** The state that this write is made for, such as an ETag: once it has changed, nothing is written. */
  guards(write: Write): string | undefined;
  /** All requests that a write would send, where it takes several; undefined: the one of `preview`. Pure. */
  previews(write: Write): readonly WireRequest[] | undefined;
}

/** Rooms, where `MessagingCapability.cannotPost` lets messages through. */
export interface PostCapability {
  /** Posts a text to the room of that name; refused when there is no such room. Called once for each notification. */
  post(message: { readonly room: string; readonly text: string }, signal: AbortSignal): Promise<Reply>;
}

/** A conversation that has to be ended. */
export interface CloseCapability {
  /** Called once, when the project is closed. */
  close(signal: AbortSignal): Promise<void>;
}

/** Devices that give out their YANG modules. Called by `trueup yang fetch`. */
export interface ModuleSourceCapability {
  readonly modules: ModuleReader;
}
