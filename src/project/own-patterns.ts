/** The regular expressions in a project's own catalogs and mappings. They can never block a run. */

import { linearPattern } from "../catalog/patterns/linear.ts";
import type { PatternReader } from "../catalog/patterns/pattern.ts";
import { boundedPattern } from "../runtime/bounded-pattern.ts";

/**
 * Returns a pattern that is matched in linear time. An expression that only JavaScript can match gets a deadline, and
 * the loader warns about it.
 */
export const ownPattern: PatternReader = (source, use) =>
  linearPattern(source, use) ?? boundedPattern(source, use);
