/** Determines when a freeze ends. Pure. */

import type { Freeze } from "../../model/project.ts";
import { frozen } from "../../plan/guards/freeze.ts";

const minuteMs = 60_000;
/** How far ahead to search. A weekly freeze that does not end within this time never ends. */
const searchMs = 8 * 24 * 60 * minuteMs;

/**
 * The first moment without any of these freezes, ISO 8601. Undefined if no such moment is known, or if no freeze is
 * active now.
 */
export function freezeEnd(freezes: readonly Freeze[], nowIso: string): string | undefined {
  let at = Date.parse(nowIso);
  const end = at + searchMs;
  let isFrozen = false;
  for (;;) {
    const iso = new Date(at).toISOString();
    const holding = freezes.find((one) => frozen(one, iso));
    if (!holding) return isFrozen ? iso : undefined;
    isFrozen = true;
    if (!("days" in holding)) at = Math.max(at + 1, Date.parse(holding.to));
    else at = at - (at % minuteMs) + minuteMs;
    if ("days" in holding && at > end) return undefined;
  }
}
