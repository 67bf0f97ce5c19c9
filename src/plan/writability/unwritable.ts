/**
 * The unwritable changes of a plan. A change is marked if it is read-only, or if its resource is missing and others
 * depend on it. Pure.
 */

import type { Address } from "../../model/address.ts";
import type { Change, Comparison } from "../../model/change.ts";
import { byAddress } from "../../model/compare.ts";
import type { Desired } from "../../model/desired.ts";
import type { UnwritableChange } from "../../model/plan/step.ts";
import { resourceOf } from "../prerequisites.ts";
import { hasOperation, isWritten, type SortInput } from "./verdict.ts";
import type { SortedChanges } from "./writable.ts";

/** The requested changes, and why some of them have no step. */
export interface UnwritableInput {
  readonly asked: readonly Change[];
  /** The sorted changes. They contain only addresses in scope. */
  readonly sorted: Pick<SortedChanges, "unwritable">;
  /** Changes that only an untrusted base justifies. */
  readonly undecided: readonly UnwritableChange[];
  readonly comparison: Pick<Comparison, "impossible">;
  readonly desired: Desired;
  readonly facts: SortInput["facts"];
  /** True for addresses in scope. */
  readonly here: (one: { readonly address: Address }) => boolean;
}

/**
 * Returns the unwritable changes, in address order. A missing parent is listed even if only its children are in scope,
 * because nothing else explains the missing steps.
 */
export function unwritableIn(input: UnwritableInput): readonly UnwritableChange[] {
  const { sorted, undecided, comparison, here } = input;
  const around = aroundAsked(input);
  const listed = comparison.impossible.filter((one) => here(one) || (one.missing && around.has(one.address)));
  return [...listed, ...undecided, ...marked(sorted.unwritable, input)].sort(byAddress);
}

/** The ancestors of the resources in scope. */
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

/**
 * The changes, each marked if its kind is never written, or if its resource cannot be created and others wait for it.
 */
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
