/** Why changes can't be written: creates and updates after what they need, removals after what needs them. */

import { onAdditions } from "./additions.ts";
import { onRemovals } from "./removals.ts";
import type { SortInput, Verdicts } from "./verdict.ts";

/** Why what is asked for can't be written. What is in a circle counts as writable: ordering the steps refuses it. */
export function verdictsOn(input: SortInput): Verdicts {
  const removals = input.asked.filter((change) => change.action === "remove");
  const additions = input.asked.filter((change) => change.action !== "remove");
  const onOthers = onAdditions(additions, input);
  return new Map([...onOthers, ...onRemovals(removals, input, onOthers)]);
}
