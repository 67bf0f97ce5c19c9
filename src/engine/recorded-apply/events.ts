/** The events of a recorded apply, and how it can end. No value or text in them holds an opened secret. */

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
 * | because           |                                                                               |
 * |-------------------|-------------------------------------------------------------------------------|
 * | `approvesNothing` | the approval or a consent names a preview, or has no whole fingerprint        |
 * | `retryNotAllowed` | the project file does not allow sending an accepted create again              |
 * | `running`         | another apply runs in this folder; `by`: its process                          |
 * | `locked`          | another run holds the environment's lock; `by`: undefined if it is unreadable |
 * | `uncommitted`     | the checked-out commit declares these addresses differently                   |
 * | `otherPlan`       | a consent to secrets, or to names in another spelling, is for another plan    |
 * | `consentMissing`  | guards, policies or a freeze need a consent that was not given                |
 * | `health`          | health holds back everything there is to do                                   |
 * | `notApproved`     | the plan is not the approved one, or its definitions have changed             |
 * | `notConfirmed`    | the person who was asked did not confirm                                      |
 */
export type ApplyRefusal = {
  /** The refusal for people: sentences, possibly over several lines, without a final line break. */
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

/** The stage at which an apply failed before anything was sent. */
export type ApplyFailure = {
  /**
   * `consents`: a consent names neither a guard nor a policy. `project`: the project or one of its revisions could not
   * be read, or its secrets could not be opened.
   */
  readonly at: "consents" | "journal" | "lock" | "project";
  readonly problems: readonly Problem[];
};

/** The last apply according to Git. */
export interface LastApplied {
  /** The applied commit and its record. Absent: nothing was applied yet, or nothing is known about it. */
  readonly applied?: Pick<AppliedRef, "commit" | "record"> | undefined;
  /** False: the remote did not answer, so the clone's own refs were used. */
  readonly isRemoteAsked: boolean;
}

/** The result of a run that was carried out. */
interface Carried {
  /** The plan, redacted for output. */
  readonly plan: Plan;
  /**
   * The exit status of `trueup apply`. 0: everything is as declared. 1: nothing was carried out, the journal could not
   * be written, or the changes were rolled back. 3: something is not as declared.
   */
  readonly status: 0 | 1 | 3;
  /** The written record. Undefined: there is no Git, or the applied ref could not be moved. */
  readonly recorded: RecordSummary | undefined;
}

/** How a recorded apply ended. */
export type ApplyEnding =
  /** The apply was refused. `plan`: redacted for output, if it was made. */
  | { readonly is: "refused"; readonly refusal: ApplyRefusal; readonly plan?: Plan }
  | ({ readonly is: "failed" } & ApplyFailure)
  /** The signal fired before there was a result. */
  | { readonly is: "cancelled" }
  /** The lock was lost before there was a result. */
  | { readonly is: "lockLost" }
  /** There is no step and no activation to carry out; differences that cannot be written may remain. */
  | ({ readonly is: "nothingToDo" } & Carried)
  /**
   * The plan was carried out, at least in part. `result`: redacted for output. If a signal ended the run early,
   * `result.interrupted` is true.
   */
  | ({ readonly is: "applied"; readonly result: ApplyResult } & Carried);

/**
 * The events of a recorded apply, in about the order in which they are emitted. Events of its requests and steps are
 * `RunEvent`s.
 */
export type ApplyEvent =
  /** A warning. */
  | { readonly type: "warned"; readonly problem: Problem }
  /** The journal of the last apply in this folder was read. */
  | {
      readonly type: "journalRead";
      readonly path: string;
      /** True: the last run did not end properly, or left writes with an unknown outcome. */
      readonly isInterrupted: boolean;
      /** True: the last run has recorded its own end, so it was not killed. */
      readonly isEnded: boolean;
      /** Writes with an unknown outcome. */
      readonly open: readonly Intent[];
      /** Activations that were requested and may not have completed. */
      readonly finishes: readonly FinishIntent[];
    }
  /** The environment is locked. `expired`: the expired lock that was taken over. */
  | { readonly type: "lockTaken"; readonly expired: LockRecord | undefined }
  /** The project is open. `problems`: warnings. */
  | {
      readonly type: "opened";
      readonly problems: readonly Problem[];
      /** The last apply according to the record; undefined without Git. */
      readonly last: LastApplied | undefined;
    }
  /**
   * Someone else has the lock, or the remote cannot be reached. Nothing more is sent, and requests that were already
   * sent are awaited.
   */
  | { readonly type: "lockLost"; readonly why: string }
  /**
   * Changes that no reviewed plan contains are left out. `redefined`: targets whose definitions have changed since the
   * review. `unkeyed`: changes that cannot be reviewed in a plan file, because their live value has a secret and the
   * project has no fingerprint key.
   */
  | {
      readonly type: "skipped";
      readonly addresses: ReadonlySet<Address>;
      readonly redefined: readonly string[];
      readonly unkeyed: readonly Address[];
    }
  /** What the plan has found out about writes of the last apply whose outcome was unknown. */
  | { readonly type: "interruptedFound"; readonly found: readonly JournalFinding[] }
  /** The plan, redacted for output. `policyWarnings`: warnings from time-based policies. */
  | {
      readonly type: "planned";
      readonly plan: Plan;
      readonly policyWarnings: readonly PolicyWarning[];
    }
  /** A person is about to be asked to confirm the plan. */
  | { readonly type: "approvalNeeded"; readonly plan: Plan }
  | { readonly type: "nothingToDo"; readonly plan: Plan }
  /** The journal is open for this run; writes are sent from here on. */
  | { readonly type: "journalOpened"; readonly path: string; readonly plan: Plan }
  /** Every step has its outcome, and the journal is closed; nothing is recorded yet. */
  | { readonly type: "settled"; readonly plan: Plan; readonly result: ApplyResult }
  /** The applied ref was moved. */
  | { readonly type: "recorded"; readonly record: RecordSummary }
  /** The applied ref could not be moved; the applied changes are live. */
  | { readonly type: "notRecorded"; readonly problem: Problem }
  /** The result is final. Afterwards recipients are notified, connections closed and locks released. */
  | { readonly type: "ended"; readonly ending: ApplyEnding };

/** Receives events, and must return at once. If it throws, the run ends after it has recorded what was sent. */
export type ApplyListener = (event: ApplyEvent) => void;
