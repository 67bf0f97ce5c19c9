/** The order of steps: dependencies first, removals in reverse, ties always broken the same way. */

import { type Address, addressParts } from "../model/address.ts";
import type { Change, StillReferring } from "../model/change.ts";
import { byText } from "../model/compare.ts";
import type { Resource } from "../model/desired.ts";
import type { Operation, StepId } from "../model/plan/step.ts";
import { referred } from "../model/references.ts";
import { needsAmong, resourceOf, type TargetFacts } from "./prerequisites.ts";
import { referenceEdges } from "./reference-edges.ts";
import { withoutCircles } from "./sorting/circles.ts";
import { type Edge, topologicalOrder } from "./sorting/topological-order.ts";
import { referringEdges } from "./writability/reference-ends.ts";

/** The id of a step. */
export function stepId(action: Operation, address: Address): StepId {
  return `${action} ${address}`;
}

/** A change with the changes that must be carried out before it. */
export interface OrderedChange {
  readonly change: Change;
  readonly after: readonly StepId[];
}

/**
 * Puts each change after its dependencies: a create or update after the creates that it needs, and a removal after the
 * removals of its dependents. Kinds within a parent follow their own order. References by value are dependencies too,
 * unless they form a cycle. Changes that could come next (Kahn's algorithm) are ordered by target, then removals last,
 * then by kind from outer to inner (removals: inner to outer), then by address. The order of `changes` does not matter.
 * `referring`: live references to removed resources; these references are ended first.
 */
export function inStepOrder(
  changes: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
  referring?: readonly StillReferring[],
): readonly OrderedChange[] {
  const sorted = byRank(changes, facts);
  const firm = [...edgesAmong(sorted, facts), ...writtenBefore(sorted, facts)];
  const named = [...referenceEdges(sorted, facts), ...referringEdges(sorted, referring)];
  const loose = withoutCircles(sorted.length, { firm, loose: named });
  const edges = unlike([...firm, ...loose]);
  const order = topologicalOrder(sorted.length, edges);
  if (order.length < sorted.length) throw new Error("The kinds declare circular prerequisites.");
  const befores = Map.groupBy(edges, ({ after }) => after);
  return order.flatMap((rank) => {
    const before = (befores.get(rank) ?? []).flatMap((edge) => sorted[edge.before] ?? []);
    const after = before.map(({ action, address }) => stepId(action, address)).sort();
    const change = sorted[rank];
    return change ? [{ change, after }] : [];
  });
}

/**
 * Returns the edges without duplicates. A duplicate arises if a change references a resource whose kind comes first
 * anyway.
 */
function unlike(edges: readonly Edge[]): readonly Edge[] {
  return [...new Map(edges.map((edge) => [`${edge.before} ${edge.after}`, edge])).values()];
}

function byRank(changes: readonly Change[], facts: ReadonlyMap<string, TargetFacts>): readonly Change[] {
  const depths = new Map<string, number>();
  const depth = (change: Change): number => {
    const { target, kind } = resourceOf(change);
    const key = `${target}\0${kind}`;
    const known = depths.get(key) ?? depthOf(kind, facts.get(target)?.kinds);
    depths.set(key, known);
    return change.action === "remove" ? -known : known;
  };
  const ranked = changes.map((change) => ({
    change,
    target: resourceOf(change).target,
    late: change.action === "remove" ? 1 : 0,
    depth: depth(change),
  }));
  ranked.sort(
    (a, b) =>
      byText(a.target, b.target) ||
      a.late - b.late ||
      a.depth - b.depth ||
      byText(a.change.address, b.change.address),
  );
  return ranked.map(({ change }) => change);
}

/** The nesting depth of a kind. */
function depthOf(name: string, kinds: TargetFacts["kinds"] | undefined): number {
  let depth = 0;
  for (let kind = kinds?.get(name); kind; kind = kinds?.get(kind.place.within)) depth += 1;
  return depth;
}

/**
 * Returns the dependencies between changes:
 *
 * | change | comes after                                | comes before                                |
 * |--------|--------------------------------------------|---------------------------------------------|
 * | create | the creates of what it needs or references |                                             |
 * | update | the creates of what it needs or references | the removals of what live still references  |
 * | remove |                                            | the removals of what it needs or references |
 */
function edgesAmong(sorted: readonly Change[], facts: ReadonlyMap<string, TargetFacts>): readonly Edge[] {
  const ranks = new Map(sorted.map(({ address }, rank) => [address, rank]));
  const made = sorted.filter(({ action }) => action === "create").map(resourceOf);
  const gone = sorted.filter(({ action }) => action === "remove").map(resourceOf);
  const needsMade = needsAmong(made, facts);
  const needsGone = needsAmong(gone, facts);
  const ranksOf = (addresses: Iterable<Address>, action: Operation) =>
    [...addresses].flatMap((address) => {
      const rank = ranks.get(address) ?? -1;
      return sorted[rank]?.action === action ? [rank] : [];
    });
  return sorted.flatMap((change, rank) => {
    const from = (befores: readonly number[]) => befores.map((before): Edge => ({ before, after: rank }));
    const to = (afters: readonly number[]) => afters.map((after): Edge => ({ before: rank, after }));
    if (change.action === "remove") {
      const { base, live } = change;
      const named = new Set([...referred(base, base.value).values(), ...referred(base, live.value).values()]);
      return to(ranksOf([...needsGone(base), ...named], "remove"));
    }
    const { desired } = change;
    const named = referred(desired, desired.value).values();
    const made = from(ranksOf([...needsMade(desired), ...named], "create"));
    if (change.action === "create") return made;
    return [...made, ...to(ranksOf(referred(desired, change.live.value).values(), "remove"))];
  });
}

/**
 * Returns the order of kinds that `Kind.after` and `Kind.makes` demand. The order holds between a change and its
 * parent, between changes in the same parent, and between a change and the changes in a parent that it references.
 * Without a parent, it holds between changes on the same device.
 *
 * | a change of a kind | creates and updates of the kinds before it | removals of the kinds before it |
 * |--------------------|--------------------------------------------|---------------------------------|
 * | create, update     | are sent first                             | are sent afterwards             |
 * | remove             | in any order                               | are sent afterwards             |
 */
function writtenBefore(sorted: readonly Change[], facts: ReadonlyMap<string, TargetFacts>): readonly Edge[] {
  const before = new Map([...facts].map(([target, { kinds }]) => [target, kindsBeforeOthers(kinds)]));
  const kindsBefore = (of: Resource) => before.get(of.target)?.get(of.kind) ?? [];
  if (!sorted.some((change) => kindsBefore(resourceOf(change)).length > 0)) return [];
  const ranks = Map.groupBy(sorted.keys(), (rank) => {
    const change = sorted[rank];
    return change ? placeOf(resourceOf(change)) : "";
  });
  const byAddress = new Map([...sorted.keys()].map((rank) => [sorted[rank]?.address, rank] as const));
  return sorted.flatMap((change, rank) => {
    const of = resourceOf(change);
    const others = kindsBefore(of).flatMap((kind) => {
      const isParent = of.parent !== undefined && addressParts(of.parent).kind === kind;
      if (isParent) return byAddress.get(of.parent) ?? [];
      const parents = [of.parent, ...referred(of, of.value).values()];
      return parents.flatMap((parent) => ranks.get(placeOf({ ...of, kind, parent })) ?? []);
    });
    return others.flatMap((other): readonly Edge[] => {
      if (sorted[other]?.action === "remove") return [{ before: rank, after: other }];
      return change.action === "remove" ? [] : [{ before: other, after: rank }];
    });
  });
}

/** Returns the kinds that are written before each kind: the kinds that it names, and the kinds that create it. */
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

/**
 * Returns a key that all resources of a kind in one parent share. If they have no parent, all on the same device of a
 * fleet share the key.
 */
function placeOf({
  target,
  parent,
  kind,
  scope,
}: Pick<Resource, "target" | "parent" | "kind" | "scope">): string {
  return [target, parent ?? scope.host ?? "", kind].join("\0");
}
