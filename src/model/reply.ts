/** Replies (the meanings of responses to writes), tasks that writes may become, and outcomes of steps. */

import type { Address } from "./address.ts";
import type { AcceptedCreate, LikelyCause, SettledField } from "./change.ts";
import type { HealthIssue } from "./health.ts";
import type { Json } from "./json.ts";
import type { LiveResource } from "./live/snapshot.ts";
import type { FieldForm } from "./memory.ts";
import type { Operation, StepId } from "./plan/step.ts";
import type { Problem } from "./problem.ts";
import type { UnfinishedWork } from "./status.ts";

/** A duration in milliseconds. */
export type Milliseconds = number;

/** Why a controller is busy. */
export type BusyReason = "notReady" | "throttled" | "locked" | "unavailable";

/** A task: work that continues on a server after its reply. Plain data without secrets, which the journal stores. */
export interface Task {
  /** The server's name for the task. */
  readonly id: string;
  /** The path at which the task is polled, below the target's URL. Begins with a slash. */
  readonly path: string;
  /** The kind of the write. With the operation, it determines how replies about the task are interpreted. */
  readonly kind: string;
  readonly operation: Operation;
  /** The live id of the parent. `budget` is the shared rate limit: see `WireRequest.budget`. */
  readonly parentId?: string | undefined;
  readonly budget?: string | undefined;
  /**
   * Set if the task carries out a whole batch. `at` is the index of this write, `of` the size of the batch. `id` is the
   * live id of the created resource, if known in advance. `name` is how errors name this write, if the task's record
   * does not show its items.
   */
  readonly batch?:
    | { readonly at: number; readonly of: number; readonly id?: string; readonly name?: string }
    | undefined;
  /** The initial polling interval. */
  readonly everyMs: Milliseconds;
  /** The timeout, after which the task is no longer polled. */
  readonly withinMs: Milliseconds;
}

/** A batch that was not carried out. `cause`: this write (`it`), another write of the batch, or unknown. */
export interface UndoneBatch {
  readonly detail: string;
  readonly cause: "it" | "another" | "unknown";
  /** True: parts of the batch may have been carried out. */
  readonly inPart?: true | undefined;
}

/** A server's reply about a task. */
export type TaskReply =
  /** The task was carried out. `id`: the live id of the created resource, if the reply contains it. */
  | { readonly state: "done"; readonly id?: string | undefined }
  /**
   * The task was not carried out, or only partly. `problem` contains the product's reason. `busy`: another write
   * blocked the task, and it may be resent. `unreachable`: a device could not be reached, so its state is unknown.
   */
  | {
      readonly state: "failed";
      readonly problem: Problem;
      readonly busy?: true | undefined;
      readonly unreachable?: true | undefined;
    }
  | ({ readonly state: "undone" } & UndoneBatch)
  | { readonly state: "running"; readonly detail?: string | undefined }
  /** The reply is inconclusive: the server is busy, or the reply was lost or is not JSON. */
  | { readonly state: "unclear"; readonly detail: string; readonly retryAfter?: Milliseconds | undefined }
  /** The server does not know the task yet, or knows it no longer. */
  | { readonly state: "gone"; readonly detail: string };

/** A missing dependency of a write or removal, which another write may create. */
export interface MissingPart {
  /**
   * reference: a value would refer to nothing. condition: a condition of the device's modules is not met. data: the
   * parent is missing.
   */
  readonly what: "reference" | "condition" | "data";
  /** The node whose dependency is missing, according to the server. */
  readonly path?: string | undefined;
}

/** The meaning of a response, decided by the dialect's table (see `Dialect.replies`). */
export type Reply =
  | {
      readonly meaning: "accepted";
      readonly id?: string | undefined;
      readonly value?: Json;
      /** For a create: the resource's name in the reply. */
      readonly shownAs?: string | undefined;
      /** The resource as the server stored it, if the product's replies show it (see `Dialect.stored`). */
      readonly stored?: LiveResource | undefined;
    }
  /** The write was accepted. It continues on the server as a task, which is polled until it ends. */
  | { readonly meaning: "pending"; readonly task: Task }
  /** The write was not carried out. It may be sent again later. */
  | {
      readonly meaning: "busy";
      readonly reason: BusyReason;
      readonly retryAfter?: Milliseconds;
      readonly detail: string;
    }
  /** The live state has changed, and must be read again. */
  | {
      readonly meaning: "conflict";
      readonly detail: string;
      /** True: the reply may instead mean that a lock is held. */
      readonly perhapsLocked?: true;
      /** True: trueup itself found the conflict before sending, so the write was certainly not carried out. */
      readonly unsent?: true;
      /** What to do if the live state has not changed after all. */
      readonly hint?: string;
      readonly unexplained?: true | undefined;
      readonly missing?: MissingPart | undefined;
    }
  /** The write failed permanently. */
  | {
      readonly meaning: "refused";
      readonly problem: Problem;
      readonly missing?: MissingPart | undefined;
      /** True: the reply gives no reason besides its status. A parent that was just created may not be ready yet. */
      readonly unexplained?: true | undefined;
    }
  /**
   * It is unknown whether the write was carried out; the live state must be read again. With `accepted`, the write was
   * certainly carried out, but the reply lacks the created id.
   */
  | { readonly meaning: "lost"; readonly detail: string; readonly accepted?: true };

/** How a step ended. */
export type Outcome =
  | { readonly state: "applied"; readonly id?: string | undefined }
  /** Nothing was left to do, as a read showed. */
  | { readonly state: "converged" }
  | { readonly state: "failed"; readonly problem: Problem }
  /** The request may have been carried out, and no read could show whether it was. */
  | { readonly state: "unknown"; readonly problem: Problem }
  /** The write was not attempted: a prerequisite or an earlier wave failed, or the run was stopped. */
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

/** A created resource that its server stores under another name. */
export interface StoredName {
  readonly address: Address;
  readonly declared: string;
  readonly stored: string;
}

/** The complete result of an apply. */
export interface ApplyResult {
  /** The steps with their outcomes, in plan order. */
  readonly settled: readonly SettledStep[];
  readonly nonConvergent: readonly NonConvergent[];
  /** Live ids of resources that this run has created, or found by a read after a write. */
  readonly ids: ReadonlyMap<Address, string>;
  /** Created resources that their server stores under another name. Absent: none. */
  readonly storedAs?: readonly StoredName[] | undefined;
  /**
   * Non-convergent fields that this run remembers as stored in another form. Absent: none, or this run remembers
   * nothing.
   */
  readonly storedOtherwise?: readonly SettledField[] | undefined;
  /** Non-convergent fields that this run remembers as not accepted. Absent: none, or this run remembers nothing. */
  readonly notTaken?: readonly SettledField[] | undefined;
  /**
   * How the server stores fields of the resources that were written and read again. Absent: this run remembers nothing.
   */
  readonly forms?: ReadonlyMap<Address, readonly FieldForm[]> | undefined;
  /** Addresses that were written but could not be read again. */
  readonly unverified: readonly { readonly address: Address; readonly problem: Problem }[];
  /** Creates that were accepted, but were not visible when the run stopped waiting. In address order. Absent: none. */
  readonly acceptedUnseen?: readonly AcceptedCreate[] | undefined;
  /** The names of created resources, as replies gave them. Absent: none. */
  readonly answered?: ReadonlyMap<Address, string> | undefined;
  /**
   * The addresses of tasks of earlier runs that failed, were not carried out, or belong to a write that was sent again.
   * Absent: none.
   */
  readonly failedTasks?: readonly Address[] | undefined;
  /** HTTP requests used, by target. */
  readonly requests: ReadonlyMap<string, number>;
  readonly interrupted: boolean;
  /** Writes that became tasks in this run or an earlier run, and whose outcome is unknown. Absent: none. */
  readonly stillRunning?: readonly RunningTask[] | undefined;
  /**
   * The addresses of creates of an earlier run whose outcome is still unknown: the resources may yet appear. Absent:
   * none.
   */
  readonly stillOpen?: readonly Address[] | undefined;
  /** The result of the activation for each target, after the target's last successful step. Absent: none. */
  readonly finished?: readonly FinishResult[] | undefined;
  /**
   * Writes that are not activated yet, of this run or an earlier run. Only for products without a list of pending
   * changes.
   */
  readonly unfinished?: readonly UnfinishedWork[] | undefined;
  /** The rollback, if it was requested and the run failed. */
  readonly rolledBack?: RollbackResult | undefined;
  /** Why the run failed and skipped later waves. Absent: it did not. */
  readonly halted?: Halt | undefined;
  /**
   * The first internal error, after which no step began. The caller must record everything that is known, and then
   * rethrow the error.
   */
  readonly crash?: { readonly error: unknown } | undefined;
}

/** The result of the activation, such as `deploy`, that follows a target's last successful step. */
export interface FinishResult {
  readonly target: string;
  readonly verb: string;
  readonly done: string;
  /**
   * `waiting`: the target's settings do not request the activation. `left`: the activation was not attempted. All
   * states except `done` and `waiting` have a problem.
   */
  readonly state: "done" | "waiting" | "failed" | "unknown" | "left";
  /** The names of the activated items. */
  readonly names: readonly string[];
  readonly problem?: Problem | undefined;
}

/** A write that became a task. The task may still be running. */
export interface RunningTask {
  readonly address: Address;
  readonly task: Task;
}

/** The result of a rollback. */
export interface RollbackResult
  extends Pick<ApplyResult, "settled" | "nonConvergent" | "unverified" | "forms"> {
  /** The changes that stay applied, fully or partly, each with half a sentence on the reason. */
  readonly left: readonly { readonly address: Address; readonly reason: string }[];
}

/** The failure of a wave. The steps of later waves are then skipped. */
export interface Halt {
  /** The wave's name; undefined if there are no waves. */
  readonly wave?: string | undefined;
  /**
   * `health`: a site or device that was healthy before is now unhealthy, or its health is unknown. `failed`: a step
   * failed. `asked`: somebody requested the stop while later waves were left.
   */
  readonly because: "health" | "failed" | "asked";
  /** The health issues of the locations that the wave changed. */
  readonly ailments: readonly HealthIssue[];
}
