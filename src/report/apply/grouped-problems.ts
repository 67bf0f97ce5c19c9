/** Groups resources by problem, so that each problem is printed once. Pure. */

import { type Address, addressParts } from "../../model/address.ts";
import type { Problem } from "../../model/problem.ts";

/** Something that went wrong with a resource. */
interface ResourceProblem {
  readonly address: Address;
  readonly problem: Problem;
}

/** The same problem of one target, and all that have it, in the order in which they came. */
export interface ProblemGroup<T extends ResourceProblem> {
  readonly target: string;
  /** Without the address, which is not the same for all. */
  readonly problem: Problem;
  readonly all: readonly [T, ...T[]];
}

/** What the others only follow from: its parent, or what it names, is unknown too. */
const derived = new Set(["parent-unknown", "named-unknown"]);

/** In their order, but those that only follow from another after those that say why. */
export function causesFirst<T extends ResourceProblem>(troubles: readonly T[]): readonly T[] {
  const rank = ({ problem }: T) => Number(derived.has(problem.code));
  return troubles.toSorted((one, other) => rank(one) - rank(other));
}

/** Puts together what differs in its address only, in the order of the first of each. */
export function groupByProblem<T extends ResourceProblem>(
  troubles: readonly T[],
): readonly ProblemGroup<T>[] {
  const groups = new Map<string, { target: string; problem: Problem; all: [T, ...T[]] }>();
  for (const one of troubles) {
    const { target } = addressParts(one.address);
    const { address: _, ...problem } = one.problem;
    const key = `${target}\0${problem.code}\0${problem.message}`;
    const known = groups.get(key);
    if (known) known.all.push(one);
    else groups.set(key, { target, problem, all: [one] });
  }
  return [...groups.values()];
}
