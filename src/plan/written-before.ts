/** The order in which the kinds of one parent are written, where a kind says so. Pure. */

import type { Change } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import { resourceOf } from "./prerequisites.ts";
import type { Edge } from "./sorting/topological-order.ts";
import type { TargetFacts } from "./target-facts.ts";

/**
 * Edges among changes in the same parent, by `Kind.after` and `Kind.makes`. A removal leaves what it stands on as it
 * is until then:
 *
 * | a change of a kind | of the kind that it comes after: a create or update | a removal      |
 * |--------------------|------------------------------------------------------|----------------|
 * | create, update     | goes before it                                       | goes behind it |
 * | remove             | in any order                                         | goes behind it |
 */
export function writtenBefore(
  sorted: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): readonly Edge[] {
  const before = new Map([...facts].map(([target, { kinds }]) => [target, kindsBeforeOthers(kinds)]));
  const kindsBefore = (of: Resource) => before.get(of.target)?.get(of.kind) ?? [];
  if (!sorted.some((change) => kindsBefore(resourceOf(change)).length > 0)) return [];
  const ranks = Map.groupBy(sorted.keys(), (rank) => {
    const change = sorted[rank];
    return change ? placeOf(resourceOf(change)) : "";
  });
  return sorted.flatMap((change, rank) => {
    const of = resourceOf(change);
    const others = kindsBefore(of).flatMap((kind) => ranks.get(placeOf({ ...of, kind })) ?? []);
    return others.flatMap((other): readonly Edge[] => {
      if (sorted[other]?.action === "remove") return [{ before: rank, after: other }];
      return change.action === "remove" ? [] : [{ before: other, after: rank }];
    });
  });
}

/** By kind those that are written before it: as it says itself, and those that make it. */
function kindsBeforeOthers(kinds: TargetFacts["kinds"]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const add = (kind: string, others: readonly string[]) =>
    found.set(kind, [...new Set([...(found.get(kind) ?? []), ...others])]);
  for (const { name, after = [], makes = [] } of kinds.values()) {
    if (after.length > 0) add(name, after);
    for (const made of makes) add(made, [name]);
  }
  return found;
}

/** What a kind's resources in the same parent have in common. */
function placeOf({ target, parent, kind }: Pick<Resource, "target" | "parent" | "kind">): string {
  return [target, parent ?? "", kind].join("\0");
}
