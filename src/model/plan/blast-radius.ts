/** The blast radius of a plan: the networks, sites, devices and tenants that its steps affect. Pure. */

import { addressParts } from "../address.ts";
import type { Change } from "../change.ts";
import type { TouchedThing } from "../place.ts";
import type { Plan } from "./plan.ts";

/**
 * The names of everything that a plan affects, in code-unit order and without duplicates. Networks, devices and tenants
 * have their keys as names.
 */
export interface BlastRadius {
  readonly networks: readonly string[];
  readonly sites: readonly string[];
  readonly devices: readonly string[];
  readonly tenants: readonly string[];
  /** The number of further devices, at least: the product counts them but does not name them. Absent: none. */
  readonly moreDevices?: number | undefined;
}

/** The parts of a plan that decide what it affects. */
export type TouchingPlan = Pick<Plan, "steps" | "changes" | "touched" | "pushed" | "pushedMore">;

/**
 * Returns the objects that the plan's steps affect, and the live devices, declared or not, to which changes are pushed.
 * Sites are known only for resources that declare a site.
 */
export function blastRadius(plan: TouchingPlan): BlastRadius {
  const written = new Set(plan.steps.flatMap(({ because }) => because));
  const touched = plan.changes.filter(({ address }) => written.has(address));
  const words = (what: TouchedThing) => distinct(touched.flatMap((change) => keysOf(plan, change, what)));
  const sites = distinct(touched.map((change) => resourceOf(change).site));
  const pushed = touched.flatMap(({ address }) => plan.pushed?.[address] ?? []);
  const devices = distinct([...words("device"), ...pushed]);
  const more = Math.max(0, ...touched.map(({ address }) => plan.pushedMore?.[address] ?? 0));
  const radius = { networks: words("network"), sites, devices, tenants: words("tenant") };
  return more === 0 ? radius : { ...radius, moreDevices: more };
}

/** The keys of affected objects in a change: its own, or its ancestors'. */
function keysOf(
  { touched = {} }: Pick<Plan, "touched">,
  change: Change,
  what: TouchedThing,
): readonly string[] {
  const { target, kind, key } = addressParts(change.address);
  const isMeant = (word: string) => touched[`${target}/${word}`] === what;
  const around = Object.entries(resourceOf(change).scope).filter(([word]) => word !== kind && isMeant(word));
  return [...(isMeant(kind) ? [key] : []), ...around.map(([, name]) => name)];
}

function resourceOf(change: Change) {
  return change.action === "remove" ? change.base : change.desired;
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
