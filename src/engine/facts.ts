/** What planning must know of targets: their kinds, limits and thresholds. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { TargetFacts } from "../plan/prerequisites.ts";
import { concurrencyOf, requestsPerSecond } from "./target-limits.ts";

/** What planning must know of a target. */
export function factsOf({
  target,
  driver,
  dialect,
}: Pick<OpenTarget, "target" | "driver" | "dialect">): TargetFacts {
  const kinds = new Map(driver.kinds.map((kind) => [kind.name, kind]));
  const rate = requestsPerSecond(target, dialect.limits.requestsPerSecond);
  const removals = target.guards?.removals;
  const concurrency = concurrencyOf(target, dialect.limits);
  return {
    url: target.url,
    kinds,
    dialect,
    requestsPerSecond: rate,
    concurrency,
    removals,
    requestsOf: (change) => driver.requestsOf?.(change, dialect) ?? 1,
    movedPlaces: (sides) => driver.movedPlaces?.(sides, dialect),
    references: (resource) => driver.references?.(resource, dialect),
    displaced: (resource, live) => driver.displaced?.(resource, live, dialect),
    mayDiffer: (resource, place) =>
      driver.mayDiffer?.(resource, place, dialect) ?? kinds.get(resource.kind)?.mayDiffer?.(place) ?? false,
  };
}
