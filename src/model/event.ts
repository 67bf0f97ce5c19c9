/** Events of a run, for progress and logs. */

import type { Address } from "./address.ts";
import type { Step, StepId } from "./plan/step.ts";
import type { Problem } from "./problem.ts";
import type { BusyReason, Milliseconds, Outcome } from "./reply.ts";

/**
 * Why a run waits. notVisible: what was created, or may have been, is not seen yet. task: one is still running.
 * differs: what was written is otherwise, and is read once more.
 */
export type WaitReason = BusyReason | "notVisible" | "task" | "differs";

/** One happening of a run. */
export type RunEvent =
  /** A request left for this target. */
  | { readonly type: "request"; readonly target: string; readonly method: string; readonly url: string }
  /** Something waits: for the rate limit to recover, a network to become ready, a lock, what was made to be seen. */
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
  /** An answer was understood, and a user should know something of it. */
  | { readonly type: "warned"; readonly target: string; readonly problem: Problem }
  /** A wave has ended, and health settles before it is read again. `target` is the controller. */
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
  /** The run was not well: what it has applied is taken back. */
  | { readonly type: "rollingBack"; readonly steps: readonly Step[] };

/** Takes events; must return at once and never throw. */
export type Listener = (event: RunEvent) => void;
