/** The reasons why a change can't be written, for a network engineer. */

import type { Address } from "../model/address.ts";
import type { HealthIssue } from "../model/health.ts";
import type { Operation } from "../model/plan.ts";
import type { TargetFacts } from "./target-facts.ts";

/** A removal of what is marked `protect: true`. */
export const isProtected = "it is protected: it was declared with `protect: true`";

/** The dialect's own reason, where it has one; else that there is no such operation, and what to do. */
export function noOperation(
  action: Operation,
  of: { readonly facts: TargetFacts | undefined; readonly kind: string },
): string {
  const own = of.facts?.dialect.reasons?.[of.kind]?.[action];
  if (own !== undefined) return own;
  const title = of.facts?.kinds.get(of.kind)?.title ?? of.kind;
  switch (action) {
    case "create":
      return `it does not exist, and this interface cannot create a ${title}: make it by other means, then plan again`;
    case "update":
      return `this interface cannot change a ${title}: change it by other means`;
    case "remove":
      return `this interface cannot remove a ${title}: remove it by other means, or declare it again`;
  }
}

/** Changed both in Git and live since base: who is right is not for this tool to say. */
export const inConflict =
  "Git and live have both changed it since base: adopt what is live, or apply with --on-conflict overwrite";

/** Held back for health. */
export function heldBack({ reason }: HealthIssue): string {
  return `it is held back, since ${reason}`;
}

/** Held back by something else. */
export function waitsFor(address: Address, why: string): string {
  return `it waits for ${address}: ${why}`;
}

/** A removal of what a declared resource could not be without. */
export function stillNeeded(by: Address): string {
  return `${by} is declared and cannot be without it`;
}
