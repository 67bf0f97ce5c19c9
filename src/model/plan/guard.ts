/** The findings of guards in a plan. */

import type { Address } from "../address.ts";
import type { Origin } from "../source.ts";

/** A danger that a guard found in a plan: apply refuses the plan before anything is sent. */
export interface GuardFinding {
  /** Its name: a row of docs/guards.md. */
  readonly guard: string;
  /** The violated policy, if that is the finding. */
  readonly policy?: string | undefined;
  /** What would happen: half a sentence. */
  readonly message: string;
  readonly addresses: readonly Address[];
  /** What to do about it: exactly what to type, if a consent can allow it. */
  readonly hint: string;
  /** The consent that allows it, `GUARD@FINGERPRINT`; without it nothing does. */
  readonly consent?: string;
  /** What else can be done about it. */
  readonly fix?: string | undefined;
  /** Where it is written, if known. */
  readonly at?: Origin | undefined;
}
