/** The patterns of a project's own catalogs and mappings: what somebody else wrote never holds a run up. */

import { linearPattern } from "../catalog/patterns/linear.ts";
import type { PatternReader } from "../catalog/patterns/pattern.ts";
import { boundedPattern } from "../runtime/bounded-pattern.ts";

/** Matched in linear time; within a deadline where only JavaScript can match it, of which the loader warns. */
export const ownPattern: PatternReader = (source, use) =>
  linearPattern(source, use) ?? boundedPattern(source, use);
