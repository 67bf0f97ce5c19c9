/** The findings of guards in a plan. */

import type { Address } from "../address.ts";
import type { Origin } from "../source.ts";

/** A danger that a guard found in a plan: apply refuses the plan before anything is sent. */
export interface GuardFinding {
  /** The guard's name: a row of docs/guards.md. */
  readonly guard: string;
  /** The violated policy, if the guard checks policies. */
  readonly policy?: string | undefined;
  /** What would happen if the plan were applied, as half a sentence. */
  readonly message: string;
  readonly addresses: readonly Address[];
  /** What to do about the finding: if a consent can allow it, exactly what to type. */
  readonly hint: string;
  /** The consent that allows the danger, `GUARD@FINGERPRINT`. Absent: nothing can allow it. */
  readonly consent?: string;
  /** Another way to deal with the finding. Absent: none is known. */
  readonly fix?: string | undefined;
  /** The place where the cause is written, if known. */
  readonly at?: Origin | undefined;
}
