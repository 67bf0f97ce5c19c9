/** The options of a recorded apply, and its working context. */

import type { Redactor } from "../../runtime/secrets/redactor.ts";
import type { OpenProjectOptions } from "../open.ts";
import type { PlanRequest } from "../reconcile.ts";
import type { EarlierLook } from "../sides/earlier-look.ts";
import type { OpenedSides } from "../sides/opened-sides.ts";
import type { HeldApply } from "./acquire.ts";
import type { Approval } from "./approval.ts";
import type { ApplyListener } from "./events.ts";
import type { Actor, RunOwner } from "./owner.ts";

/** What to apply, who approves it, and who is notified. */
export interface RecordedApplyOptions
  extends Pick<
    OpenProjectOptions,
    "env" | "log" | "listener" | "allowInsecure" | "redactor" | "budgets" | "cut" | "world" | "owner"
  > {
  readonly approval: Approval;
  /**
   * The consents, as `GUARD@FINGERPRINT`. Each allows what the guard found in the plan with the fingerprint. Default:
   * none.
   */
  readonly consents?: readonly string[] | undefined;
  /** Globs over addresses, or `drift`. Default: everything. */
  readonly only?: readonly string[] | undefined;
  /** A revision or folder to use as the last applied state. Default: the record. */
  readonly base?: string | undefined;
  /**
   * An earlier observation of this process, by the same clock. Before anything is sent, only resources that the plan
   * changes, or that guards count, are observed again. Default: everything is observed.
   */
  readonly earlier?: Pick<EarlierLook, "snapshot" | "pending"> | undefined;
  /** The folder against which a relative base folder is resolved. Default: the project's folder. */
  readonly cwd?: string | undefined;
  /** True: resources that base declares and desired no longer declares are removed. Default: as in the project file. */
  readonly prune?: boolean | undefined;
  /** How to treat changes that conflict with the live state. Default: hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** True: fields that an earlier apply wrote without effect are written again. */
  readonly retry?: boolean | undefined;
  /** True: applied changes are rolled back if a step fails or health degrades. */
  readonly rollbackOnFailure?: boolean | undefined;
  /**
   * True: a create that was accepted at least a day ago is repeated if its resource has not been seen since. The
   * project file must allow this.
   */
  readonly retryUnseen?: boolean | undefined;
  /** True: uncommitted changes are applied too, but not recorded as applied. */
  readonly allowDirty?: boolean | undefined;
  /** False: nobody is notified. Default: true. */
  readonly notify?: boolean | undefined;
  /** The owner of the apply. Default: git's committer account. */
  readonly actor?: Actor | undefined;
  /** Once it is aborted, nothing more is sent. Requests that were already sent are awaited, journaled and recorded. */
  readonly signal: AbortSignal;
  /** Once it is aborted, no later wave begins. The current wave is carried out and recorded. Default: never aborted. */
  readonly afterWave?: AbortSignal | undefined;
  readonly on?: ApplyListener | undefined;
}

/** A recorded apply that holds its locks. */
export interface LockedApply {
  readonly options: RecordedApplyOptions;
  readonly owner: RunOwner;
  readonly secrets: Redactor;
  readonly say: ApplyListener;
  readonly held: HeldApply;
}

/** A recorded apply with its locks and its open project. */
export interface RunningApply extends LockedApply {
  readonly opened: OpenedSides;
  /** The caller's signal. It is also aborted once the lock is lost. */
  readonly signal: AbortSignal;
  /** The plan request that follows from the options. */
  readonly request: PlanRequest;
}
