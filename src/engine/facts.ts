/** What planning must know about targets: their kinds, limits and thresholds. */

import type { OpenTarget } from "../drivers/contract/contract.ts";
import type { SentChange } from "../drivers/contract/write.ts";
import type { Step } from "../model/plan/step.ts";
import type { TargetFacts } from "../plan/prerequisites.ts";
import { concurrencyOf, requestsPerSecond } from "./target-limits.ts";

/** Returns what planning must know about a target. */
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
    ownLimit: target.limits.requestsPerSecond,
    concurrency,
    removals,
    requestsOf: (change) => driver.requestsOf?.(change, dialect) ?? 1,
    seesDisplaced: driver.seesDisplaced?.(dialect),
    remakes: (change) => remakesOf({ driver, dialect, kinds }, change),
    movedPlaces: (sides) => driver.movedPlaces?.(sides, dialect),
    references: (resource) => driver.references?.(resource, dialect),
    displaced: (resource, live) => driver.displaced?.(resource, live, dialect),
    mayDiffer: (resource, place) =>
      driver.mayDiffer?.(resource, place, dialect) ?? kinds.get(resource.kind)?.mayDiffer?.(place) ?? false,
  };
}

/**
 * Returns the elements that an update removes and recreates, and when they are missing in between. On a product that
 * deploys changes, they are missing only if somebody deploys in between. On devices and all other products, they are
 * missing until they are recreated.
 */
function remakesOf(
  { driver, dialect, kinds }: Pick<OpenTarget, "driver" | "dialect"> & Pick<TargetFacts, "kinds">,
  change: SentChange,
): Step["remakes"] {
  const { live, desired } = change;
  if (change.operation !== "update" || live === undefined || desired === undefined) return undefined;
  const own = driver.remade?.(change, dialect);
  const of = own ?? kinds.get(change.kind)?.remade?.(live, desired) ?? [];
  if (of.length === 0) return undefined;
  return { of, missing: own === undefined && dialect.finishing ? "deployed" : "between" };
}
