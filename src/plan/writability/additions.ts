/** Verdicts on creates and updates: each after what it needs. */

import type { Address } from "../../model/address.ts";
import type { Desired, Resource } from "../../model/desired.ts";
import { referred } from "../../model/references.ts";
import { needsAmong, resourceOf } from "../prerequisites.ts";
import {
  type Addition,
  cannot,
  gated,
  inOrder,
  onItself,
  type SortInput,
  type Verdicts,
  type WriteVerdict,
  waitsAlong,
  withoutOperation,
} from "./verdict.ts";
import { waitsFor } from "./why-unwritable.ts";

/** Creates and updates, forward: each after the creates of what it needs. */
export function onAdditions(additions: readonly Addition[], input: SortInput): Verdicts {
  const { comparison, desired, facts } = input;
  const missing = missingIn(input);
  const made = comparison.changes.filter(({ action }) => action === "create").map(resourceOf);
  const needs = needsAmong([...made, ...resourcesAt(missing.keys(), desired)], facts);
  const neededFor = (change: Addition): readonly Address[] => {
    const named = [...referred(change.desired, change.desired.value).values()];
    if (change.action === "create") return [...needs(change.desired), ...named];
    return change.desired.parent === undefined ? named : [...named, change.desired.parent];
  };
  const created = new Map(
    additions.filter(({ action }) => action === "create").map((change) => [change.address, change]),
  );
  const verdicts = new Map<Address, WriteVerdict>();
  const held = (needed: readonly Address[]): WriteVerdict => {
    for (const because of needed) {
      const why = missing.get(because);
      if (why !== undefined) return { reason: waitsFor(because, why), because };
      const verdict = created.has(because) ? verdicts.get(because) : undefined;
      if (verdict) return waitsAlong(because, verdict) ?? cannot(because, "it cannot be created");
    }
    return undefined;
  };
  for (const change of inOrder(additions, (each) => neededFor(each).filter((one) => created.has(one))))
    verdicts.set(
      change.address,
      onItself(change, input) ??
        withoutOperation(change, facts) ??
        held(neededFor(change)) ??
        gated(change, input),
    );
  return verdicts;
}

/** What does not exist and is not made by this plan, or of which nothing is known; and why. */
function missingIn({ asked, comparison }: SortInput): ReadonlyMap<Address, string> {
  const planned = new Set(asked.map((change) => change.address));
  const missing = new Map<Address, string>();
  for (const { address, action } of comparison.changes)
    if (action === "create" && !planned.has(address))
      missing.set(address, "its creation is not part of this plan");
  for (const { address } of comparison.impossible)
    missing.set(address, "it does not exist and cannot be created");
  for (const { address } of comparison.unknown) missing.set(address, "its live state is unknown");
  return missing;
}

function resourcesAt(addresses: Iterable<Address>, desired: Desired): readonly Resource[] {
  return [...addresses].flatMap((address) => desired.resources.get(address) ?? []);
}
