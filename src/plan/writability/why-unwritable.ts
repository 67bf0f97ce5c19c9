/** The reasons why a change can't be written, for a network engineer. */

import type { Address } from "../../model/address.ts";
import type { StillReferring } from "../../model/change.ts";
import type { HealthIssue } from "../../model/health.ts";
import type { BaseDoubt, Operation } from "../../model/plan.ts";
import { type Pointer, segments } from "../../model/pointer.ts";
import type { Lineage } from "../../model/record.ts";
import type { TargetFacts } from "../target-facts.ts";

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
      return `it does not exist, and this interface cannot create a ${title}: create it elsewhere, then plan again`;
    case "update":
      return `this interface cannot change a ${title}: change it by other means`;
    case "remove":
      return `this interface cannot remove a ${title}: remove it by other means, or declare it again`;
  }
}

/** Fields that would change, and that no update takes. */
export function onlyWithCreate(fields: readonly Pointer[]): string {
  return `no update takes ${fields.join(", ")}, only a create: declare what is live, or remove it and create it again`;
}

/** Changed both in Git and live since base: who is right is not for this tool to say. */
export const inConflict =
  "Git and live have both changed it since base: adopt what is live, or apply with --on-conflict overwrite";

/** The same where no write could settle it: to overwrite is no way out. */
export function inConflictAndClosed(reason: string): string {
  return `Git and live have both changed it since base: adopt what is live; ${reason}`;
}

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

/** A removal of what something refers to that stays as it is. */
export function stillReferredTo({ by, path, unknown }: StillReferring): string {
  const field = segments(path).join(".");
  if (unknown)
    return waitsFor(by, `its live state is unknown, and it was declared to refer to this (${field})`);
  return `${by} still refers to it (${field}): declare there what it is to refer to, or declare this again`;
}

/** Why base is in doubt: half a sentence. */
export function whyDoubted({ commit, lineage }: Omit<BaseDoubt, "message">): string {
  const what = `what was applied last, ${commit.slice(0, 12)}`;
  switch (lineage) {
    case "ahead":
      return `${what}, is newer than what is planned`;
    case "apart":
      return `${what}, is not an ancestor of what is planned`;
    case "unknown":
      return `it is unknown whether ${what}, is an ancestor of what is planned: this clone lacks the history`;
  }
}

const why: Readonly<Record<Exclude<Lineage, "behind">, string>> = {
  ahead: "a commit that is newer than what is planned",
  apart: "a commit that is not an ancestor of what is planned",
  unknown: "a commit that may not be an ancestor of what is planned",
};

/** What only such a commit says: `what` is half a sentence. */
export function cannotBeDecided(lineage: Exclude<Lineage, "behind">, what: string): string {
  return `it cannot be decided: only ${why[lineage]} says that ${what}`;
}
