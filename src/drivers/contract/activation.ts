/**
 * Post-apply activation: after the last successful step, a manager's pending changes are deployed, or a device's
 * configuration is saved. The contract for sessions and dialects of products that need activation.
 */

import type { Scope } from "../../model/desired.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds, Reply, Task, TaskReply } from "../../model/reply.ts";
import type { Departure } from "../../model/wire.ts";

/** A pending item, such as a firewall with undeployed changes, or a device whose configuration is not saved. */
export interface WaitingItem {
  readonly id: string;
  /** The name that people see. */
  readonly name: string;
  /** Identifies the pending change: a different version is a different change. Absent: the product has no versions. */
  readonly version?: string | undefined;
  /** False: the product says that the item cannot be activated now. */
  readonly isReady: boolean;
  /** True: the product says that somebody is activating the item right now. Absent: the product does not say. */
  readonly isBusy?: boolean | undefined;
  /**
   * The list that contains the item, if the product has several lists. The activation request names this list. Absent:
   * there is one list.
   */
  readonly list?: string | undefined;
  /**
   * The part of the target that is activated together with the item, as a value of the scope key `FinishFacts.by`.
   * Absent: the whole target is activated.
   */
  readonly unit?: string | undefined;
}

/** All pending items, or why they are unknown. */
type WaitingReply =
  | { readonly state: "whole"; readonly items: readonly WaitingItem[] }
  | { readonly state: "unknown"; readonly problem: Problem };

/** Facts about activation that planning and apply need. */
export interface FinishFacts {
  /** The verb that people see, such as `deploy`. */
  readonly verb: string;
  /** The participle of `verb`, such as `deployed`. */
  readonly done: string;
  /** True: activation is enabled in the target's settings. False: pending items are only shown. */
  readonly isOn: boolean;
  /**
   * True: the product lists pending items. False: the pending items are the scopes that this run has written, and
   * nothing can be read afterwards.
   */
  readonly isListed: boolean;
  /** The time after a write or an activation during which the list may be stale. */
  readonly lateMs: Milliseconds;
  /** True: an activation becomes a task, which is polled. */
  readonly isTask: boolean;
  /** The maximum number of items per request. */
  readonly together: number;
  /**
   * The scope key, such as `host`, of units that are activated separately. Absent: the target is activated as a whole.
   */
  readonly by?: string | undefined;
}

/** The part of a session that activates pending items. It sends each request once, and never waits. */
export interface FinishSession {
  /** Returns the pending items. `written`: the scopes that this run has written, for products without a list. */
  waiting(written: readonly Scope[], signal: AbortSignal): Promise<WaitingReply>;
  /**
   * True: `finish` itself calls `leaving` right before its request leaves. Absent: the caller records the departure
   * before it calls `finish`.
   */
  readonly announces?: true | undefined;
  /** Activates items with one request. There are at most `FinishFacts.together` of them. */
  finish(items: readonly WaitingItem[], signal: AbortSignal, leaving?: Departure): Promise<Reply>;
  /** Sends one poll for a task that an activation of this run or of an earlier run has started. */
  askFinish(task: Task, signal: AbortSignal): Promise<TaskReply>;
}
