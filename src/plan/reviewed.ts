/** Which changes of a plan someone has reviewed: those that an earlier plan has with the same values. Pure. */

import type { Change } from "../model/change.ts";
import { type Json, sameJson } from "../model/json.ts";

/** A change as a plan file has it. */
export interface ReviewedChange {
  readonly action: Change["action"];
  readonly address: string;
  /** The words of its place, such as its organization. */
  readonly scope?: Json | undefined;
  readonly differences?: readonly ReviewedDifference[];
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
}

interface ReviewedDifference {
  readonly path: string;
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
}

/**
 * The changes that none of the reviewed ones is the same as. The same: the same address and place, and for each
 * action what the fingerprint covers of it.
 *
 * | action | the same                                               |
 * |--------|--------------------------------------------------------|
 * | create | the declared value                                     |
 * | update | the fields, and the declared and live value of each    |
 * | remove | the live value                                         |
 */
export function unreviewed(
  changes: readonly Change[],
  reviewed: readonly ReviewedChange[],
): readonly Change[] {
  const known = Map.groupBy(reviewed, ({ address }) => address);
  return changes.filter((change) => !known.get(change.address)?.some((one) => isSame(one, change)));
}

function isSame(one: ReviewedChange, change: Change): boolean {
  const { scope } = change.action === "remove" ? change.base : change.desired;
  if (one.action !== change.action || !sameJson(one.scope, scope)) return false;
  switch (change.action) {
    case "create":
      return sameJson(one.desired, change.desired.value);
    case "update":
      return sameFields(one.differences ?? [], change.differences);
    case "remove":
      return sameJson(one.live, change.live.value);
  }
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
