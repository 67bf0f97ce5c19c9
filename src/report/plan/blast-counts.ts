/** The blast radius of a plan as counts with nouns. Pure. */

import type { BlastRadius } from "../../model/plan/blast-radius.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { visible } from "../text/escape.ts";
import { counted } from "../text/value.ts";

/** For each target whose devices could not be counted, a sentence that says so. */
export function unseenDevices({ pushedUnknown = {} }: Pick<Plan, "pushedUnknown">): readonly string[] {
  return Object.entries(pushedUnknown).map(
    ([target, why]) =>
      `it is unknown how many devices of ${visible(target)} this plan touches: ${visible(why)}`,
  );
}

/** The counts: `2 networks, 1 site`; empty if nothing that counts is affected. */
export function blastText(radius: BlastRadius): string {
  return blastCounts(radius)
    .map(({ count, what }) => counted(count, what))
    .join(", ");
}

/**
 * The lists that are not empty, each with the noun for its members. `more` is the number of further members, whose
 * names are unknown.
 */
export function blastCounts({ networks, sites, devices, tenants, moreDevices = 0 }: BlastRadius) {
  const lists = [
    { what: "network", names: networks, more: 0 },
    { what: "site", names: sites, more: 0 },
    { what: "device", names: devices, more: moreDevices },
    { what: "tenant", names: tenants, more: 0 },
  ];
  return lists
    .map(({ what, names, more }) => ({ what, names, more, count: names.length + more }))
    .filter(({ count }) => count > 0);
}
