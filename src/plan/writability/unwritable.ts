/** What a plan lists as unwritable, with marks: what is only shown, and what is missing that others are in. Pure. */

import type { Address } from "../../model/address.ts";
import type { Change, Comparison } from "../../model/change.ts";
import { byAddress } from "../../model/compare.ts";
import type { Desired } from "../../model/desired.ts";
import type { UnwritableChange } from "../../model/plan/step.ts";
import { resourceOf } from "../prerequisites.ts";
import { hasOperation, isWritten, type SortInput } from "./verdict.ts";
import type { SortedChanges } from "./writable.ts";

/** What is asked for, and why no step carries it out. */
export interface UnwritableInput {
  readonly asked: readonly Change[];
  /** Of what is asked for. */
  readonly sorted: Pick<SortedChanges, "unwritable">;
  /** What base alone says, where that is not believed. */
  readonly undecided: readonly UnwritableChange[];
  readonly comparison: Pick<Comparison, "impossible">;
  readonly desired: Desired;
  readonly facts: SortInput["facts"];
  /** True for what the run is about. */
  readonly here: (one: { readonly address: Address }) => boolean;
}

/** In address order. What is missing is listed although only what is in it was asked for: nothing else says why. */
export function unwritableIn(input: UnwritableInput): readonly UnwritableChange[] {
  const { sorted, undecided, comparison, here } = input;
  const around = aroundAsked(input);
  const listed = comparison.impossible.filter((one) => here(one) || (one.missing && around.has(one.address)));
  return [...listed, ...undecided, ...marked(sorted.unwritable, input)].sort(byAddress);
}

/** What is asked for is in these. */
function aroundAsked({ asked, desired }: UnwritableInput): ReadonlySet<Address> {
  const around = new Set<Address>();
  for (const change of asked) {
    let { parent } = resourceOf(change);
    while (parent !== undefined && !around.has(parent)) {
      around.add(parent);
      parent = desired.resources.get(parent)?.parent;
    }
  }
  return around;
}

/** With a mark where its kind is never written, and where it cannot be made and something waits for it. */
function marked(
  unwritable: readonly UnwritableChange[],
  { asked, facts }: UnwritableInput,
): readonly UnwritableChange[] {
  const waitedFor = new Set(unwritable.map(({ because }) => because));
  const shown = new Set<Address>();
  const missing = new Set<Address>();
  for (const change of asked) {
    const { action, address } = change;
    if (!isWritten(change, facts)) shown.add(address);
    if (action === "create" && waitedFor.has(address) && !hasOperation(change, facts)) missing.add(address);
  }
  return unwritable.map((one): UnwritableChange => {
    const isShown = shown.has(one.address) ? ({ expected: true } as const) : {};
    return missing.has(one.address) ? { ...one, ...isShown, missing: true } : { ...one, ...isShown };
  });
}
