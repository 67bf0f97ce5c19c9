/** The whole way of the data on one screen: load → observe → diff → plan → apply. */

import { apply } from "./apply/apply.ts";
import { diff } from "./diff/diff.ts";
import type { Address } from "./model/address.ts";
import type { Desired } from "./model/desired.ts";
import type { Plan } from "./model/plan.ts";
import type { ApplyResult } from "./model/reply.ts";
import type { Snapshot } from "./model/snapshot.ts";
import { observe } from "./observe/observe.ts";
import type { Context } from "./open.ts";
import { plan } from "./plan/plan.ts";
import { digest } from "./runtime/digest.ts";

/** What a plan is asked to consider. */
export interface PlanWish {
  /** The revision that was applied last, for the three-way comparison. Without it: two-way. */
  readonly base?: Desired;
  /** Only these addresses (and what must be read to know them). */
  readonly only?: (address: Address) => boolean;
  /** True: what base declares and desired no longer does is removed. */
  readonly prune?: boolean;
}

/** A plan with what it was made from. */
export interface Made {
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly wish: PlanWish;
}

/** Reads the live side and says what apply would do. Sends nothing that changes anything. */
export async function makePlan(context: Context, wish: PlanWish, signal: AbortSignal): Promise<Made> {
  const { desired, targets, listener } = context;
  const sides = { desired, ...(wish.base && { base: wish.base }) };
  const only = wish.only && { only: wish.only };
  const snapshot = await observe({ ...sides, ...only, targets, listener, takenAt: context.clock.date() }, signal);
  const comparison = diff({ ...sides, ...only, snapshot });
  return { plan: planOf(context, wish, { comparison, snapshot }), snapshot, wish };
}

/** Carries a plan out, and reads again what it touched. */
export async function applyPlan(
  context: Context,
  made: Made,
  options: { readonly onConflict: "hold" | "overwrite" },
  signal: AbortSignal,
): Promise<ApplyResult> {
  const { desired, targets, lanes, clock, random, listener } = context;
  const { plan, snapshot, wish } = made;
  const input = { plan, snapshot, desired, targets, lanes, clock, random, listener, ...options };
  return apply({ ...input, ...(wish.base && { base: wish.base }) }, signal);
}
