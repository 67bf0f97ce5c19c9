/** Why a change cannot be written, with the fields that differ, as they stand in no other list. */

import { addressParts } from "../../model/address.ts";
import { isInConflict } from "../../model/change.ts";
import { changeAt, type Plan } from "../../model/plan/plan.ts";
import type { UnwritableChange } from "../../model/plan/step.ts";
import { differenceShown } from "../text/difference.ts";
import { countedKind, fieldName, kindName, nameShown } from "../text/value.ts";

/**
 * What is declared and cannot be written. What an interface only shows is not among it, nor what stays although nothing
 * declares it: those leave nothing undone.
 */
export function notWritten({ unwritable }: Pick<Plan, "unwritable">): readonly UnwritableChange[] {
  return unwritable.filter(
    ({ action, expected, unexpected }) => action !== "remove" && !expected && !unexpected,
  );
}

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

/** Changes that cannot be written for the same reason, all of one kind; or one by itself. */
export interface UnwritableGroup {
  readonly first: UnwritableChange;
  /** Not escaped, as `why`. */
  readonly names: readonly string[];
  /** `3 networks in cloud`; undefined for one by itself. */
  readonly what: string | undefined;
  readonly why: string;
}

/**
 * Those without a line of a file in groups: unexpected inventory, removals. In the order of the first of each. What is
 * missing stands above all else.
 */
export function unwritableGroups(plan: Plan, most?: number): readonly UnwritableGroup[] {
  const others = plan.unwritable.filter(({ missing }) => !missing);
  const groups = Map.groupBy(others, (one) => {
    const { target, kind } = addressParts(one.address);
    return one.at
      ? one.address
      : JSON.stringify([whatUnwritable(one), target, kind, whyUnwritable(plan, one)]);
  });
  return [...groups.values()].flatMap((all): readonly UnwritableGroup[] => {
    const [first] = all;
    if (!first) return [];
    const { target, kind } = addressParts(first.address);
    const counts = countedKind(all.length, kindName({ target, kind }, plan.titles));
    const isOne = all.length === 1;
    return [
      {
        first,
        names: all.map(({ address }) => (isOne ? address : addressParts(address).key)),
        what: isOne ? undefined : `${counts} in ${nameShown(target)}`,
        why: whyUnwritable(plan, first, most),
      },
    ];
  });
}
