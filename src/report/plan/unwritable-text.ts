/** Why a change cannot be written, with the fields that differ, as they stand in no other list. */

import { isInConflict } from "../../model/change.ts";
import { changeAt, type Plan, type UnwritableChange } from "../../model/plan.ts";
import { differenceShown } from "../text/difference.ts";
import { fieldName } from "../text/value.ts";

/** The action that would be needed; what is only shown is missing or unexpected. */
export function whatUnwritable({ action, expected, unexpected }: UnwritableChange): string {
  if (unexpected) return "unexpected";
  return expected && action === "create" ? "missing" : action;
}

/**
 * The reason; for an update that waits for nothing else, with what is live and what is declared, at most so many
 * characters of each. Not escaped.
 */
export function whyUnwritable(
  plan: Plan,
  { address, action, reason, because }: UnwritableChange,
  most?: number,
): string {
  if (action !== "update" || because !== undefined) return reason;
  const change = changeAt(plan, address);
  if (change?.action !== "update" || isInConflict(change)) return reason;
  const fields = change.differences.map((difference) => {
    const { path, desired } = difference;
    const sides = differenceShown(difference, most);
    const wanted = desired === undefined ? "no longer declared" : `declared ${sides.desired}`;
    return `${fieldName(path)} is ${sides.live}, ${wanted}`;
  });
  return `${fields.join("; ")}: ${reason}`;
}
