/** Determines which changes of a plan were reviewed: those that an earlier plan contains with the same values. Pure. */

import type { Address } from "../model/address.ts";
import { type Change, removedObject } from "../model/change.ts";
import { type Json, sameJson } from "../model/json.ts";
import { holdsUnkeyed } from "../model/live/hidden.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { TakenAlong } from "../model/plan/step.ts";

/** A plan read from a file, reduced to what an approval of its changes needs. */
export interface ReviewedPlan {
  readonly changes: readonly ReviewedChange[];
  readonly steps: readonly ReviewedStep[];
}

/** A change as read from a plan file. */
export interface ReviewedChange {
  readonly action: Change["action"];
  readonly address: string;
  /** The scope of the changed resource, such as its organization. */
  readonly scope?: Json | undefined;
  /** The content that is sent: see `Change.wire`. */
  readonly wire?: string | undefined;
  readonly differences?: readonly ReviewedDifference[];
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
  /**
   * For a removal, the ids of the live object. Files of earlier versions do not contain them, so such files approve no
   * removal.
   */
  readonly ids?: readonly string[] | undefined;
}

/** A step as read from a plan file. */
interface ReviewedStep {
  readonly address: string;
  readonly takes?: readonly TakenAlong[] | undefined;
}

interface ReviewedDifference {
  readonly path: string;
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
}

/**
 * Returns the changes that none of the reviewed plans contains. Two changes are the same if they have the same address,
 * scope and requests (`Change.wire`), and the same values that decide what is created, overwritten or destroyed:
 *
 * | action | the same                                                                                   |
 * |--------|--------------------------------------------------------------------------------------------|
 * | create | the declared value                                                                         |
 * | update | the fields, and the declared and live value of each                                        |
 * | remove | the live object, by its ids, and its value; nothing is removed that the reviewed plan left |
 *
 * A change whose live value contains a hidden value without a digest is never the same (`isUnknownLive`).
 */
export function unreviewed(
  { changes, steps }: Pick<Plan, "changes" | "steps">,
  reviewed: readonly ReviewedPlan[],
): readonly Change[] {
  const known = Map.groupBy(reviewed.flatMap(approvals), ({ change }) => change.address);
  const taken = new Map<Address, readonly TakenAlong[]>();
  for (const { address, takes = [] } of steps) taken.set(address, takes);
  return changes.filter((change) => {
    const takes = taken.get(change.address) ?? [];
    return !known
      .get(change.address)
      ?.some((one) => isSame(one.change, change) && takesNoMore(takes, one.takes));
  });
}

interface ApprovedChange {
  readonly change: ReviewedChange;
  readonly takes: readonly TakenAlong[];
}

function approvals({ changes, steps }: ReviewedPlan): readonly ApprovedChange[] {
  const taken = new Map(steps.map(({ address, takes = [] }) => [address, takes]));
  return changes.map((change) => ({ change, takes: taken.get(change.address) ?? [] }));
}

function isSame(one: ReviewedChange, change: Change): boolean {
  const { scope } = change.action === "remove" ? change.base : change.desired;
  if (isUnknownLive(change)) return false;
  if (one.action !== change.action || one.wire !== change.wire || !sameJson(one.scope, scope)) return false;
  switch (change.action) {
    case "create":
      return sameJson(one.desired, change.desired.value);
    case "update":
      return sameFields(one.differences ?? [], change.differences);
    case "remove":
      return sameJson(one.ids, removedObject(change)) && sameJson(one.live, change.live.value);
  }
}

/** True if it is unknown whether the value to be overwritten or destroyed is the reviewed one. */
export function isUnknownLive(change: Change): boolean {
  switch (change.action) {
    case "create":
      return false;
    case "update":
      return change.differences.some(({ live }) => holdsUnkeyed(live));
    case "remove":
      return holdsUnkeyed(change.live.value);
  }
}

function takesNoMore(takes: readonly TakenAlong[], reviewed: readonly TakenAlong[]): boolean {
  const known = new Set(reviewed.map(({ kind, identity }) => `${kind} ${identity}`));
  return takes.every(({ kind, identity }) => known.has(`${kind} ${identity}`));
}

function sameFields(one: readonly ReviewedDifference[], other: readonly ReviewedDifference[]): boolean {
  const known = new Map(one.map((field) => [field.path, field]));
  return (
    known.size === other.length &&
    other.every(({ path, desired, live }) => {
      const field = known.get(path);
      return field !== undefined && sameJson(field.desired, desired) && sameJson(field.live, live);
    })
  );
}
