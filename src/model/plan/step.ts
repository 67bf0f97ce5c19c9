/** Steps of a plan, and changes that have none. A value without secrets. */

import type { Address } from "../address.ts";
import type { UnwritableFlags } from "../change.ts";
import type { HealthIssue } from "../health.ts";
import type { UnmanagedResource } from "../live/snapshot.ts";
import type { Origin } from "../source.ts";

/** What a write does. */
export type Operation = "create" | "update" | "remove";

/** `action address`, e.g. `create cloud/network/berlin`: unique in a plan. */
export type StepId = string;

/** Something live and not declared that goes with what is removed. */
export type TakenAlong = Pick<UnmanagedResource, "kind" | "identity">;

/** Something that a write takes out and makes again, since nothing can be moved there. */
export interface Remade {
  /** What tells it from the others of its list. */
  readonly name: string;
  /** What else becomes of it: a sentence without its full stop. */
  readonly note?: string | undefined;
}

/** One write that carries out changes. */
export interface Step {
  readonly id: StepId;
  readonly operation: Operation;
  readonly address: Address;
  readonly target: string;
  readonly kind: string;
  /** The changes it carries out. */
  readonly because: readonly Address[];
  /** Steps that must have succeeded before: a network's create before its SSIDs. */
  readonly after: readonly StepId[];
  /** Steps with the same text here never run at the same time: one write at a time per device. */
  readonly exclusive?: string | undefined;
  /** The operation is not in the specification but follows from it (see docs/open-points.md). */
  readonly assumed: boolean;
  /** Of a removal: its live children that are not declared, as far as that was read. */
  readonly takes?: readonly TakenAlong[];
  /** What of an update is taken out and made again, and when traffic meets that it is missing. Absent: nothing is. */
  readonly remakes?: {
    readonly of: readonly Remade[];
    /** `between`: until it is made again. `deployed`: if somebody deploys before it is made again. */
    readonly missing: "between" | "deployed";
  };
  /** Why `--rollback-on-failure` could not take it back, or not in all its fields: half a sentence. */
  readonly irreversible?: string;
}

/** A change that no step carries out, and why. */
export interface UnwritableChange extends UnwritableFlags {
  readonly address: Address;
  readonly action: Operation;
  readonly reason: string;
  readonly at?: Origin | undefined;
  /** True where the interface only shows its kind: it is expected, and found otherwise. */
  readonly expected?: true;
  /** The unwritable or unknown thing it waits for, when it is only held back. */
  readonly because?: Address;
}

/** A change that no step carries out because of the health of a site or device; a consent lets it through. */
export interface HeldChange extends HealthIssue {
  readonly address: Address;
  readonly action: Operation;
  readonly at?: Origin | undefined;
  /** The held change that it waits for. */
  readonly because?: Address;
}

/** Steps that are carried out together, before those of the next wave. */
export interface Wave {
  readonly name: string;
  /** In the plan's order; never empty. */
  readonly steps: readonly StepId[];
}
