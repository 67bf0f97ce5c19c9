/**
 * The live values that writes remove in addition to their declared changes, according to the drivers of their targets.
 * Pure.
 */

import type { DisplacedBy } from "../../model/sameness/displaced.ts";
import type { OpenTarget } from "./contract.ts";

/**
 * Returns a function that gives the live values that a resource's write removes in addition to the declared changes.
 * Its result is undefined if the resource's target is not in `targets`, or if the driver reports no such values.
 */
export function displacedOf(
  targets: ReadonlyMap<string, Pick<OpenTarget, "driver" | "dialect">>,
): DisplacedBy {
  return (resource, live) => {
    const open = targets.get(resource.target);
    return open?.driver.displaced?.(resource, live, open.dialect);
  };
}
