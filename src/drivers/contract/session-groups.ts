/** Optional capabilities of sessions, and when each is called. */

import type { Scope } from "../../model/desired.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Reply, Task, TaskReply } from "../../model/reply.ts";
import type { WireRequest } from "../../model/wire.ts";
import type { FinishSession } from "./activation.ts";
import type { BatchSession } from "./batch-session.ts";
import type { ChangeLogReader } from "./change-log.ts";
import type { ModuleReader } from "./target-model.ts";
import type { Write } from "./write.ts";

/** Writes that may be answered `pending`, because they become tasks. */
export interface TaskCapability {
  /** Polls a task of this or an earlier run once. Called until the task has ended. */
  askTask(task: Task, signal: AbortSignal): Promise<TaskReply>;
}

/** Batches. Called for writes that wait at the same time: writes with the same `scopeOf` are combined. */
export interface BatchCapability {
  readonly batching: BatchSession;
}

/** A change log. Called once for each resource that has a log, before live state is read, and by `drift --who`. */
export interface ChangeLogCapability {
  readonly changes: ChangeLogReader;
  /**
   * Returns the state of the written resource that an entry of the log shows. Undefined: the entry shows nothing
   * usable. Called after the write, for kinds that the log shows. Pure.
   */
  logged(write: Write, shows: JsonObject): LiveResource | undefined;
}

/** Deploys or saves once after the last successful step. Called when all steps have ended. */
export interface ActivationCapability {
  readonly finishing: FinishSession;
}

/** Details of writes. Called before a write leaves, and by `plan --requests`. Sends nothing. */
export interface WriteDetailCapability {
  /**
   * Returns the version (such as an ETag) that must still be current when this write arrives. Undefined: there is no
   * guard.
   */
  guards(write: Write): string | undefined;
  /**
   * Returns all requests of a write that takes several requests. Undefined: the write takes one request, which
   * `preview` shows. Pure.
   */
  previews(write: Write): readonly WireRequest[] | undefined;
  /**
   * Returns the requests that a review approves. They contain references instead of secrets. A live value is in them
   * only if it is also in `declared`, or if the write removes it. `declared`: the declared value, in the fields of its
   * kind. For a removal, this is the value declared in the base. Default: the `preview` of a write that contains only
   * such values. Pure.
   */
  reviewable(write: Write, declared: Json): readonly WireRequest[];
  /**
   * Facts that the session has learned from replies. Previews and guards of writes depend on them. They can be passed
   * to a copy of the session without a wire.
   */
  readonly learned: {
    /**
     * Returns the learned facts after a request with this scope. Undefined: none of the facts matters for this scope.
     */
    after(asked: { readonly scope: Scope; readonly collection?: string | undefined }): Json | undefined;
    /** Takes over what another session of the same target has learned. */
    take(known: Json): void;
  };
}

/** Posting messages to rooms, for dialects that can post (`MessagingCapability.cannotPost`). */
export interface PostCapability {
  /**
   * Posts a text to the room with this name. The write is refused if there is no such room. Called once per
   * notification.
   */
  post(message: { readonly room: string; readonly text: string }, signal: AbortSignal): Promise<Reply>;
}

/** A connection that must be closed. */
export interface CloseCapability {
  /** Called once, when the project is closed. */
  close(signal: AbortSignal): Promise<void>;
}

/** Devices that serve their YANG modules. Called by `trueup yang fetch`. */
export interface ModuleSourceCapability {
  readonly modules: ModuleReader;
}
