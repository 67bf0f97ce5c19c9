/** The blast radius of a plan: which networks, sites, devices and tenants its steps touch. Pure. */

import { addressParts } from "../../model/address.ts";
import type { Change } from "../../model/change.ts";
import type { Plan } from "../../model/plan.ts";
import { counted } from "../text/value.ts";

/** Names in code-unit order, each once. Networks, devices and tenants by their keys, sites by their names. */
export interface BlastRadius {
  readonly networks: readonly string[];
  readonly sites: readonly string[];
  readonly devices: readonly string[];
  readonly tenants: readonly string[];
}

/** What the plan's steps touch. Sites are known of those that desired state says them of. */
export function blastRadius(plan: Plan): BlastRadius {
  const written = new Set(plan.steps.flatMap(({ because }) => because));
  const touched = plan.changes.filter(({ address }) => written.has(address));
  const words = (word: string) => distinct(touched.map((change) => wordOf(change, word)));
  const sites = distinct(touched.map((change) => resourceOf(change).site));
  return { networks: words("network"), sites, devices: words("device"), tenants: words("tenant") };
}

/** `2 networks, 1 site`; empty when nothing of that kind is touched. */
export function blastText(radius: BlastRadius): string {
  return blastCounts(radius)
    .map(({ count, what }) => counted(count, what))
    .join(", ");
}

/** The lists that are not empty, with the word for one of their members. */
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

function wordOf(change: Change, word: string): string | undefined {
  const { kind, key } = addressParts(change.address);
  return kind === word ? key : resourceOf(change).scope[word];
}

function resourceOf(change: Change) {
  return change.action === "remove" ? change.base : change.desired;
}

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
