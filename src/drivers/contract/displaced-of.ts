/** What writes remove besides what they declare, by the drivers of their targets. Pure. */

import type { DisplacedBy } from "../../model/sameness/displaced.ts";
import type { OpenTarget } from "./contract.ts";

/** By resource. Undefined: its target is not among `targets`, or its driver reports nothing. */
export function displacedOf(
  targets: ReadonlyMap<string, Pick<OpenTarget, "driver" | "dialect">>,
): DisplacedBy {
  return (resource, live) => {
    const open = targets.get(resource.target);
    return open?.driver.displaced?.(resource, live, open.dialect);
  };
}
