/** What a recorded apply says while it runs, and what it ends with. No value or text in it holds an opened secret. */

import type { JournalFinding } from "../../apply/journal.ts";
import type { AppliedRef } from "../../git/record.ts";
import type { Address } from "../../model/address.ts";
import type { FinishIntent, Intent } from "../../model/journal.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { PolicyWarning } from "../../model/policy.ts";
import type { Problem } from "../../model/problem.ts";
import type { LockRecord, RecordSummary } from "../../model/record.ts";
import type { ApplyResult } from "../../model/reply.ts";

/**
 * Why an apply is refused, before anything is sent.
 *
 * | because           |                                                                                |
 * |-------------------|--------------------------------------------------------------------------------|
 * | `approvesNothing` | the approval, or a consent, is of a preview, or is not a whole fingerprint     |
 * | `retryNotAllowed` | the project file does not allow what was accepted to be sent again             |
 * | `running`         | another apply runs in this folder; `by`: its process                           |
 * | `locked`          | another run has the environment's lock; `by`: undefined where it is unreadable |
 * | `uncommitted`     | the commit that is checked out declares these addresses otherwise              |
 * | `otherPlan`       | a consent to write secrets, or names in another spelling, is of another plan   |
 * | `consentMissing`  | guards, policies or a freeze found this, and nobody has consented              |
 * | `health`          | health holds back all that there is to do                                      |
 * | `notApproved`     | the plan is not the one that was approved, or its words mean something else    |
 * | `notConfirmed`    | whoever was asked did not confirm it                                           |
 */
export type ApplyRefusal = {
  /** For people: sentences, over several lines, without a line break at the end. */
  readonly message: string;
} & (
  | {
      readonly because:
        | "approvesNothing"
        | "retryNotAllowed"
        | "otherPlan"
        | "health"
        | "notApproved"
        | "notConfirmed";
    }
  | { readonly because: "running"; readonly by: string }
  | { readonly because: "locked"; readonly by: LockRecord | undefined }
  | { readonly because: "uncommitted"; readonly addresses: readonly Address[] }
  | { readonly because: "consentMissing"; readonly findings: readonly GuardFinding[] }
);

/** Where an apply failed before anything was sent. */
export type ApplyFailure = {
  /** `consents`: one names no guard. `project`: reading it, its revisions, or opening its secrets. */
  readonly at: "consents" | "journal" | "lock" | "project";
  readonly problems: readonly Problem[];
};

/** What Git says of the last apply. */
export interface LastApplied {
  /** Absent: nothing was applied yet, or nothing is known of it. */
  readonly applied?: Pick<AppliedRef, "commit" | "record"> | undefined;
  /** False: the remote did not answer, and what this clone knows counts. */
  readonly isRemoteAsked: boolean;
}

/** What a run came to that went as far as its plan allowed. */
interface Carried {
  /** As it may be shown. */
  readonly plan: Plan;
  /** 0: all is as declared. 1: nothing of it is. 3: a part is. The exit statuses of `trueup apply`. */
  readonly status: 0 | 1 | 3;
  /** Undefined: there is no Git, or the ref could not be moved. */
  readonly recorded: RecordSummary | undefined;
}

/** What a recorded apply ends with. */
export type ApplyEnding =
  /** `plan`: as it may be shown, where it was made. */
  | { readonly is: "refused"; readonly refusal: ApplyRefusal; readonly plan?: Plan }
  | ({ readonly is: "failed" } & ApplyFailure)
  /** The signal came while it had no result yet. */
  | { readonly is: "cancelled" }
  /** The lock was lost while it had no result yet. */
  | { readonly is: "lockLost" }
  /** No step, and nothing to finish; what cannot be written may still differ. */
  | ({ readonly is: "nothingToDo" } & Carried)
  /** `result`: as it may be shown. A signal may have ended it early: `result.interrupted`. */
  | ({ readonly is: "applied"; readonly result: ApplyResult } & Carried);

/** One happening of a recorded apply, in about this order. What its requests and steps do are `RunEvent`s. */
export type ApplyEvent =
  /** A warning. */
  | { readonly type: "warned"; readonly problem: Problem }
  /** The journal of the last apply in this folder was read. */
  | {
      readonly type: "journalRead";
      readonly path: string;
      /** True: that run did not end in good order, or left writes whose outcome is unknown. */
      readonly isInterrupted: boolean;
      /** True: it ended by itself. */
      readonly isEnded: boolean;
      /** Writes that may or may not have been carried out. */
      readonly open: readonly Intent[];
      /** What it had asked to be finished, and did not see the end of. */
      readonly finishes: readonly FinishIntent[];
    }
  /** The environment is locked. `expired`: the lock that was taken over, since its time was up. */
  | { readonly type: "lockTaken"; readonly expired: LockRecord | undefined }
  /** The project is open. `problems`: warnings. */
  | {
      readonly type: "opened";
      readonly problems: readonly Problem[];
      /** What was applied last, by the record; undefined where there is no Git. */
      readonly last: LastApplied | undefined;
    }
  /** Somebody else has the lock, or the remote cannot be asked: nothing more is sent, what has left is waited for. */
  | { readonly type: "lockLost"; readonly why: string }
  /**
   * No reviewed plan has these changes: they are left out. `redefined`: targets reviewed with other definitions;
   * `unkeyed`: those that none can have, since their live side has a secret and the project has no key for it.
   */
  | {
      readonly type: "skipped";
      readonly addresses: ReadonlySet<Address>;
      readonly redefined: readonly string[];
      readonly unkeyed: readonly Address[];
    }
  /** What reading showed of the writes that the last apply left open. */
  | { readonly type: "interruptedFound"; readonly found: readonly JournalFinding[] }
  /** The plan, as it may be shown. `policyWarnings`: of policies that ask for the time. */
  | {
      readonly type: "planned";
      readonly plan: Plan;
      readonly policyWarnings: readonly PolicyWarning[];
    }
  /** `confirm` is about to be asked. */
  | { readonly type: "approvalNeeded"; readonly plan: Plan }
  | { readonly type: "nothingToDo"; readonly plan: Plan }
  /** The journal is open for this run; from here on writes leave. */
  | { readonly type: "journalOpened"; readonly path: string; readonly plan: Plan }
  /** Every step has its outcome, and the journal is closed; nothing is recorded yet. */
  | { readonly type: "settled"; readonly plan: Plan; readonly result: ApplyResult }
  /** The applied ref was moved. */
  | { readonly type: "recorded"; readonly record: RecordSummary }
  /** The applied ref could not be moved; what was applied is live. */
  | { readonly type: "notRecorded"; readonly problem: Problem }
  /** The result stands. Rooms and webhooks are notified after it, connections closed and locks given back. */
  | { readonly type: "ended"; readonly ending: ApplyEnding };

/** Takes events; must return at once. Where it throws the run ends; what was sent is recorded before. */
export type ApplyListener = (event: ApplyEvent) => void;
