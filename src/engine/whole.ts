/** The whole behind a plan that was narrowed: what Git says in all, compared with all that is known of live. Pure. */

import { diff } from "../diff/diff.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { TargetFacts } from "../plan/target-facts.ts";
import type { WholeSides } from "../plan/whole.ts";
import { movesOf } from "./moves-of.ts";

/** All that Git says, where a plan's sides are set back to what drifted. */
export interface WholeGit {
  readonly desired: Desired;
  /** As it was recorded. */
  readonly base: Desired;
}

/** What a plan compares, and what it was narrowed by. */
export interface Narrowing {
  readonly desired: Desired;
  /** With the keys of desired. */
  readonly base?: Desired | undefined;
  readonly only?: ((address: Address) => boolean) | undefined;
  /** Absent: the sides are whole. */
  readonly whole?: WholeGit | undefined;
  readonly prune: boolean;
}

/** The sides of the whole, with the keys of now. */
export function wholeSides(
  { desired, base, whole }: Pick<Narrowing, "desired" | "base" | "whole">,
  facts: ReadonlyMap<string, TargetFacts>,
): Omit<WholeSides, "comparison"> {
  if (!whole) return { desired, base };
  return { desired: whole.desired, base: movesOf(whole.desired, whole.base, facts).base };
}

/** The whole, as far as live is known. */
export function comparedWhole(
  whole: WholeGit,
  snapshot: Snapshot,
  facts: ReadonlyMap<string, TargetFacts>,
): WholeSides {
  const sides = wholeSides({ ...whole, whole }, facts);
  return { ...sides, comparison: diff({ ...sides, snapshot }) };
}
