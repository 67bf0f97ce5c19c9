/** Determines which changes steps can carry out, and why no step can carry out the others. */

import type { Address } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import { byAddress } from "../../model/compare.ts";
import type { HeldChange, UnwritableChange } from "../../model/plan/step.ts";
import { hasOperation, type SortInput, type Verdicts } from "./verdict.ts";
import { onAdditions, onRemovals } from "./verdicts.ts";

/** The changes, divided by whether they can be written. */
export interface SortedChanges {
  /** Changes that have a step of their own. */
  readonly writable: readonly Change[];
  /** Removals that have no step of their own, each with the address of the parent whose removal includes them. */
  readonly carried: ReadonlyMap<Address, Address>;
  /** Changes that cannot be written, in address order. */
  readonly unwritable: readonly UnwritableChange[];
  /** Writable changes that health holds back, and changes that wait for such changes. In address order. */
  readonly held: readonly HeldChange[];
}

/**
 * Determines which changes can be written:
 *
 * | change | can't be written if                                                                               |
 * |--------|---------------------------------------------------------------------------------------------------|
 * | any    | the dialect has no such operation; it is in conflict, and is not to be overwritten                |
 * | create | it was accepted and is not visible yet; something live has its name in another spelling, or below |
 * |        | another parent; a dependency is missing and not created by this plan: impossible, unknown, out of |
 * |        | scope, accepted and not visible yet, or itself unwritable                                         |
 * | update | its parent is unknown or impossible; a field differs that only a create accepts; it is protected  |
 * |        | and elements of it would be removed and recreated; it would remove live secrets that Git does     |
 * |        | not declare                                                                                       |
 * | remove | it is protected, a declared resource needs it, a dependent stays behind, a protected child cannot |
 * |        | be read, or a live reference to it, also by value, remains                                        |
 *
 * A removal without an operation is part of the removal of its parent, if the parent is removed too. `gate` holds back
 * writable changes of unhealthy locations, and their dependents.
 */
export function sortWritable(input: SortInput): SortedChanges {
  const verdicts = verdictsOn(input);
  const asked = new Map(input.asked.map((change) => [change.address, change]));
  const writable: Change[] = [];
  const carried = new Map<Address, Address>();
  const unwritable: UnwritableChange[] = [];
  const held: HeldChange[] = [];
  for (const change of input.asked) {
    const verdict = verdicts.get(change.address);
    const by = verdict && carrierOf(change, asked, { verdicts, facts: input.facts });
    if (!verdict) writable.push(change);
    else if (by) carried.set(change.address, by);
    else {
      const { healthIssue, ...why } = verdict;
      const listed = {
        address: change.address,
        action: change.action,
        ...healthIssue,
        ...why,
        ...written(change),
      };
      (healthIssue ? held : unwritable).push(listed);
    }
  }
  unwritable.sort(byAddress);
  held.sort(byAddress);
  return { writable, carried, unwritable, held };
}

function written(change: Change): Pick<UnwritableChange, "at"> {
  return change.action !== "remove" && change.at ? { at: change.at } : {};
}

/**
 * Returns the nearest ancestor whose own removal is carried out and includes this removal, which has no operation.
 * Undefined if there is none.
 */
function carrierOf(
  removal: Change,
  asked: ReadonlyMap<Address, Change>,
  { verdicts, facts }: { readonly verdicts: Verdicts; readonly facts: SortInput["facts"] },
): Address | undefined {
  let change: Change = removal;
  while (change.action === "remove" && !hasOperation(change, facts) && !change.base.protect) {
    const parent = change.base.parent === undefined ? undefined : asked.get(change.base.parent);
    if (parent?.action !== "remove") return undefined;
    if (verdicts.get(parent.address) === undefined) return parent.address;
    change = parent;
  }
  return undefined;
}

/**
 * Returns why requested changes cannot be written. Changes in a cycle count as writable here. They are refused when the
 * steps are ordered.
 */
function verdictsOn(input: SortInput): Verdicts {
  const removals = input.asked.filter((change) => change.action === "remove");
  const additions = input.asked.filter((change) => change.action !== "remove");
  const onOthers = onAdditions(additions, input);
  return new Map([...onOthers, ...onRemovals(removals, input, onOthers)]);
}
