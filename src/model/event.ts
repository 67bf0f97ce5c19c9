/** Events of a run, for progress and logs. */

import type { Address } from "./address.ts";
import type { Step, StepId } from "./plan/step.ts";
import type { Problem } from "./problem.ts";
import type { BusyReason, Milliseconds, Outcome } from "./reply.ts";

/**
 * Why a run waits. notVisible: a resource that was created, or may have been, is not visible yet. task: a task is still
 * running. differs: a written value differs, and is read once more.
 */
export type WaitReason = BusyReason | "notVisible" | "task" | "differs";

/** One event of a run. */
export type RunEvent =
  /**
   * A request to this target was sent. `isWrite`: the request carries out a step. Logins and queries by POST are not
   * writes.
   */
  | {
      readonly type: "request";
      readonly target: string;
      readonly method: string;
      readonly url: string;
      readonly isWrite: boolean;
    }
  /** A wait: until the rate limit recovers, a network is ready, a lock is free, or a create is visible. */
  | {
      readonly type: "waiting";
      readonly target: string;
      readonly reason: WaitReason;
      readonly ms: Milliseconds;
      readonly address?: Address | undefined;
    }
  | {
      readonly type: "collectionRead";
      readonly target: string;
      readonly collection: string;
      readonly items: number;
    }
  /** A warning for users, found while interpreting a reply. */
  | { readonly type: "warned"; readonly target: string; readonly problem: Problem }
  /** A wave has ended, and the run waits before it reads health again. `target` is the controller. */
  | {
      readonly type: "settling";
      readonly target: string;
      readonly ms: Milliseconds;
    }
  | { readonly type: "stepStarted"; readonly target: string; readonly step: StepId }
  | {
      readonly type: "stepSettled";
      readonly target: string;
      readonly step: StepId;
      readonly outcome: Outcome;
    }
  | { readonly type: "verifying"; readonly target: string; readonly addresses: number }
  /** The run has failed: what it has applied is rolled back. */
  | { readonly type: "rollingBack"; readonly steps: readonly Step[] };

/** Receives events; must return immediately and never throw. */
export type Listener = (event: RunEvent) => void;
