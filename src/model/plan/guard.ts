/** What a guard finds in a plan. */

import type { Address } from "../address.ts";
import type { Origin } from "../source.ts";

/** A danger that a guard found in a plan: apply refuses the plan before anything is sent. */
export interface GuardFinding {
  /** Its name: a row of docs/guards.md. */
  readonly guard: string;
  /** The policy that is not kept, where that is what was found. */
  readonly policy?: string | undefined;
  /** What would happen: half a sentence. */
  readonly message: string;
  readonly addresses: readonly Address[];
  /** What to do about it: exactly what to type, where a consent can let it pass. */
  readonly hint: string;
  /** The consent that lets it pass, `GUARD@FINGERPRINT`; without it nothing does. */
  readonly consent?: string;
  /** What else can be done about it. */
  readonly fix?: string | undefined;
  /** Where it is written, where that is known. */
  readonly at?: Origin | undefined;
}
