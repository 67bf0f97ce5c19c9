/** Which changes end a live reference to what is to go, and are written before that. Pure. */

import type { Change, StillReferring } from "../../model/change.ts";
import { isWithin, type Pointer } from "../../model/pointer.ts";
import type { Edge } from "../sorting/topological-order.ts";

/**
 * True for a change after which its resource does not refer by this field: it goes, or the field changes. Of what is in
 * a list, the list: elements have other places in what is declared.
 */
export function endsReference(change: Change, path: Pointer): boolean {
  if (change.action !== "update") return change.action === "remove";
  const field = path.replace(/\/\d+(?=\/|$).*/, "");
  return change.differences.some((one) => isWithin(field, one.path) || isWithin(one.path, field));
}

/** What refers to something is written before that is removed. */
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
