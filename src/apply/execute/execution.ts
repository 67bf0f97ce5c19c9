/** One step while it is carried out, as an immutable value: what is under way, what to write, how it has fared. */

import type { Change } from "../../model/change.ts";
import type { LiveResource } from "../../model/live/snapshot.ts";
import type { Step } from "../../model/plan/step.ts";
import type { Problem } from "../../model/problem.ts";
import type { BusyReason, Milliseconds, MissingPart, Reply, Task } from "../../model/reply.ts";
import type { TaskEnd } from "../../pace/tasks.ts";
import type { Decision } from "./decide.ts";
import type { Verdict } from "./judge.ts";

/** One step while it is carried out. */
export interface StepExecution {
  readonly step: Step;
  readonly planned: Change;
  /** What is under way. */
  readonly state: ExecutionState;
  /** What is to be written now; moves on with every look. */
  readonly change: Change;
  /** The create that was carried out, while the update that follows it is not. */
  readonly created?: Extract<Change, { action: "create" }> | undefined;
  /** When what was seen last was there; undefined: nothing that was seen has let the write go. */
  readonly seenAt?: Milliseconds | undefined;
  /** True: it was checked before a write, or needed no check. */
  readonly isChecked: boolean;
  /** True: it was looked at for itself, and nothing was waited for or sent since. */
  readonly isFresh: boolean;
  /** How often in a row its turn came too late for what was seen. */
  readonly late: number;
  /** What was sent last said that it was made for this state (`Session.guards`). */
  readonly guard?: string | undefined;
  /** How often it left at all. */
  readonly sent: number;
  /** When it left last, by the run's clock. Undefined: not yet. */
  readonly leftAt?: Milliseconds | undefined;
  /** How much this run had written by then. */
  readonly leftAfter: number;
  /** How often it was sent again after a look that was no wait for a lock. */
  readonly again: number;
  /** How often its batch was not carried out. */
  readonly undone: number;
  /** How many creates of it were lost, and not found until they had to be visible. */
  readonly lostCreates: number;
  readonly waits: number;
  readonly waited: Readonly<Record<BusyReason, Milliseconds>>;
  /** A refusal that may pass, since this run has just made what this is in. Absent: there was none. */
  readonly asked?: AskedAgain | undefined;
  /** True: what is live may be our own doing. */
  readonly maybeAppliedByUs: boolean;
  /** True: it was refused for something missing, and all others have ended since. */
  readonly isSecondTry: boolean;
}

/** A step at its beginning. */
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

/** What is under way: entering a state begins it. Of each step exactly one thing is. */
export type ExecutionState =
  /** An earlier run has left a task about the same thing. */
  | { readonly is: "awaitingEarlierTask" }
  /** It waits until there is room: in a batch, or among those of its target that look and write at once. */
  | { readonly is: "queued" }
  /** The pre-write check: a list that all steps share, or by itself, where it may have been created implicitly. */
  | { readonly is: "checking"; readonly read: "shared" | "own" }
  /** The pre-write read: of what a write replaces more of than it declares, and no server guards. */
  | { readonly is: "confirming" }
  /** The write leaves as soon as its turn comes, once its intent is durable. */
  | { readonly is: "sending" }
  | { readonly is: "awaitingTask"; readonly task: Task; readonly wasMaybe: boolean }
  | {
      readonly is: "waiting";
      readonly reason: BusyReason;
      readonly ms: Milliseconds;
      readonly afterwards: { readonly is: "queued" } | LookState;
    }
  /** It was refused, and what it is in may not be ready: it waits for its turn to ask, and then so long. */
  | { readonly is: "awaitingParent"; readonly ms: Milliseconds }
  | LookState
  /** The reply to its create was lost, and a look did not show it: it may still appear. */
  | { readonly is: "lostUnseen"; readonly ms: Milliseconds; readonly afterwards: LookState }
  /** Its create was accepted, and a look did not show it: it may still appear, and is never created again. */
  | { readonly is: "acceptedUnseen"; readonly ms: Milliseconds; readonly afterwards: LookState }
  | { readonly is: "ended"; readonly ending: StepEnding };

/** It is looked at anew, for itself. */
export interface LookState {
  readonly is: "looking";
  readonly because: LookReason;
  /** It is looked for until it must be visible. */
  readonly search?: CreateSearch | undefined;
}

/** Why a step is looked at. */
export type LookReason =
  /** Someone held a lock; a postponed step is tried once more; the task of an earlier run has ended. */
  | { readonly is: "anew" }
  /** What it is in may be ready by now. */
  | { readonly is: "parent" }
  /** What was answered to the write of `before`. */
  | { readonly is: "reply"; readonly decision: LookDecision; readonly before: Change }
  /** The batch of this task was not carried out, but perhaps a part of it. */
  | { readonly is: "undone"; readonly task: Task; readonly cause: UndoneCause };

/** A refusal that may pass. */
export interface AskedAgain {
  /** How the step ends if it does not. */
  readonly ending: StepEnding;
  /** The answer, and how often it came after a look. */
  readonly said: string;
  readonly same: number;
  /** How long was waited for the parent, in all. */
  readonly waitedMs: Milliseconds;
  /** True: it is known how the parent is; the next refusal is final. */
  readonly isLast?: true;
}

/** What was decided where a reply leads back to looking. */
export type LookDecision = Extract<Decision, { do: "look" }>;

/** Why a batch was not carried out. */
type UndoneCause = Extract<TaskEnd, { is: "undone" }>["cause"];

/** How far looking for a create has come that may not be visible yet. */
export interface CreateSearch {
  /** When it left; undefined: when the search begins. */
  readonly leftAt: Milliseconds | undefined;
  /** Which of its looks this is, from 0. */
  readonly at: number;
  readonly begunAt?: Milliseconds;
  /** How the step ends if it is not found after all: a look told nothing, or did not show what was accepted. */
  readonly unclear?: StepEnding | undefined;
  /** The same where this was the last look: its list moved while it was read, and the next look may tell. */
  readonly moved?: StepEnding | undefined;
}

/** What has come of what was under way. */
export type StepEvent =
  /** `end`: undefined where it is unknown. `running`: it still goes on. */
  | {
      readonly is: "earlierEnded";
      readonly end: TaskEnd["is"] | undefined;
      readonly running?: Task | undefined;
      readonly isAborted?: boolean;
    }
  /** There is room. */
  | { readonly is: "inTurn" }
  /** `at`: when that was there. */
  | { readonly is: "seen"; readonly verdict: Verdict; readonly at: Milliseconds }
  /** By the time its turn came, what was seen was no longer fresh: it did not leave. */
  | { readonly is: "tooLate" }
  /** `departure`: absent where it never left. */
  | ({ readonly is: "replied"; readonly reply: Reply; readonly guard: string | undefined } & {
      readonly departure?: WriteDeparture | undefined;
    })
  /** With the id of what it has made, also where it does not say it. */
  | { readonly is: "taskEnded"; readonly end: TaskEnd }
  | { readonly is: "waited" }
  /** The run was interrupted. */
  | { readonly is: "aborted" };

/** How a write left last. */
export type WriteDeparture = Pick<StepExecution, "sent" | "leftAt" | "leftAfter">;

/** How a step ends; `step-outcome.ts` has the words. */
export type StepEnding =
  | { readonly is: "applied"; readonly id: string | undefined }
  | { readonly is: "converged" }
  /** What was found or answered says why. */
  | { readonly is: "failed"; readonly problem: Problem }
  | { readonly is: "refused"; readonly problem: Problem }
  /** Refused as a conflict, although live is as it was seen: no waiting helps, and there is no lock. */
  | ({ readonly is: "refusedUnchanged" } & Pick<LookDecision, "detail" | "hint"> & {
        readonly missing: MissingPart | undefined;
      })
  /** The same, for as long as a lock is waited for. */
  | { readonly is: "stillConflicting"; readonly detail: string }
  /** Sent as often as a step may be, and never taken. */
  | { readonly is: "gaveUp"; readonly detail: string }
  /** The reply was lost, and no look could say the outcome of the write. */
  | { readonly is: "indeterminate"; readonly why: string }
  /** Answered as a conflict, perhaps because it had been carried out already, and no look could tell. */
  | { readonly is: "unseenConflict"; readonly detail: string; readonly why: string }
  /** Its create was accepted, and does not appear. */
  | { readonly is: "acceptedUnseen" }
  | { readonly is: "taskUnknown"; readonly task: Task; readonly why: string }
  /** Its task failed, since a device could not be reached. */
  | { readonly is: "unreachable"; readonly detail: string }
  | { readonly is: "interrupted" };

/** What follows: the step as it is now, and what the run learns of it. */
export interface StepMove {
  readonly to: StepExecution;
  readonly notes: readonly StepNote[];
}

/** What the run learns of a step. */
export type StepNote =
  /** It was written, or may have been, whatever becomes of it. */
  | { readonly is: "maybeWritten" }
  /** Its create was taken, and goes on as a task or has ended well as one. */
  | { readonly is: "accepted"; readonly id: string | undefined }
  /** It was written. `isMade`: for sure by this run, so that nobody else can have written into it. */
  | {
      readonly is: "written";
      readonly change: Change;
      readonly id: string | undefined;
      readonly stored: LiveResource | undefined;
      readonly isMade: boolean;
    }
  | { readonly is: "found"; readonly id: string }
  | { readonly is: "stillRunning"; readonly task: Task }
  /** Another write may mend it: once one has changed its device, this is gone on with. */
  | { readonly is: "postponed"; readonly secondTry: StepExecution }
  /** Its parent was asked as long as that makes sense: it is taken as ready. */
  | { readonly is: "askedEnough" }
  | { readonly is: "batchUndone"; readonly task: Task; readonly cause: UndoneCause };
