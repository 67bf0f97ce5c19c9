/**
 * Post-apply activation, once after the last successful step of a target or of each device of a fleet: a manager's
 * pending changes are deployed, a configuration is saved. The contract for sessions and dialects of such products.
 */

import type { Scope } from "../../model/desired.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds, Reply, Task, TaskReply } from "../../model/reply.ts";
import type { Departure } from "../../model/wire.ts";

/** A pending item: a firewall with undeployed changes, a device whose configuration is not saved. */
export interface WaitingItem {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Identifies the pending change: another version is another change. Absent: the product has none. */
  readonly version?: string | undefined;
  /** False: the product says that activation is not possible there now. */
  readonly isReady: boolean;
  /** True: the product says that somebody is activating it right now. Absent: it does not say. */
  readonly isBusy?: boolean | undefined;
  /** The list that shows it, if there are several, to which its activation is addressed. Absent: there is one. */
  readonly list?: string | undefined;
  /** What it is activated together with: a scope value, see `FinishFacts.by`. Absent: the whole target. */
  readonly unit?: string | undefined;
}

/** All pending items, or why they are unknown. */
type WaitingReply =
  | { readonly state: "whole"; readonly items: readonly WaitingItem[] }
  | { readonly state: "unknown"; readonly problem: Problem };

/** What planning and apply must know about activation. */
export interface FinishFacts {
  /** For people: `deploy`, and `deployed`. */
  readonly verb: string;
  readonly done: string;
  /** Enabled in the target's settings. False: pending items are only shown. */
  readonly isOn: boolean;
  /** The product lists pending items. False: they are what this run has written, and cannot be read afterwards. */
  readonly isListed: boolean;
  /** How stale a list may be after a write or an activation. */
  readonly lateMs: Milliseconds;
  /** True: an activation becomes a task, which is polled. */
  readonly isTask: boolean;
  /** The maximum number of items per request. */
  readonly together: number;
  /** The scope key of units that are activated separately: `host`. Absent: the target is activated as a whole. */
  readonly by?: string | undefined;
}

/** A part of a session. It sends each request once, and never waits. */
export interface FinishSession {
  /** The pending items. `written`: the scopes that this run has written, for products without a list. */
  waiting(written: readonly Scope[], signal: AbortSignal): Promise<WaitingReply>;
  /** True: it calls `leaving` right before its request leaves. Absent: the caller records that before. */
  readonly announces?: true | undefined;
  /** Activates items with one request, up to `together` of them. */
  finish(items: readonly WaitingItem[], signal: AbortSignal, leaving?: Departure): Promise<Reply>;
  /** Polls a task of an activation once, of this run or an earlier one. */
  askFinish(task: Task, signal: AbortSignal): Promise<TaskReply>;
}
