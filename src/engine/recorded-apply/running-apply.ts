/** What a recorded apply is asked for, and what it works with while it runs. */

import type { Redactor } from "../../runtime/secrets/redactor.ts";
import type { OpenProjectOptions } from "../open.ts";
import type { PlanRequest } from "../reconcile.ts";
import type { EarlierLook } from "../sides/earlier-look.ts";
import type { OpenedSides } from "../sides/opened-sides.ts";
import type { HeldApply } from "./acquire.ts";
import type { Approval } from "./approval.ts";
import type { ApplyListener } from "./events.ts";
import type { Actor, RunOwner } from "./owner.ts";

/** What is applied, who approves it, and who hears of it. */
export interface RecordedApplyOptions
  extends Pick<
    OpenProjectOptions,
    "env" | "log" | "listener" | "allowInsecure" | "redactor" | "budgets" | "cut" | "world"
  > {
  readonly approval: Approval;
  /** `GUARD@FINGERPRINT`: each lets pass what a guard found in the plan of that fingerprint. */
  readonly consents?: readonly string[] | undefined;
  /** Globs over addresses, or `drift`. Default: everything. */
  readonly only?: readonly string[] | undefined;
  /** A revision, or a folder, that counts as what was applied last. Default: what the record says. */
  readonly base?: string | undefined;
  /**
   * What this process has seen before, by the same clock: what the plan changes by it, and what guards count, is looked
   * at before anything is sent, and nothing else. Default: all is looked at.
   */
  readonly earlier?: Pick<EarlierLook, "snapshot" | "pending"> | undefined;
  /** Where the name of such a folder begins. Default: the project's folder. */
  readonly cwd?: string | undefined;
  /** Default: what the project file says. */
  readonly prune?: boolean | undefined;
  /** What becomes of changes that are in conflict with live. Default hold. */
  readonly onConflict?: "hold" | "overwrite" | undefined;
  /** True: what an earlier apply has written without effect is written again. */
  readonly retry?: boolean | undefined;
  /** True: what was applied is taken back when a step fails, or health falls. */
  readonly rollbackOnFailure?: boolean | undefined;
  /** True: what was accepted a day ago and is not seen is created again. The project file must allow it. */
  readonly retryUnseen?: boolean | undefined;
  /** True: what no commit has is applied too, and not recorded as applied. */
  readonly allowDirty?: boolean | undefined;
  /** False: rooms and webhooks are not notified. */
  readonly notify?: boolean | undefined;
  /** Who applies. Default: the one that git commits with. */
  readonly actor?: Actor | undefined;
  /** Once it is aborted nothing more is sent; what has left is waited for, recorded and journaled. */
  readonly signal: AbortSignal;
  /** Once it is aborted no later wave begins: the one under way is carried out, and recorded. Default: never. */
  readonly afterWave?: AbortSignal | undefined;
  readonly on?: ApplyListener | undefined;
}

/** A recorded apply that has its locks. */
export interface LockedApply {
  readonly options: RecordedApplyOptions;
  readonly owner: RunOwner;
  readonly secrets: Redactor;
  readonly say: ApplyListener;
  readonly held: HeldApply;
}

/** One whose project is open. */
export interface RunningApply extends LockedApply {
  readonly opened: OpenedSides;
  /** The one that was given, or aborted once the lock is lost. */
  readonly signal: AbortSignal;
  /** What the options ask a plan to consider. */
  readonly request: PlanRequest;
}
