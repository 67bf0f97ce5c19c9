/** Determines which changes end a live reference to a resource that is to be removed, so that they come first. Pure. */

import type { Change, StillReferring } from "../../model/change.ts";
import { isWithin, type Pointer } from "../../model/pointer.ts";
import type { Edge } from "../sorting/topological-order.ts";

/**
 * True if the change ends its resource's reference through this field, because the resource is removed or the
 * field changes. For a list element, any change of the list counts, since positions in the declaration differ.
 */
export function endsReference(change: Change, path: Pointer): boolean {
  if (change.action !== "update") return change.action === "remove";
  const field = path.replace(/\/\d+(?=\/|$).*/, "");
  return change.differences.some((one) => isWithin(field, one.path) || isWithin(one.path, field));
}

/** Returns edges that place the end of each reference before the removal of the referenced resource. */
export function referringEdges(
  sorted: readonly Change[],
  referring: readonly StillReferring[] = [],
): readonly Edge[] {
  if (referring.length === 0) return [];
  const ranks = new Map(sorted.map(({ address }, rank) => [address, rank]));
  return referring.flatMap(({ by, to, path }) => {
    const [before, after] = [ranks.get(by), ranks.get(to)];
    const change = before === undefined ? undefined : sorted[before];
    if (before === undefined || after === undefined || !change || !endsReference(change, path)) return [];
    return [{ before, after }];
  });
}
