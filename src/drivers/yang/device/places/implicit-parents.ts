/** What a path leads through that is there only where it was made: inside it alone a default holds. Pure. */

import { isEntryStep, names, type TreeStep } from "../kinds/data-path.ts";
import type { DeviceModel } from "../model.ts";
import { nodeOf } from "./nodes.ts";

/**
 * The steps down to the innermost entry of a list, or container that means something by being there, above the end of
 * a path. A default is in use where that is there (RFC 7950, 7.6.1). Undefined: there is none on the way.
 */
export function madeAround(
  device: Pick<DeviceModel, "schema">,
  path: readonly TreeStep[],
  sort?: "presence",
): readonly TreeStep[] | undefined {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const steps = path.slice(0, length);
    const last = steps.at(-1);
    if (last === undefined) continue;
    if (isEntryStep(last) ? sort === undefined : isPresence(device, steps)) return steps;
  }
  return undefined;
}

function isPresence(device: Pick<DeviceModel, "schema">, steps: readonly TreeStep[]): boolean {
  return nodeOf(device, names(steps))?.node.isPresence === true;
}
