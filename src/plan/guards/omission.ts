/** Omission guard: reports what would be removed from an exclusive tree because nothing declares it. Pure. */

import type { Difference } from "../../model/change.ts";
import { type Guard, writtenChanges } from "./finding.ts";

/**
 * Triggers if a step would remove fields: its update has differences without a declared value. Outside exclusive trees,
 * an element that base declares does not count, because its removal is a change in Git.
 */
export const omission: Guard = (on) => {
  const found = writtenChanges(on).flatMap((change) => {
    if (change.action !== "update") return [];
    const isExclusive = change.desired.ownership === "exclusive";
    const isOmitted = ({ desired, base }: Difference) =>
      desired === undefined && (isExclusive || base === undefined);
    const fields = change.differences.filter(isOmitted).length;
    return fields === 0 ? [] : [{ address: change.address, fields, isExclusive }];
  });
  if (found.length === 0) return undefined;
  const fields = found.reduce((sum, one) => sum + one.fields, 0);
  const what = fields === 1 ? "1 field that is not declared" : `${fields} fields that are not declared`;
  const isOfTrees = found.every(({ isExclusive }) => isExclusive);
  const where = isOfTrees
    ? "trees with `ownership: exclusive`"
    : "resources or lists that are written as a whole";
  return {
    guard: "omission",
    message: `${what} would be removed from ${where}`,
    addresses: found.map(({ address }) => address),
  };
};
