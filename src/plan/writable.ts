/** Which changes a step can carry out, and why the others can't be. */

import type { Address } from "../model/address.ts";
import type { Change, Comparison } from "../model/change.ts";
import type { Resource } from "../model/desired.ts";
import type { Operation, Unwritable } from "../model/plan.ts";
import type { TargetFacts } from "./facts.ts";

/** The changes, sorted by whether they can be written. */
export interface Sorted {
  readonly writable: readonly Change[];
  readonly unwritable: readonly Unwritable[];
}

/** The resource a change is about. */
export function resourceOf(change: Change): Resource {
  return change.action === "remove" ? change.base : change.desired;
}

/**
 * A change can't be written when the dialect has no operation for it, or when what it depends on is missing and
 * won't be made by this plan: impossible, unknown or itself unwritable. `changes` has parents before children.
 */
export function sortWritable(
  changes: readonly Change[],
  comparison: Comparison,
  facts: ReadonlyMap<string, TargetFacts>,
): Sorted {
  const writable: Change[] = [];
  const unwritable: Unwritable[] = comparison.impossible.map((one) => ({ ...one }));
  const missing = new Map<Address, string>();
  for (const { address } of comparison.impossible) missing.set(address, "it can't be created here");
  for (const { address } of comparison.unknown) missing.set(address, "nothing is known of it");
  for (const change of changes) {
    const found = whyNot(change, { facts, missing });
    if (!found) {
      writable.push(change);
      continue;
    }
    const at = "at" in change && change.at ? { at: change.at } : {};
    unwritable.push({ address: change.address, action: change.action, ...found, ...at });
    if (change.action === "create") missing.set(change.address, "it can't be created");
  }
  return { writable, unwritable: unwritable.sort((a, b) => (a.address < b.address ? -1 : 1)) };
}

interface Known {
  readonly facts: ReadonlyMap<string, TargetFacts>;
  readonly missing: ReadonlyMap<Address, string>;
}

function whyNot(
  change: Change,
  { facts, missing }: Known,
): Pick<Unwritable, "reason" | "because"> | undefined {
  const { parent, target, kind } = resourceOf(change);
  const of = facts.get(target);
  const support = of?.dialect.operations[kind]?.[change.action] ?? "none";
  if (of && support === "none") return { reason: noOperation(change.action, of, kind) };
  if (parent === undefined || change.action !== "create") return undefined;
  const why = missing.get(parent);
  return why === undefined ? undefined : { reason: `it waits for ${parent}: ${why}`, because: parent };
}

function noOperation(action: Operation, { kinds, dialect }: TargetFacts, kind: string): string {
  const title = kinds.get(kind)?.title ?? kind;
  const end = action === "create" ? "; once it exists, its fields can be changed" : "";
  return `the ${dialect.name} dialect has no way to ${action} a ${title}${end}`;
}
