/** The blast radius of a plan: the networks, sites, devices and tenants that its steps affect. Pure. */

import { addressParts } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { TouchedThing } from "../../model/place.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { counted } from "../text/value.ts";

/** Names in code-unit order, each once. Networks, devices and tenants are given by their keys, sites by their names. */
export interface BlastRadius {
  readonly networks: readonly string[];
  readonly sites: readonly string[];
  readonly devices: readonly string[];
  readonly tenants: readonly string[];
}

/**
 * The objects that the plan's steps affect, and the declared devices that they are pushed to. Sites are only known for
 * resources that declare one.
 */
export function blastRadius(plan: Plan): BlastRadius {
  const written = new Set(plan.steps.flatMap(({ because }) => because));
  const touched = plan.changes.filter(({ address }) => written.has(address));
  const words = (what: TouchedThing) => distinct(touched.flatMap((change) => keysOf(plan, change, what)));
  const sites = distinct(touched.map((change) => resourceOf(change).site));
  const pushed = touched.flatMap(({ address }) => plan.pushed?.[address] ?? []);
  const devices = distinct([...words("device"), ...pushed]);
  return { networks: words("network"), sites, devices, tenants: words("tenant") };
}

/** The counts: `2 networks, 1 site`; empty if nothing that counts is affected. */
export function blastText(radius: BlastRadius): string {
  return blastCounts(radius)
    .map(({ count, what }) => counted(count, what))
    .join(", ");
}

/** The non-empty lists, each with the noun for its members. */
export function blastCounts({ networks, sites, devices, tenants }: BlastRadius) {
  const lists = [
    { what: "network", names: networks },
    { what: "site", names: sites },
    { what: "device", names: devices },
    { what: "tenant", names: tenants },
  ];
  return lists
    .filter(({ names }) => names.length > 0)
    .map(({ what, names }) => ({ what, names, count: names.length }));
}

/** The keys of affected objects in a change: its own, or its ancestors'. */
function keysOf({ touched = {} }: Plan, change: Change, what: TouchedThing): readonly string[] {
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
