/** Compares two plans: which changes were added, removed or modified, and why. Pure. */

import { type Change, type Difference, removedObject } from "../../model/change.ts";
import { type Json, sameJson } from "../../model/json.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { besideEachOther } from "../text/difference.ts";
import { fieldName, nameShown } from "../text/value.ts";

/** A change as it is stored in plan files. */
export interface ApprovedChange {
  readonly action: Change["action"];
  readonly address: string;
  readonly wire?: string | undefined;
  readonly differences?: readonly ApprovedDifference[];
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
  readonly ids?: readonly string[] | undefined;
}

/** A difference as it is stored in plan files. */
type ApprovedDifference = Pick<Difference, "path"> & {
  readonly desired?: Json | undefined;
  readonly live?: Json | undefined;
};

/** A line for each change or field that differs from the approved plan, in address order. */
export function movedLines(
  approved: readonly ApprovedChange[],
  { changes }: Pick<Plan, "changes">,
): readonly string[] {
  const before = new Map(approved.map((change) => [change.address, change]));
  const now = new Map<string, Change>(changes.map((change) => [change.address, change]));
  const all = [...new Set([...before.keys(), ...now.keys()])].sort();
  return all.flatMap((address) => {
    const [was, is] = [before.get(address), now.get(address)];
    const name = nameShown(address);
    if (!was && is) return [`+ ${is.action} ${name}: new in the plan`];
    if (was && !is) return [`- ${was.action} ${name}: no longer in the plan`];
    if (!was || !is) return [];
    const lines = changedLines(was, is, name);
    const isSentOtherwise = lines.length === 0 && was.wire !== is.wire;
    return isSentOtherwise ? [`~ ${is.action} ${name}: ${otherRequests}`] : lines;
  });
}

const otherRequests = "its requests differ from the reviewed ones (`trueup plan --requests`)";

function changedLines(was: ApprovedChange, is: Change, name: string): readonly string[] {
  if (was.action !== is.action)
    return [`~ ${name}: the reviewed plan would ${was.action} it, this one would ${is.action} it`];
  switch (is.action) {
    case "create":
      return sameJson(was.desired, is.desired.value) ? [] : [`~ create ${name}: Git declares other values`];
    case "remove":
      return removalLines(was, is).map((line) => `~ remove ${name}: ${line}`);
    case "update":
      return fieldLines(was.differences ?? [], is.differences).map((line) => `~ update ${name}: ${line}`);
  }
}

function removalLines(
  was: ApprovedChange,
  is: Extract<Change, { readonly action: "remove" }>,
): readonly string[] {
  // Plan files of earlier versions contain no ids.
  if (was.ids && !sameJson(was.ids, removedObject(is)))
    return ["the live name now belongs to another object"];
  return sameJson(was.live, is.live.value) ? [] : ["the live state has changed"];
}

function fieldLines(was: readonly ApprovedDifference[], is: readonly Difference[]): readonly string[] {
  const before = new Map(was.map((one) => [one.path, one]));
  const now = new Map(is.map((one) => [one.path, one]));
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => {
    const [one, other] = [before.get(path), now.get(path)];
    const field = fieldName(path);
    if (!one) {
      const [live, desired] = besideEachOther(other?.live, other?.desired);
      return [`${field} differs now too: ${live} → ${desired}`];
    }
    if (!other) return [`${field} no longer differs`];
    return [
      ...movedSide(`${field} in Git`, one.desired, other.desired),
      ...movedSide(`live ${field}`, one.live, other.live),
    ];
  });
}

function movedSide(what: string, was: Json | undefined, is: Json | undefined): readonly string[] {
  if (sameJson(was, is)) return [];
  const [before, now] = besideEachOther(was, is);
  return [`${what} was ${before}, is ${now}`];
}
