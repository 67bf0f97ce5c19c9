/** Texts about changes that cannot be written: why, and which fields differ, unless another list shows the fields. */

import { addressParts } from "../../model/address.ts";
import { isInConflict } from "../../model/change.ts";
import { changeAt, type Plan } from "../../model/plan/plan.ts";
import type { UnwritableChange } from "../../model/plan/step.ts";
import { differenceShown } from "../text/difference.ts";
import { countedKind, fieldName, kindName, nameShown } from "../text/value.ts";

/**
 * Changes that would be needed, but that cannot be written. Read-only resources, and undeclared ones that stay, are
 * left out, because nothing needs to be done about them.
 */
export function notWritten({ unwritable }: Pick<Plan, "unwritable">): readonly UnwritableChange[] {
  return unwritable.filter(
    ({ action, expected, unexpected }) => action !== "remove" && !expected && !unexpected,
  );
}

/** The action that would be needed. For a read-only resource: `missing` or `unexpected`. */
export function whatUnwritable({ action, expected, unexpected }: UnwritableChange): string {
  if (unexpected) return "unexpected";
  return expected && action === "create" ? "missing" : action;
}

/**
 * Why a change cannot be written. If an update is not just waiting for another change, the live and declared values are
 * added, truncated. Not escaped.
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

/** Unwritable changes of one kind that have the same reason, or a single change. */
export interface UnwritableGroup {
  readonly first: UnwritableChange;
  /** The names of the resources. Neither the names nor `why` are escaped. */
  readonly names: readonly string[];
  /** The number of resources: `3 networks in cloud`; undefined for a single one. */
  readonly what: string | undefined;
  readonly why: string;
}

/**
 * Groups changes for which no line of a file could be shown (unexpected inventory, removals). Groups are in the order
 * of their first change; missing resources come first.
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
