/** Decides how live references to a resource hold back its removal. Pure. */

import type { Address } from "../../model/address.ts";
import type { Change, Comparison, StillReferring } from "../../model/change.ts";
import { endsReference } from "./reference-ends.ts";
import {
  cannot,
  hasOperation,
  type SortInput,
  stillReferredTo,
  type WriteVerdict,
  waitsAlong,
} from "./verdict.ts";

interface Others {
  readonly input: SortInput;
  readonly changes: ReadonlyMap<Address, PlannedChange>;
  readonly verdictOn: (address: Address) => WriteVerdict;
}

interface PlannedChange {
  readonly change: Change;
  readonly isAsked: boolean;
}

/** Returns all changes by address, and whether each is in scope. */
export function changesByAddress({
  asked,
  comparison,
}: {
  readonly asked: readonly Change[];
  readonly comparison: Comparison;
}): ReadonlyMap<Address, PlannedChange> {
  const chosen = new Set(asked.map(({ address }) => address));
  return new Map(
    comparison.changes.map((change) => [change.address, { change, isAsked: chosen.has(change.address) }]),
  );
}

/**
 * The verdict on a removal, according to the live references to the removed resource. A holder is a resource that
 * contains such a reference.
 *
 * | the holder or its reference                                | the removal                                     |
 * |------------------------------------------------------------|-------------------------------------------------|
 * | the holder is unknown                                      | waits                                           |
 * | no change ends the reference                               | waits                                           |
 * | the reference is to change, or its holder is to be removed | waits if that is out of scope or unwritable     |
 * | no interface can remove the holder                         | proceeds: the server decides if that is allowed |
 *
 * Health is the reason to wait only if there is no other reason.
 */
export function onReferring(references: readonly StillReferring[], others: Others): WriteVerdict {
  return firstOf(references, (reference) => onReference(reference, others));
}

/** Like `onReferring`, for references by value. `by`: the changes that end such references, and unknown resources. */
export function onEnding(by: readonly Address[], others: Others): WriteVerdict {
  return firstOf(by, (because) => onEnd(because, others));
}

/** Returns the first verdict that is not caused by health. If health causes all of them, returns the first. */
function firstOf<T>(all: readonly T[], verdictOn: (one: T) => WriteVerdict): WriteVerdict {
  let waits: WriteVerdict;
  for (const one of all) {
    const verdict = verdictOn(one);
    if (verdict && !verdict.healthIssue) return verdict;
    waits ??= verdict;
  }
  return waits;
}

function onReference(reference: StillReferring, others: Others): WriteVerdict {
  const { by: because, path } = reference;
  const { change } = others.changes.get(because) ?? {};
  if (!change || !endsReference(change, path)) return { reason: stillReferredTo(reference), because };
  return onEnd(because, others);
}

function onEnd(because: Address, { input, changes, verdictOn }: Others): WriteVerdict {
  const { change, isAsked } = changes.get(because) ?? {};
  if (!change) return cannot(because, "its live state is unknown, and it may still refer to this resource");
  if (isLeft(change, input)) return undefined;
  const [what, done] = change.action === "remove" ? ["removal", "removed"] : ["change", "changed"];
  if (!isAsked)
    return cannot(because, `it refers to this resource, and its ${what} is not part of this plan`);
  const verdict = verdictOn(because);
  return (
    verdict &&
    (waitsAlong(because, verdict) ?? cannot(because, `it refers to this resource, and cannot be ${done}`))
  );
}

function isLeft(change: Change, { facts }: SortInput): boolean {
  return change.action === "remove" && !change.base.protect && !hasOperation(change, facts);
}
