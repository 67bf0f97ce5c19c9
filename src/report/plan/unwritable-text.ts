/** Why changes cannot be written, with the differing fields that no other list contains. */

import { addressParts } from "../../model/address.ts";
import { isInConflict } from "../../model/change.ts";
import { changeAt, type Plan } from "../../model/plan/plan.ts";
import type { UnwritableChange } from "../../model/plan/step.ts";
import { differenceShown } from "../text/difference.ts";
import { countedKind, fieldName, kindName, nameShown } from "../text/value.ts";

/**
 * Declared changes that cannot be written. Read-only resources, and undeclared ones that stay, are excluded: they leave
 * nothing undone.
 */
export function notWritten({ unwritable }: Pick<Plan, "unwritable">): readonly UnwritableChange[] {
  return unwritable.filter(
    ({ action, expected, unexpected }) => action !== "remove" && !expected && !unexpected,
  );
}

/** The action that would be needed; read-only resources are missing or unexpected. */
export function whatUnwritable({ action, expected, unexpected }: UnwritableChange): string {
  if (unexpected) return "unexpected";
  return expected && action === "create" ? "missing" : action;
}

/**
 * The reason; for an update that waits for nothing else, with live and declared values, each with a maximum length. Not
 * escaped.
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

/** Unwritable changes of one kind with the same reason, or a single one. */
export interface UnwritableGroup {
  readonly first: UnwritableChange;
  /** Not escaped, like `why`. */
  readonly names: readonly string[];
  /** `3 networks in cloud`; undefined for a single one. */
  readonly what: string | undefined;
  readonly why: string;
}

/**
 * Changes without a line in a file are grouped: unexpected inventory, removals. In the order of the first of each, with
 * missing resources first.
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
