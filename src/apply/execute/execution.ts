/**
 * The execution of one step as an immutable value: the current action, the change to write, and what has happened so
 * far.
 */

import type { Change } from "../../model/change.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Problem } from "../../model/problem.ts";
import type { BusyReason, Milliseconds, MissingPart, Reply, Task } from "../../model/reply.ts";
import type { TaskEnd } from "../../pace/tasks.ts";
import type { Decision } from "./decide.ts";
import type { Verdict } from "./judge.ts";

/** The execution of one step. */
export interface StepExecution {
  readonly step: Step;
  readonly planned: Change;
  /** The current action. */
  readonly state: ExecutionState;
  /** The change to write now. Each read updates it. */
  readonly change: Change;
  /** The completed create, until its follow-up update is done. */
  readonly created?: Extract<Change, { action: "create" }> | undefined;
  /** The time of the read on which the write relies; undefined if there was no such read yet. */
  readonly seenAt?: Milliseconds | undefined;
  /** True: the step was checked before its write, or needs no check. */
  readonly isChecked: boolean;
  /** True: the resource was read individually, and the step has neither waited nor sent anything since. */
  readonly isFresh: boolean;
  /** How many times in a row the read was outdated when it was this step's turn to write. */
  readonly late: number;
  /**
   * The guard of the last write (`Session.guards`): the state on which the write was based. Absent: the write had no
   * guard.
   */
  readonly guard?: string | undefined;
  /** The number of attempts that were sent. */
  readonly sent: number;
  /** When the last attempt was sent, by the run's clock; undefined if none was sent yet. */
  readonly leftAt?: Milliseconds | undefined;
  /** The number of writes that this run had done when the last attempt was sent. */
  readonly leftAfter: number;
  /** The number of resends after a read. Resends after waiting for a lock do not count. */
  readonly again: number;
  /** How often the step's batch was not carried out. */
  readonly undone: number;
  /** How many creates of this step had a lost reply and did not appear in time. */
  readonly lostCreates: number;
  readonly waits: number;
  readonly waited: Readonly<Record<BusyReason, Milliseconds>>;
  /**
   * A refusal that may be temporary, because this run has just created the parent. Absent: there was no such refusal.
   */
  readonly asked?: AskedAgain | undefined;
  /** True if this run or an earlier run may have written the live state. */
  readonly maybeAppliedByUs: boolean;
  /** True: the step is being retried because a dependency was missing. The other steps of the device have ended. */
  readonly isSecondTry: boolean;
}

/** The initial state of a step. */
export function newExecution(step: Step, planned: Change): StepExecution {
  return {
    step,
    planned,
    change: planned,
    state: { is: "queued" },
    isChecked: false,
    isFresh: false,
    maybeAppliedByUs: false,
    isSecondTry: false,
    late: 0,
    sent: 0,
    leftAfter: 0,
    again: 0,
    undone: 0,
    lostCreates: 0,
    waits: 0,
    waited: { notReady: 0, locked: 0, throttled: 0, unavailable: 0 },
  };
}

/** The current action, which starts when the state is entered. A step is always in exactly one state. */
export type ExecutionState =
  /** Waits for an earlier run's task on the same resource. */
  | { readonly is: "awaitingEarlierTask" }
  /** Waits for a slot in a batch or in the target's semaphore. */
  | { readonly is: "queued" }
  /**
   * The pre-write check. It uses a list that all steps share, or a separate read if the resource may have been created
   * implicitly.
   */
  | { readonly is: "checking"; readonly read: "shared" | "own" }
  /**
   * The pre-write read. It precedes a write that replaces more than it declares, if the server does not detect
   * concurrent changes.
   */
  | { readonly is: "confirming" }
  /** The write is sent when its turn comes, once its intent is durable. */
  | { readonly is: "sending" }
  | { readonly is: "awaitingTask"; readonly task: Task; readonly wasMaybe: boolean }
  | {
      readonly is: "waiting";
      readonly reason: BusyReason;
      readonly ms: Milliseconds;
      readonly afterwards: { readonly is: "queued" } | LookState;
    }
  /**
   * The write was refused, perhaps because the parent is not ready. The step waits for its turn to retry, then for
   * `ms`.
   */
  | { readonly is: "awaitingParent"; readonly ms: Milliseconds }
  | LookState
  /** The reply to the step's create was lost, and a read does not show the resource. The resource may still appear. */
  | { readonly is: "lostUnseen"; readonly ms: Milliseconds; readonly afterwards: LookState }
  /**
   * The step's create was accepted, and a read does not show the resource. The resource may still appear, and is never
   * created again.
   */
  | { readonly is: "acceptedUnseen"; readonly ms: Milliseconds; readonly afterwards: LookState }
  | { readonly is: "ended"; readonly ending: StepEnding };

/** The resource is being read again, individually. */
export interface LookState {
  readonly is: "looking";
  readonly because: LookReason;
  /**
   * The progress of the polling for a create that may not be visible yet. Absent: the read does not look for a create.
   */
  readonly search?: CreateSearch | undefined;
}

/** Why a step is read again. */
export type LookReason =
  /** A lock was held, a postponed step is retried, or an earlier run's task has ended. */
  | { readonly is: "anew" }
  /** The parent may be ready by now. */
  | { readonly is: "parent" }
  /** A reply to the write of `before` requires the read. */
  | { readonly is: "reply"; readonly decision: LookDecision; readonly before: Change }
  /** The batch of this task failed. Parts of the batch may have been carried out. */
  | { readonly is: "undone"; readonly task: Task; readonly cause: UndoneCause };

/** A refusal that may be temporary. */
export interface AskedAgain {
  /** How the step ends if the refusal is permanent. */
  readonly ending: StepEnding;
  /** The text of the refusal. */
  readonly said: string;
  /** How often the same refusal came after a read. */
  readonly same: number;
  /** The total wait for the parent. */
  readonly waitedMs: Milliseconds;
  /** True: the parent's state is known, so the next refusal is final. */
  readonly isLast?: true;
}

/** The decision, if a reply requires another read. */
export type LookDecision = Extract<Decision, { do: "look" }>;

/** Why a batch was not carried out. */
type UndoneCause = Extract<TaskEnd, { is: "undone" }>["cause"];

/** Progress of polling for a create that may not be visible yet. */
export interface CreateSearch {
  /** When the create was sent. Undefined: this is unknown, and the time for the create starts at the first poll. */
  readonly leftAt: Milliseconds | undefined;
  /** The index of the current poll, from 0. */
  readonly at: number;
  readonly begunAt?: Milliseconds;
  /**
   * How the step ends if polling does not find the resource. Set if a read was inconclusive, or did not show an
   * accepted create.
   */
  readonly unclear?: StepEnding | undefined;
  /**
   * How the step ends if this was the last poll. Set if the list changed during the read, so that another read may
   * succeed.
   */
  readonly moved?: StepEnding | undefined;
}

/** Results of the current action. */
export type StepEvent =
  /**
   * The wait for an earlier run's task is over. `end`: undefined if the end is unknown. `running`: the task is still
   * running.
   */
  | {
      readonly is: "earlierEnded";
      readonly end: TaskEnd["is"] | undefined;
      readonly running?: Task | undefined;
      readonly isAborted?: boolean;
    }
  /** A slot is free. */
  | { readonly is: "inTurn" }
  /** `at`: the time of the read. */
  | { readonly is: "seen"; readonly verdict: Verdict; readonly at: Milliseconds }
  /** The read was no longer fresh when the write's turn came. Nothing was sent. */
  | { readonly is: "tooLate" }
  /** A reply was received. `departure`: absent if the write was never sent. */
  | ({ readonly is: "replied"; readonly reply: Reply; readonly guard: string | undefined } & {
      readonly departure?: WriteDeparture | undefined;
    })
  /** The task has ended. `end` may contain the id of the created resource even if the task does not report it. */
  | { readonly is: "taskEnded"; readonly end: TaskEnd }
  | { readonly is: "waited" }
  /** The run was interrupted. */
  | { readonly is: "aborted" };

/** When and after which writes the last attempt was sent. */
export type WriteDeparture = Pick<StepExecution, "sent" | "leftAt" | "leftAfter">;

/** How a step ends; `step-outcome.ts` has the texts. */
export type StepEnding =
  | { readonly is: "applied"; readonly id: string | undefined }
  | { readonly is: "converged" }
  /** The write failed, and a read or reply explains why. */
  | { readonly is: "failed"; readonly problem: Problem }
  | { readonly is: "refused"; readonly problem: Problem }
  /**
   * The write was refused as a conflict although the live state is unchanged. Waiting does not help, because there is
   * no lock.
   */
  | ({ readonly is: "refusedUnchanged" } & Pick<LookDecision, "detail" | "hint"> & {
        readonly missing: MissingPart | undefined;
      })
  /** The write was still refused as a conflict, after waiting for a lock as long as allowed. */
  | { readonly is: "stillConflicting"; readonly detail: string }
  /** All attempts were used up, and none was accepted. */
  | { readonly is: "gaveUp"; readonly detail: string }
  /** The reply was lost, and no read could determine the outcome. */
  | { readonly is: "indeterminate"; readonly why: string }
  /**
   * The write was refused as a conflict, perhaps because it had already been carried out. No read could determine this.
   */
  | { readonly is: "unseenConflict"; readonly detail: string; readonly why: string }
  /** The step's create was accepted, but the resource does not appear. */
  | { readonly is: "acceptedUnseen" }
  | { readonly is: "taskUnknown"; readonly task: Task; readonly why: string }
  /** The step's task failed because a device was unreachable. */
  | { readonly is: "unreachable"; readonly detail: string }
  | { readonly is: "interrupted" };

/** A transition: the new execution state, and notes for the run. */
export interface StepMove {
  readonly to: StepExecution;
  readonly notes: readonly StepNote[];
}

/** What the run learns from a step. */
export type StepNote =
  /** The resource was written or may have been written, however the step ended. */
  | { readonly is: "maybeWritten" }
  /** The step's create was accepted. If the create became a task, this task is running or has succeeded. */
  | { readonly is: "accepted"; readonly id: string | undefined }
  /** The resource was written. `isMade`: this run has certainly created it, so nobody else can have written into it. */
  | {
      readonly is: "written";
      readonly change: Change;
      readonly id: string | undefined;
      readonly stored: LiveResource | undefined;
      readonly isMade: boolean;
    }
  | { readonly is: "found"; readonly id: string }
  | { readonly is: "stillRunning"; readonly task: Task }
  /**
   * Another step may remove the cause of the refusal. This step is retried after another write has changed the device.
   */
  | { readonly is: "postponed"; readonly secondTry: StepExecution }
  /** The retries below the new parent are used up, and the parent is treated as ready. */
  | { readonly is: "askedEnough" }
  | { readonly is: "batchUndone"; readonly task: Task; readonly cause: UndoneCause };
