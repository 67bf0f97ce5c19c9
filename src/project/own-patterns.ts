/** The patterns of a project's own catalogs and mappings: a foreign pattern never blocks a run. */

import { linearPattern } from "../catalog/patterns/linear.ts";
import type { PatternReader } from "../catalog/patterns/pattern.ts";
import { boundedPattern } from "../runtime/bounded-pattern.ts";

/** Matched in linear time; if only JavaScript can match it, within a deadline and with the loader's warning. */
export const ownPattern: PatternReader = (source, use) =>
  linearPattern(source, use) ?? boundedPattern(source, use);
