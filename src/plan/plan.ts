/** Comparison → Plan: the order of steps, what cannot be written, cost, fingerprint. Pure. */

import type { Address } from "../model/address.ts";
import type { Change, Comparison } from "../model/change.ts";
import type { Plan, Step } from "../model/plan.ts";
import type { Unmanaged } from "../model/snapshot.ts";
import type { Digest } from "../model/wire.ts";
import { costOf } from "./cost.ts";
import type { TargetFacts } from "./facts.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { inStepOrder, prerequisites, stepId } from "./order.ts";
import { resourceOf, sortWritable } from "./writable.ts";

/** What a plan is made from. */
export interface PlanInput {
  readonly comparison: Comparison;
  readonly environment: string;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** Requests that observing took, by target. */
  readonly reads: ReadonlyMap<string, number>;
  /** True: removals become steps. False: they are listed and kept. */
  readonly prune: boolean;
  /** Only changes of these addresses. */
  readonly only?: (address: Address) => boolean;
  readonly digest: Digest;
}

/** The plan: the same bytes for the same input, whatever the order of its parts. */
export function plan(input: PlanInput): Plan {
  const { comparison, facts, reads, prune, digest } = input;
  const chosen = comparison.changes.filter(({ address }) => !input.only || input.only(address));
  const asked = parentsFirst(chosen.filter(({ action }) => prune || action !== "remove"));
  const { writable, unwritable } = sortWritable(asked, comparison, facts);
  const after = prerequisites(writable, facts);
  const ordered = inStepOrder(writable, after);
  const written = new Set(writable);
  const stuck = asked.filter((change) => !written.has(change));
  return {
    version: 1,
    environment: input.environment,
    threeWay: comparison.threeWay,
    changes: [...ordered, ...stuck],
    steps: ordered.map((change) => stepOf(change, { facts, after })),
    unwritable,
    unknown: comparison.unknown,
    kept: chosen.filter(({ action }) => !prune && action === "remove").map(({ address }) => address),
    unverifiable: comparison.unverifiable,
    released: comparison.released,
    unmanaged: countOf(comparison.unmanaged),
    converged: comparison.converged,
    cost: costOf({ changes: ordered, facts, reads }),
    fingerprint: fingerprintOf(asked, digest),
  };
}

interface StepFacts {
  readonly facts: ReadonlyMap<string, TargetFacts>;
  readonly after: ReadonlyMap<string, readonly string[]>;
}

function stepOf(change: Change, { facts, after }: StepFacts): Step {
  const id = stepId(change);
  const { target, kind, scope } = resourceOf(change);
  const of = facts.get(target);
  const exclusive = of?.kinds.get(kind)?.exclusive;
  return {
    id,
    operation: change.action,
    address: change.address,
    target,
    kind,
    because: [change.address],
    after: after.get(id) ?? [],
    ...(exclusive && { exclusive: [target, ...exclusive.map((word) => scope[word] ?? "")].join("/") }),
    assumed: of?.dialect.operations[kind]?.[change.action] === "assumed",
  };
}

/** By depth of declaration, then address: a parent's own fate is known before its children's. */
function parentsFirst(changes: readonly Change[]): readonly Change[] {
  const byAddress = new Map(changes.map((change) => [change.address, change]));
  const depth = (change: Change): number => {
    const { parent } = resourceOf(change);
    const above = parent === undefined ? undefined : byAddress.get(parent);
    return above ? depth(above) + 1 : 0;
  };
  const depths = new Map(changes.map((change) => [change, depth(change)]));
  const by = (change: Change) => depths.get(change) ?? 0;
  return [...changes].sort(
    (a, b) => by(a) - by(b) || (a.address < b.address ? -1 : a.address > b.address ? 1 : 0),
  );
}

function countOf(unmanaged: readonly Unmanaged[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { target, kind } of unmanaged) {
    const key = `${target}/${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
