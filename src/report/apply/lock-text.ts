/** The lock of an environment → text. */

import type { LockRecord } from "../../model/record.ts";
import { visible } from "../text/escape.ts";

/** Why an apply is refused: another run has the lock. */
export function heldLockText(environment: string, by: LockRecord | undefined): string {
  const who = by ? `by ${holderText(by)}` : "by something that this version of trueup cannot read";
  const hint = "Wait for that run. If it is gone for good: trueup unlock.";
  return `Refused: ${environment} is locked ${who}.\n  ${hint}\n`;
}

/** Said when a lock was taken over whose time was up. */
export function staleText(by: LockRecord): string {
  return `The lock of ${visible(by.owner)} had expired at ${visible(by.expires)}: taken over.\n`;
}

/** Who has a lock, since when and until when. */
export function holderText({ owner, since, expires }: LockRecord): string {
  return `${visible(owner)}, since ${visible(since)}, until ${visible(expires)} unless it is renewed`;
}
