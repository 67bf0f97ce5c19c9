/**
 * The live values that writes remove in addition to their declared changes, according to the drivers of their targets.
 * Pure.
 */

import type { DisplacedBy } from "../../model/sameness/displaced.ts";
import type { OpenTarget } from "./contract.ts";

/**
 * For each resource, the live values that its write also removes. Undefined: its target is not among `targets`, or its
 * driver reports nothing.
 */
export function displacedOf(
  targets: ReadonlyMap<string, Pick<OpenTarget, "driver" | "dialect">>,
): DisplacedBy {
  return (resource, live) => {
    const open = targets.get(resource.target);
    return open?.driver.displaced?.(resource, live, open.dialect);
  };
}
