/**
 * What is to be done once after the last success of an apply, for a whole target or for each device of a fleet: changes
 * that wait in a manager are deployed, a configuration is saved. What sessions and dialects of such products owe.
 */

import type { Scope } from "../../model/desired.ts";
import type { Problem } from "../../model/problem.ts";
import type { Milliseconds, Reply, Task, TaskReply } from "../../model/reply.ts";

/** One thing that waits: a firewall with changes that are not deployed, a device whose configuration is not saved. */
export interface WaitingItem {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** Of what waits there: another one is another change. Absent: the product tells none. */
  readonly version?: string | undefined;
  /** False: the product says that this is not possible there now. */
  readonly isReady: boolean;
  /** True: the product says that somebody is doing it there right now. Absent: it does not say. */
  readonly isBusy?: boolean | undefined;
  /** The list that shows it, of several: what is said of it goes there. Absent: there is one. */
  readonly list?: string | undefined;
  /** What it is finished together with: a word of its scope, see `FinishFacts.by`. Absent: the whole target. */
  readonly unit?: string | undefined;
}

/** What waits: all of it, or why it is unknown. */
type WaitingReply =
  | { readonly state: "whole"; readonly items: readonly WaitingItem[] }
  | { readonly state: "unknown"; readonly problem: Problem };

/** What planning and apply must know of it. */
export interface FinishFacts {
  /** For people: `deploy`, and `deployed`. */
  readonly verb: string;
  readonly done: string;
  /** The target's settings ask for it. False: what waits is shown, and no more. */
  readonly isOn: boolean;
  /** The product lists what waits. False: it is what this run has written, and it cannot be asked afterwards. */
  readonly isListed: boolean;
  /** By so much a list may be late after a write, or after it was done. */
  readonly lateMs: Milliseconds;
  /** It becomes a task, which is asked for. */
  readonly isTask: boolean;
  /** At most so many go in one request. */
  readonly together: number;
  /** The word of scopes that says what is finished apart: `host`. Absent: the target is finished as a whole. */
  readonly by?: string | undefined;
}

/** A part of a session. It sends once, and never waits. */
export interface FinishSession {
  /** What waits. `written`: the scopes of what this run has written, for products that list nothing. */
  waiting(written: readonly Scope[], signal: AbortSignal): Promise<WaitingReply>;
  /** Does it, in one request, for as many as go together. */
  finish(items: readonly WaitingItem[], signal: AbortSignal): Promise<Reply>;
  /** Asks once for the outcome of a task of it, of this run or an earlier one. */
  askFinish(task: Task, signal: AbortSignal): Promise<TaskReply>;
}
