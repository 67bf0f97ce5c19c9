/** Reads the part of one target from a plan's JSON: what would be created, and what could not be read. */

import type { Ended } from "./project.ts";
import { type Fields, isFields } from "./servers/http.ts";

/** One target's part of a plan. */
export interface PlannedTarget {
  /** The addresses of resources to create, without the target's name. */
  readonly creates: readonly string[];
  readonly updates: readonly string[];
  readonly removes: readonly string[];
  /** The addresses that cannot be written. */
  readonly unwritable: readonly string[];
  /** Resources that could not be read, each with the message of its problem. */
  readonly unknown: Readonly<Record<string, string>>;
}

/** Returns the plan that `plan --format json` has printed. Throws with the command's output if there is no plan. */
export function planOf({ out, err }: Ended): Fields {
  const plan: unknown = out.startsWith("{") ? JSON.parse(out) : undefined;
  if (!isFields(plan) || plan.format !== "trueup.plan") throw new Error(`no plan: ${out}${err}`);
  return plan;
}

/** Returns a target's part of a plan. */
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
