/** Limits the cost of reading input that others have written. A signal ends the work, even if the input is small. */

import { loadBounds } from "../load/bounds.ts";
import { Meter } from "../model/meter.ts";
import { computed, fromFiles } from "../runtime/signals.ts";

/** Runs synchronous work on files of a project that `load` does not read. */
export function reading<T>(work: () => T): Promise<T> {
  const meter = new Meter(loadBounds(0), "all files of one folder");
  return computed(fromFiles, () => meter.during(work));
}
