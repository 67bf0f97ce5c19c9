/** A plan as JSON, read for one target: what would be created, and what nobody could read. */

import type { Ended } from "./project.ts";
import { type Fields, isFields } from "./servers/http.ts";

/** What a plan says of one target. */
export interface PlannedTarget {
  /** Addresses, without the name of the target. */
  readonly creates: readonly string[];
  readonly updates: readonly string[];
  readonly removes: readonly string[];
  /** What cannot be written. */
  readonly unwritable: readonly string[];
  /** What could not be read, with the message of its problem. */
  readonly unknown: Readonly<Record<string, string>>;
}

/** The plan that `plan --format json` printed; throws with what it said where it made none. */
export function planOf({ out, err }: Ended): Fields {
  const plan: unknown = out.startsWith("{") ? JSON.parse(out) : undefined;
  if (!isFields(plan) || plan.format !== "trueup.plan") throw new Error(`no plan: ${out}${err}`);
  return plan;
}

/** What the plan says of a target. */
export function plannedOf(plan: Fields, target: string): PlannedTarget {
  const changes = records(plan.changes).filter((each) => each.target === target || inTarget(each, target));
  const named = (action: string) =>
    changes.filter((each) => each.action === action).map((each) => keyOf(each));
  const unknown = records(plan.unknown).filter((each) => inTarget(each, target));
  return {
    creates: named("create"),
    updates: named("update"),
    removes: named("remove"),
    unwritable: records(plan.unwritable)
      .filter((each) => inTarget(each, target))
      .map((each) => keyOf(each)),
    unknown: Object.fromEntries(unknown.map((each) => [keyOf(each), JSON.stringify(each)])),
  };
}

function records(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

function inTarget({ address }: Fields, target: string): boolean {
  return typeof address === "string" && address.startsWith(`${target}/`);
}

function keyOf({ address }: Fields): string {
  return typeof address === "string" ? address.slice(address.indexOf("/") + 1) : "";
}
