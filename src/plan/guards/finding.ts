/** What a guard finds in a plan: a danger that needs a consent of its own. */

import type { Address } from "../../model/address.ts";

/** A danger. `--allow GUARD@FINGERPRINT` consents to it, for this one plan. */
export interface GuardFinding {
  readonly guard: "omission";
  /** What would happen: half a sentence. */
  readonly message: string;
  readonly addresses: readonly Address[];
}
