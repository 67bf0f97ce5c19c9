/** The input and the finding of a guard. */

import type { Address } from "../../model/address.ts";
import type { Change, Comparison, Move } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { BaseDoubt } from "../../model/plan/plan.ts";
import type { HeldChange, Step, UnwritableChange } from "../../model/plan/step.ts";
import type { TargetFacts } from "../prerequisites.ts";

/** What guards look at. */
export interface GuardInput {
  /** All changes that are asked for, with a step or without. */
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /** Base as it was recorded, whole and under its own keys: shares are of what it declares. Default: `base`. */
  readonly recorded?: Desired | undefined;
  /** From the keys of `recorded` to those of `base`. */
  readonly moves?: readonly Move[] | undefined;
  /** All that was compared, asked for or not. Default: `changes`. */
  readonly compared?: Pick<Comparison, "changes" | "unknown" | "impossible"> | undefined;
  /** Of a plan that was narrowed: what it would write if it were not, and the base of that. */
  readonly whole?: (() => WholePlan) | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** Why base is not believed, and the changes that cannot be decided for it. */
  readonly doubt?: BaseDoubt | undefined;
  readonly undecided?: readonly UnwritableChange[];
}

/** What a plan is when nothing narrows it. */
export interface WholePlan {
  readonly written: readonly Change[];
  /** What health holds back of it. */
  readonly held: readonly HeldChange[];
  readonly base?: Desired | undefined;
}

/** A danger, before it is said how to consent to it. */
export interface Danger
  extends Pick<GuardFinding, "guard" | "policy" | "message" | "addresses" | "fix" | "at"> {
  /** Nothing lets it pass; this is what to do. */
  readonly instead?: string;
}

/** Finds a danger, or nothing. Pure. */
export type Guard = (on: GuardInput) => Danger | undefined;

/** The changes that steps carry out, each with all that goes with it. */
export function writtenChanges({ changes, steps }: Pick<GuardInput, "changes" | "steps">): readonly Change[] {
  const written = new Set<Address>(steps.flatMap(({ because }) => because));
  return changes.filter(({ address }) => written.has(address));
}
