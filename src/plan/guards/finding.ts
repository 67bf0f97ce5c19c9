/** The input and the finding of a guard. */

import type { Address } from "../../model/address.ts";
import type { Change, Comparison, Move } from "../../model/change.ts";
import type { Desired } from "../../model/desired.ts";
import type { GuardFinding } from "../../model/plan/guard.ts";
import type { BaseDoubt, Plan } from "../../model/plan/plan.ts";
import type { HeldChange, Step, UnwritableChange } from "../../model/plan/step.ts";
import type { TargetFacts } from "../prerequisites.ts";

/** What guards examine. */
export interface GuardInput extends Pick<Plan, "touched" | "pushed" | "pushedMore"> {
  /** All changes in scope, with or without a step. */
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  readonly desired: Desired;
  readonly base?: Desired | undefined;
  /**
   * The base as recorded: complete, and under its own keys. Percentages refer to the number of its resources. Default:
   * `base`.
   */
  readonly recorded?: Desired | undefined;
  /** The moves from the keys of `recorded` to the keys of `base`. */
  readonly moves?: readonly Move[] | undefined;
  /** Everything that was compared, including resources out of scope. Default: `changes`. */
  readonly compared?: Pick<Comparison, "changes" | "unknown" | "impossible"> | undefined;
  /** For a narrowed plan: the plan without narrowing, and its base. */
  readonly whole?: (() => WholePlan) | undefined;
  readonly facts: ReadonlyMap<string, TargetFacts>;
  /** Why base is not trusted. Absent: it is trusted. */
  readonly doubt?: BaseDoubt | undefined;
  /** The changes that are undecided because base is not trusted. */
  readonly undecided?: readonly UnwritableChange[];
}

/** A plan without narrowing. */
export interface WholePlan {
  readonly written: readonly Change[];
  /** Changes held back because of health. */
  readonly held: readonly HeldChange[];
  readonly base?: Desired | undefined;
}

/** A danger, without the consent that would allow it. */
export interface Danger
  extends Pick<GuardFinding, "guard" | "policy" | "message" | "addresses" | "fix" | "at"> {
  /** What to do instead, if no consent can allow the danger. */
  readonly instead?: string;
}

/** Finds a danger, or nothing. Pure. */
export type Guard = (on: GuardInput) => Danger | undefined;

/** The changes that steps carry out, including those combined with others. */
export function writtenChanges({ changes, steps }: Pick<GuardInput, "changes" | "steps">): readonly Change[] {
  const written = new Set<Address>(steps.flatMap(({ because }) => because));
  return changes.filter(({ address }) => written.has(address));
}
