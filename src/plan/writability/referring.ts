/** What refers, live, to what is to go: whether this plan ends that. Pure. */

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

/** All changes, with whether they are asked for. */
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
 * | what refers to it live           | the removal                                             |
 * |----------------------------------|---------------------------------------------------------|
 * | is unknown                       | waits                                                   |
 * | stays, and names it further on   | waits                                                   |
 * | is to name another, or to go     | waits where that is not asked for, or cannot be written |
 * | is left, since no interface      | goes: whether that may be, its server knows             |
 * | removes such                     |                                                         |
 *
 * It waits for health where nothing else keeps it.
 */
export function onReferring(references: readonly StillReferring[], others: Others): WriteVerdict {
  return firstOf(references, (reference) => onReference(reference, others));
}

/** The same of what refers to it by a value. `by`: the changes that are to end that, and what is unknown. */
export function onEnding(by: readonly Address[], others: Others): WriteVerdict {
  return firstOf(by, (because) => onEnd(because, others));
}

/** The first that no health is the reason of, else the first. */
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
  if (!change) return cannot(because, "it was declared to refer to this, and its live state is unknown");
  if (isLeft(change, input)) return undefined;
  const [what, done] = change.action === "remove" ? ["removal", "removed"] : ["change", "changed"];
  if (!isAsked) return cannot(because, `it refers to this, and its ${what} is not part of this plan`);
  const verdict = verdictOn(because);
  return (
    verdict && (waitsAlong(because, verdict) ?? cannot(because, `it refers to this, and cannot be ${done}`))
  );
}

function isLeft(change: Change, { facts }: SortInput): boolean {
  return change.action === "remove" && !change.base.protect && !hasOperation(change, facts);
}
