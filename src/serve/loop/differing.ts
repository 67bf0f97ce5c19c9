/** Extracts from a plan what an environment's viewers follow: the differences by cause, and their number. Pure. */

import type { Address } from "../../model/address.ts";
import type { Cause } from "../../model/change.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { driftOf } from "../../report/drift/drift.ts";
import type { DriftPoint } from "../served.ts";

/** The differing resources, each with the worst of its causes. */
export function differingIn(plan: Plan): ReadonlyMap<Address, Cause> {
  const { pending, drifted, conflicts, expected } = driftOf(plan);
  const all = new Map<Address, Cause>();
  for (const { address } of pending) all.set(address, "pending");
  for (const { address } of [...drifted, ...expected]) all.set(address, plan.threeWay ? "drift" : "pending");
  for (const { address } of conflicts) all.set(address, "conflict");
  return all;
}

/**
 * The addresses with steps that apply changes in Git, and the addresses with steps that revert live changes. An address
 * may be in both sets.
 */
export function stepCauses(plan: Plan): {
  readonly pending: ReadonlySet<Address>;
  readonly drift: ReadonlySet<Address>;
} {
  const stepped = new Set(plan.steps.flatMap(({ because }) => because));
  const { pending, drifted } = driftOf(plan);
  const among = (some: readonly { readonly address: Address }[]) =>
    new Set(some.flatMap(({ address }) => (stepped.has(address) ? [address] : [])));
  return plan.threeWay
    ? { pending: among(pending), drift: among(drifted) }
    : { pending: among(drifted), drift: new Set() };
}

/** A point in the chart over time. */
export function driftPoint(plan: Plan, at: string): DriftPoint {
  const causes = [...differingIn(plan).values()];
  const pending = causes.filter((cause) => cause === "pending").length;
  return { at, drifted: causes.length - pending, pending, unknown: plan.unknown.length };
}
