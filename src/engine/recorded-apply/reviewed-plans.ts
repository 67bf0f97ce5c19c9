/** Reviewed plans of pull requests, and the part of a plan that appears in them. */

import type { PlanFile } from "../../load/documents/plan-file.ts";
import type { Address } from "../../model/address.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { withoutTakenOver } from "../../plan/fingerprint.ts";
import { isUnknownLive, unreviewed } from "../../plan/reviewed.ts";

/**
 * Returns the addresses of changes that appear in no plan file of their environment, or only in plan files made with
 * other definitions. Secrets that are written by consent need no other review, because the consent names the plan that
 * left them out.
 */
export function notReviewed(plan: Plan, files: readonly PlanFile[]): ReadonlySet<Address> {
  const own = files.filter(({ environment }) => environment === plan.environment);
  const changes = plan.changes.flatMap((change) => withoutTakenOver(change).change ?? []);
  const reviewed = own.map((file) => {
    const isAsDefined = ({ address }: { readonly address: string }) =>
      !isRedefined(file, plan, targetOf(address));
    return { ...file, changes: file.changes.filter(isAsDefined) };
  });
  const left = unreviewed({ changes, steps: plan.steps }, reviewed);
  return new Set(left.map(({ address }) => address));
}

/**
 * Returns the targets of a plan's changes whose definitions were different when the plan file was made, sorted by name.
 */
export function redefinedTargets(plan: Plan, file: PlanFile): readonly string[] {
  const targets = new Set(plan.changes.map(({ address }) => targetOf(address)));
  return [...targets].filter((target) => isRedefined(file, plan, target)).sort();
}

function isRedefined({ origin }: PlanFile, plan: Plan, target: string): boolean {
  return origin.definitions?.[target] !== plan.origin?.definitions?.[target];
}

function targetOf(address: string): string {
  return address.slice(0, address.indexOf("/"));
}

/** Returns the targets of left-out changes that a plan file contains, but with other definitions. Sorted by name. */
export function redefinedOf(
  left: ReadonlySet<Address>,
  plan: Plan,
  files: readonly PlanFile[],
): readonly string[] {
  const targets = new Set([...left].map(targetOf));
  const redefined = files.flatMap((file) => redefinedTargets(plan, file));
  return [...new Set(redefined.filter((target) => targets.has(target)))].sort();
}

/**
 * Returns the addresses of changes that no plan file can review: their live value has a secret, and the project has no
 * key to fingerprint it.
 */
export function unkeyedOf(left: ReadonlySet<Address>, { changes }: Plan): readonly Address[] {
  return changes.flatMap((change) =>
    left.has(change.address) && isUnknownLive(change) ? [change.address] : [],
  );
}
