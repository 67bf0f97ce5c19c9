/** Steps of a plan, and changes that have no step. These values contain no secrets. */

import type { Address } from "../address.ts";
import type { UnwritableFlags } from "../change.ts";
import type { HealthIssue } from "../health.ts";
import type { UnmanagedResource } from "../live/snapshot.ts";
import type { Origin } from "../source.ts";

/** The operation that a write carries out. */
export type Operation = "create" | "update" | "remove";

/** `action address`, for example `create cloud/network/berlin`: unique in a plan. */
export type StepId = string;

/** An undeclared live child that is removed with its parent. */
export type TakenAlong = Pick<UnmanagedResource, "kind" | "identity">;

/** An element that a write removes and recreates, because the product cannot move it. */
export interface Remade {
  /** The name of the element: its identity in the list. */
  readonly name: string;
  /** A further consequence: a sentence without a full stop. */
  readonly note?: string | undefined;
}

/** One write that carries out changes. */
export interface Step {
  readonly id: StepId;
  readonly operation: Operation;
  readonly address: Address;
  readonly target: string;
  readonly kind: string;
  /** The changes that the write carries out. */
  readonly because: readonly Address[];
  /** Steps that must have succeeded before this one: a network's create before the writes of its SSIDs. */
  readonly after: readonly StepId[];
  /** Steps with the same text never run concurrently: one write at a time per device. */
  readonly exclusive?: string | undefined;
  /** True: the operation is not in the product's specification, but is inferred from it (see docs/open-points.md). */
  readonly assumed: boolean;
  /** For a removal: the undeclared live children of the removed resource, as far as they were read. */
  readonly takes?: readonly TakenAlong[];
  /** The elements that an update removes and recreates, and when they are missing. Absent: none. */
  readonly remakes?: {
    readonly of: readonly Remade[];
    /**
     * `between`: the element is missing until it is recreated. `deployed`: it is missing only if somebody deploys
     * before it is recreated.
     */
    readonly missing: "between" | "deployed";
  };
  /**
   * Half a sentence on why `--rollback-on-failure` cannot roll back the step, or only some of its fields. Absent: it
   * can.
   */
  readonly irreversible?: string;
}

/** A change that no step carries out, and the reason. */
export interface UnwritableChange extends UnwritableFlags {
  readonly address: Address;
  readonly action: Operation;
  readonly reason: string;
  readonly at?: Origin | undefined;
  /**
   * True: the interface can only read this kind. The declaration is an expectation that the live resource does not
   * meet.
   */
  readonly expected?: true;
  /** For a change that must wait: the address of the unwritable or unknown resource. */
  readonly because?: Address;
}

/** A change that has no step because a site or device is unhealthy. A consent allows it. */
export interface HeldChange extends HealthIssue {
  readonly address: Address;
  readonly action: Operation;
  readonly at?: Origin | undefined;
  /** The address of the held change for which this change waits. */
  readonly because?: Address;
}

/** Steps that are carried out before the steps of the next wave. */
export interface Wave {
  readonly name: string;
  /** The steps, in the plan's order; never empty. */
  readonly steps: readonly StepId[];
}
