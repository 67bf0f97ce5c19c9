/** Makes the plan of a rollback, which reverts what was written. Pure. */

import type { Address } from "../model/address.ts";
import type { Change } from "../model/change.ts";
import type { Desired } from "../model/desired.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Step, StepId } from "../model/plan/step.ts";
import { type InverseInput, inverseChange } from "./inverse-change.ts";
import { type CreatedAddresses, createdIn } from "./irreversible.ts";
import { stepId } from "./order.ts";
import { resourceOf } from "./prerequisites.ts";

/** A step that may have changed something. */
export interface WrittenStep {
  readonly step: Step;
  /** The changes as written. Their live values come from the last read before the write. */
  readonly changes: readonly Change[];
  /** False if it is unknown whether the step was carried out. */
  readonly certain: boolean;
}

/** What to roll back. */
export interface ReversalInput extends Pick<InverseInput, "observed" | "spelled" | "verified" | "facts"> {
  readonly plan: Plan;
  readonly desired: Desired;
  /** The steps to revert, in the plan's order. */
  readonly written: readonly WrittenStep[];
  /** Steps that a running task may still carry out. They are not rolled back. Default: none. */
  readonly running?: readonly Pick<WrittenStep, "step" | "changes">[];
}

/** A change that is not rolled back. The reason is a clause. */
interface KeptAsApplied {
  readonly address: Address;
  readonly reason: string;
}

/** The rollback. Its first step reverts the last step that was carried out. */
export interface Reversal {
  readonly plan: Plan;
  /** The state after the rollback: as desired, except for what the rollback reverts. */
  readonly desired: Desired;
  readonly left: readonly KeptAsApplied[];
}

/** The plan that reverts writes: restores fields, removes what was created, and recreates what was removed. */
export function reversal(input: ReversalInput): Reversal {
  const left: KeptAsApplied[] = [];
  const back: { readonly change: Change; readonly of: Step }[] = [];
  const created = createdBy(input.written);
  const held = heldByTasks(input.running ?? []);
  for (const { step, changes, certain } of input.written.toReversed()) {
    for (const change of changes) {
      const holds = held.get(step.id);
      const found = inverseChange(change, { ...input, created, certain, step, holds });
      if (found.left !== undefined) left.push({ address: change.address, reason: found.left });
      if (found.isElse)
        for (const id of step.after)
          held.set(id, `${change.address} was written after it, and is not rolled back`);
      if (found.back) back.push({ change: found.back, of: step });
    }
  }
  const changes = back.map(({ change }) => change);
  left.push(...leftAlong(input.written, { left, changes }));
  return {
    plan: { ...input.plan, changes, steps: stepsBack(back), waves: [] },
    desired: desiredAfter(input.desired, changes),
    left,
  };
}

/**
 * Returns the steps that the rollback must not revert, each with the reason: a running task may still create a
 * protected resource that depends on them.
 */
function heldByTasks(running: NonNullable<ReversalInput["running"]>): Map<StepId, string> {
  const held = new Map<StepId, string>();
  for (const { step, changes } of running)
    for (const change of changes)
      if (change.action === "create" && change.desired.protect)
        for (const id of step.after)
          held.set(id, `${change.address} is protected, and a task may still create it`);
  return held;
}

/** Returns the written children that stay because the created parent stays. */
export function leftAlong(
  written: readonly WrittenStep[],
  {
    left,
    changes,
  }: {
    readonly left: readonly Pick<KeptAsApplied, "address">[];
    /** The changes that are themselves reverted. */
    readonly changes: readonly Change[];
  },
): readonly KeptAsApplied[] {
  const created = createdBy(written);
  const staying = new Set(left.map(({ address }) => address));
  const taken = new Set(changes.map(({ address }) => address));
  const made = written.flatMap(({ changes }) => changes.filter(({ action }) => action !== "remove"));
  return made.flatMap((change): readonly KeptAsApplied[] => {
    const { address, parent } = resourceOf(change);
    if (parent === undefined || !created.has(parent) || !staying.has(parent)) return [];
    return staying.has(address) || taken.has(address)
      ? []
      : [{ address, reason: `its parent ${parent} stays` }];
  });
}

function createdBy(written: readonly WrittenStep[]): CreatedAddresses {
  return createdIn(
    written.map(({ step }) => step),
    written.flatMap(({ changes }) => changes),
  );
}

/** Returns the steps in reverse order, so that a dependency is reverted after its dependents. */
function stepsBack(back: readonly { readonly change: Change; readonly of: Step }[]): readonly Step[] {
  const ids = new Map<StepId, StepId[]>();
  for (const { change, of } of back) {
    ids.set(of.id, [...(ids.get(of.id) ?? []), stepId(change.action, change.address)]);
  }
  const steps: Step[] = [];
  for (const { change, of } of back) {
    const { target, kind, parent } = resourceOf(change);
    const id = stepId(change.action, change.address);
    const later = back
      .filter(({ of: other }) => other.after.includes(of.id))
      .map(({ of: other }) => other.id);
    const remadeParent = parent === undefined ? [] : steps.filter((one) => one.address === parent);
    const after = [...later.flatMap((one) => ids.get(one) ?? []), ...remadeParent.map((one) => one.id)];
    const { exclusive } = of;
    const shape = {
      id,
      operation: change.action,
      address: change.address,
      target,
      kind,
      assumed: of.assumed,
    };
    steps.push({
      ...shape,
      because: [change.address],
      after: [...new Set(after)],
      exclusive,
    });
  }
  return steps;
}

function desiredAfter({ resources, locate }: Desired, changes: readonly Change[]): Desired {
  const after = new Map(resources);
  for (const change of changes) {
    if (change.action === "remove") after.delete(change.address);
    else after.set(change.address, change.desired);
  }
  return { resources: after, locate };
}
