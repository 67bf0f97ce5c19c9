/** The counts of an environment, in words. */

import type { EnvironmentCounts } from "../../views/environments.ts";
import { numberText } from "../frame.ts";

/** The counts in words, such as `12 drifted, 3 pending`; empty if everything is as declared. */
export function countWords(counts: EnvironmentCounts): string {
  const all: readonly (readonly [number, string])[] = [
    [counts.conflicts, "in conflict"],
    [counts.drifted, "drifted"],
    [counts.unknown, "unknown"],
    [counts.unwritable, "cannot be written"],
    [counts.held, "held"],
    [counts.pending, "pending"],
    [counts.notDue, "not due yet"],
  ];
  return all.flatMap(([count, what]) => (count === 0 ? [] : [`${numberText(count)} ${what}`])).join(", ");
}
