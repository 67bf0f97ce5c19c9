/** The order of steps: prerequisites first, removals in reverse, ties always broken the same way. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import type { StepId } from "../model/plan.ts";
import type { TargetFacts } from "./facts.ts";
import { resourceOf } from "./writable.ts";

/** The text that names a step. */
export function stepId(change: Change): StepId {
  return `${change.action} ${change.address}`;
}

/** What each step comes after: only steps of this plan, in code-unit order. */
export function prerequisites(
  changes: readonly Change[],
  facts: ReadonlyMap<string, TargetFacts>,
): ReadonlyMap<StepId, readonly StepId[]> {
  const after = new Map<StepId, Set<StepId>>(changes.map((change) => [stepId(change), new Set()]));
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const byIdentity = new Map(changes.map((change) => [identityKey(resourceOf(change)), change]));
  for (const change of changes) {
    for (const other of neededBy(resourceOf(change), { facts, byAddress, byIdentity })) {
      const [first, second] = inOrder(other, change);
      if (first && second) after.get(stepId(second))?.add(stepId(first));
    }
  }
  return new Map([...after].map(([id, set]) => [id, [...set].sort()]));
}

/** The changes so that each comes after what it needs (Kahn's algorithm); ties by kind depth, then address. */
export function inStepOrder(
  changes: readonly Change[],
  after: ReadonlyMap<StepId, readonly StepId[]>,
): readonly Change[] {
  const level = levels(changes, after);
  const rank = (change: Change) => level.get(stepId(change)) ?? 0;
  return [...changes].sort(
    (a, b) => rank(a) - rank(b) || (a.address < b.address ? -1 : a.address > b.address ? 1 : 0),
  );
}

/** How many steps at the least come before each: Kahn's algorithm, level by level. */
function levels(
  changes: readonly Change[],
  after: ReadonlyMap<StepId, readonly StepId[]>,
): ReadonlyMap<StepId, number> {
  const open = new Map(changes.map((change) => [stepId(change), after.get(stepId(change))?.length ?? 0]));
  const followers = new Map<StepId, StepId[]>();
  for (const [id, befores] of after) {
    for (const before of befores) followers.set(before, [...(followers.get(before) ?? []), id]);
  }
  const level = new Map<StepId, number>();
  let ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (let depth = 0; ready.length > 0; depth += 1) {
    const next: StepId[] = [];
    for (const id of ready) {
      level.set(id, depth);
      for (const follower of followers.get(id) ?? []) {
        const left = (open.get(follower) ?? 0) - 1;
        open.set(follower, left);
        if (left === 0) next.push(follower);
      }
    }
    ready = next;
  }
  if (level.size < open.size) throw new Error("The kinds declare prerequisites in a circle.");
  return level;
}

interface Index {
  readonly facts: ReadonlyMap<string, TargetFacts>;
  readonly byAddress: ReadonlyMap<Address, Change>;
  readonly byIdentity: ReadonlyMap<string, Change>;
}

function neededBy(resource: Resource, { facts, byAddress, byIdentity }: Index): readonly Change[] {
  const kind = facts.get(resource.target)?.kinds.get(resource.kind);
  const parent = resource.parent === undefined ? undefined : byAddress.get(resource.parent);
  const others = (kind?.prerequisites?.(resource) ?? []).map((one) =>
    byIdentity.get(`${resource.target}/${one}`),
  );
  return [parent, ...others].filter((one) => one !== undefined);
}

/** Which of the two comes first; nothing when the order does not matter. */
function inOrder(needed: Change, change: Change): readonly [Change?, Change?] {
  if (needed === change) return [];
  if (change.action === "remove") return needed.action === "remove" ? [change, needed] : [];
  return needed.action === "remove" ? [] : [needed, change];
}

function identityKey({ target, identity }: Resource): string {
  return `${target}/${identity}`;
}
