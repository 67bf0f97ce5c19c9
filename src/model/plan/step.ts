/** Steps of a plan, and changes without one. A value without secrets. */

import type { Address } from "../address.ts";
import type { UnwritableFlags } from "../change.ts";
import type { HealthIssue } from "../health.ts";
import type { UnmanagedResource } from "../live/snapshot.ts";
import type { Origin } from "../source.ts";

/** What a write does. */
export type Operation = "create" | "update" | "remove";

/** `action address`, for example `create cloud/network/berlin`: unique in a plan. */
export type StepId = string;

/** An undeclared live child that is removed with its parent. */
export type TakenAlong = Pick<UnmanagedResource, "kind" | "identity">;

/** An element that a write removes and recreates, because it cannot be moved. */
export interface Remade {
  /** Its identity in its list. */
  readonly name: string;
  /** A further consequence: a sentence without its full stop. */
  readonly note?: string | undefined;
}

/** One write that carries out changes. */
export interface Step {
  readonly id: StepId;
  readonly operation: Operation;
  readonly address: Address;
  readonly target: string;
  readonly kind: string;
  /** The changes that it carries out. */
  readonly because: readonly Address[];
  /** Steps that must have succeeded before: a network's create before its SSIDs. */
  readonly after: readonly StepId[];
  /** Steps with the same text never run concurrently: one write at a time per device. */
  readonly exclusive?: string | undefined;
  /** The operation is not in the specification but follows from it (see docs/open-points.md). */
  readonly assumed: boolean;
  /** For a removal: its undeclared live children, as far as they were read. */
  readonly takes?: readonly TakenAlong[];
  /** Elements that an update removes and recreates, and when that affects traffic. Absent: none. */
  readonly remakes?: {
    readonly of: readonly Remade[];
    /** `between`: until it is recreated. `deployed`: if somebody deploys before it is recreated. */
    readonly missing: "between" | "deployed";
  };
  /** Why `--rollback-on-failure` could not revert it, or not in all its fields: half a sentence. */
  readonly irreversible?: string;
}

/** A change that no step carries out, and why. */
export interface UnwritableChange extends UnwritableFlags {
  readonly address: Address;
  readonly action: Operation;
  readonly reason: string;
  readonly at?: Origin | undefined;
  /** True if the interface only shows its kind: the resource differs from the expectation. */
  readonly expected?: true;
  /** If it is only held back: the unwritable or unknown resource that it waits for. */
  readonly because?: Address;
}

/** A change without a step because of a site's or device's health; a consent allows it. */
export interface HeldChange extends HealthIssue {
  readonly address: Address;
  readonly action: Operation;
  readonly at?: Origin | undefined;
  /** The held change that it waits for. */
  readonly because?: Address;
}

/** Steps that are carried out before those of the next wave. */
export interface Wave {
  readonly name: string;
  /** In the plan's order; never empty. */
  readonly steps: readonly StepId[];
}
