/** Replies (the meaning of an answer to a write), tasks that a write may become, and outcomes (how a step ended). */

import type { Address } from "./address.ts";
import type { AcceptedCreate, LikelyCause, SettledField } from "./change.ts";
import type { HealthIssue } from "./health.ts";
import type { Json } from "./json.ts";
import type { LiveResource } from "./live/snapshot.ts";
import type { FieldForm } from "./memory.ts";
import type { Operation, StepId } from "./plan/step.ts";
import type { Problem } from "./problem.ts";
import type { UnfinishedWork } from "./status.ts";

/** A length of time in milliseconds. */
export type Milliseconds = number;

/** Why a controller asks for patience. */
export type BusyReason = "notReady" | "throttled" | "locked" | "unavailable";

/** A task: work that goes on at a server after it has answered. Plain data without secrets: the journal keeps it. */
export interface Task {
  /** As the server names it. */
  readonly id: string;
  /** Where it is asked for, below the target's URL. Begins with a slash. */
  readonly path: string;
  /** What was written, and how: says how its answers read. */
  readonly kind: string;
  readonly operation: Operation;
  /** The live id of its parent, and what shares a rate limit with it (`WireRequest.budget`). */
  readonly parentId?: string | undefined;
  readonly budget?: string | undefined;
  /**
   * One of several writes of a batch, which is one task for all of them: its place there, from 0, and their number; the
   * live id of what it makes, where that is known before; and what an error calls it by, where its record does not
   * show what is in it.
   */
  readonly batch?:
    | { readonly at: number; readonly of: number; readonly id?: string; readonly name?: string }
    | undefined;
  /** How often it is asked for, at first. */
  readonly everyMs: Milliseconds;
  /** How long it may take: it is not asked for any longer. */
  readonly withinMs: Milliseconds;
}

/** Nothing of a batch was carried out, because of this write, of another one, or of an unknown one. */
export interface UndoneBatch {
  readonly detail: string;
  readonly cause: "it" | "another" | "unknown";
  /** True: or some of it was, as far as anybody knows. */
  readonly inPart?: true | undefined;
}

/** What a server says of a task. */
export type TaskReply =
  /** It was carried out. `id`: the live id of what it made, where it says. */
  | { readonly state: "done"; readonly id?: string | undefined }
  /**
   * It was not, or in part: the product's reason. `busy`: another write was in its way, and it may be sent again.
   * `unreachable`: a device was, and what it has is unknown.
   */
  | {
      readonly state: "failed";
      readonly problem: Problem;
      readonly busy?: true | undefined;
      readonly unreachable?: true | undefined;
    }
  | ({ readonly state: "undone" } & UndoneBatch)
  | { readonly state: "running"; readonly detail?: string | undefined }
  /** The answer says nothing of the task: busy, lost, no JSON. */
  | { readonly state: "unclear"; readonly detail: string; readonly retryAfter?: Milliseconds | undefined }
  /** The server says that there is no such task: not yet, or not any more. */
  | { readonly state: "gone"; readonly detail: string };

/** What a write needs, or would take away, and is missing: another write may bring it. */
export interface MissingPart {
  /** reference: a value would refer to nothing. condition: one of the modules is unmet. data: its parent lacks. */
  readonly what: "reference" | "condition" | "data";
  /** The node that the server says it is about. */
  readonly path?: string | undefined;
}

/** What an answer means. The dialect's table decides (see `Dialect.replies`). */
export type Reply =
  | {
      readonly meaning: "accepted";
      readonly id?: string | undefined;
      readonly value?: Json;
      /** Of a create: the name under which the answer shows what was made. */
      readonly shownAs?: string | undefined;
      /** What was written as the server has stored it, where the product's answers show that (`Dialect.stored`). */
      readonly stored?: LiveResource | undefined;
    }
  /** It was taken and goes on at the server: a task, to be asked for until it has ended. */
  | { readonly meaning: "pending"; readonly task: Task }
  /** It was not carried out and may be sent again later. */
  | {
      readonly meaning: "busy";
      readonly reason: BusyReason;
      readonly retryAfter?: Milliseconds;
      readonly detail: string;
    }
  /** The world is not as we thought: look again. */
  | {
      readonly meaning: "conflict";
      readonly detail: string;
      /** True: the server may as well mean a lock that someone holds. */
      readonly perhapsLocked?: true;
      /** True: trueup found so itself, before the write was sent: for sure it was not carried out. */
      readonly unsent?: true;
      /** What to do where nothing has changed. */
      readonly hint?: string;
      readonly unexplained?: true | undefined;
      readonly missing?: MissingPart | undefined;
    }
  /** It will not change by itself. */
  | {
      readonly meaning: "refused";
      readonly problem: Problem;
      readonly missing?: MissingPart | undefined;
      /** True: only its status is known. Of what is in something that was just made: perhaps that is not ready. */
      readonly unexplained?: true | undefined;
    }
  /**
   * Nobody knows whether it was carried out: look again. With `accepted` it was for sure, and the answer has not the
   * id of what was made.
   */
  | { readonly meaning: "lost"; readonly detail: string; readonly accepted?: true };

/** How a step ended. */
export type Outcome =
  | { readonly state: "applied"; readonly id?: string | undefined }
  /** Looking again showed that nothing was left to do. */
  | { readonly state: "converged" }
  | { readonly state: "failed"; readonly problem: Problem }
  /** The request may have been carried out; looking again did not tell. */
  | { readonly state: "unknown"; readonly problem: Problem }
  /** Not tried: what it depends on or an earlier wave did not succeed, or the run was stopped. */
  | {
      readonly state: "skipped";
      readonly because: StepId | "interrupted" | "journal" | "health" | "wave" | "asked";
    };

/** A step with its outcome. */
export interface SettledStep {
  readonly step: StepId;
  readonly address: Address;
  readonly outcome: Outcome;
}

/** A field that still differs after it was written, with a likely cause. */
export interface NonConvergent {
  readonly address: Address;
  readonly path: string;
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
  readonly likely: LikelyCause;
}

/** Something that was made, and whose server keeps it under another name than it was sent. */
export interface StoredName {
  readonly address: Address;
  readonly declared: string;
  readonly stored: string;
}

/** The whole result of an apply. */
export interface ApplyResult {
  /** In the plan's order; one for each step. */
  readonly settled: readonly SettledStep[];
  readonly nonConvergent: readonly NonConvergent[];
  /** Live ids that this run has made or found by looking after a write. */
  readonly ids: ReadonlyMap<Address, string>;
  /** What its server keeps under another name than it was sent. Absent: none. */
  readonly storedAs?: readonly StoredName[] | undefined;
  /**
   * Of what is not convergent: what is remembered as stored in another form than it was written in, and as not taken.
   * Absent: nothing is, or this run remembers nothing.
   */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  readonly notTaken?: readonly SettledField[] | undefined;
  /** The forms of the resources that were written and read again. Absent: this run remembers nothing. */
  readonly forms?: ReadonlyMap<Address, readonly FieldForm[]> | undefined;
  /** Addresses that were written but could not be read again. */
  readonly unverified: readonly { readonly address: Address; readonly problem: Problem }[];
  /** What was created and accepted, and no look has shown before the run gave up. In address order. Absent: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** The names under which answers have shown what was created. Absent: none. */
  readonly answered?: ReadonlyMap<Address, string> | undefined;
  /** What earlier runs had sent as a task that has failed, was not carried out, or was sent again. Absent: none. */
  readonly failedTasks?: readonly Address[] | undefined;
  /** HTTP requests used, by target. */
  readonly requests: ReadonlyMap<string, number>;
  readonly interrupted: boolean;
  /** Writes that became tasks, in this run or an earlier one, with an unknown outcome. Absent: none. */
  readonly stillRunning?: readonly RunningTask[] | undefined;
  /** Creates of an earlier run that may still show up, and of which this one has found out nothing. Absent: none. */
  readonly stillOpen?: readonly Address[] | undefined;
  /** What was done once for each target after its last success, where there is such. Absent: nothing. */
  readonly finished?: readonly FinishResult[] | undefined;
  /** What is still to be finished of what was written, by this run or an earlier one, where no product lists that. */
  readonly unfinished?: readonly UnfinishedWork[] | undefined;
  /** What was taken back because the run was not well, where that was asked for. */
  readonly rolledBack?: RollbackResult | undefined;
  /** Why the run was not well, and did not go on to later waves, if there were any. */
  readonly halted?: Halt | undefined;
  /** Our own mistake, the first there was: no step began after it. Record what is known, then throw it. */
  readonly crash?: { readonly error: unknown } | undefined;
}

/** What was done once for a target after its last success, or could not be: `deploy`. */
export interface FinishResult {
  readonly target: string;
  readonly verb: string;
  readonly done: string;
  /** waiting: it was not asked for. left: it was not tried. All but done and waiting have a problem. */
  readonly state: "done" | "waiting" | "failed" | "unknown" | "left";
  /** What it is about. */
  readonly names: readonly string[];
  readonly problem?: Problem | undefined;
}

/** A write that became a task which may go on. */
export interface RunningTask {
  readonly address: Address;
  readonly task: Task;
}

/** How the way back went. */
export interface RollbackResult
  extends Pick<ApplyResult, "settled" | "nonConvergent" | "unverified" | "forms"> {
  /** What stays as it was applied, whole or in part, and why: half a sentence. */
  readonly left: readonly { readonly address: Address; readonly reason: string }[];
}

/** What went wrong in a wave: the steps of later ones are skipped. */
export interface Halt {
  /** Its name; undefined when there are no waves. */
  readonly wave?: string | undefined;
  /**
   * health: a site or device that was well before is not, or it is unknown. failed: a step did not succeed. asked:
   * somebody asked for it, and there are later waves.
   */
  readonly because: "health" | "failed" | "asked";
  /** What is wrong with the health of the places that were touched. */
  readonly ailments: readonly HealthIssue[];
}
