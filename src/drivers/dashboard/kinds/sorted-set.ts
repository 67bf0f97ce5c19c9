/** Sets in one spelling: sorted, each once. */

import type { Json } from "../../../model/json.ts";

/** The texts of a set in order, each once; a list of anything else stays as it is. */
export function sortedSet(members: readonly Json[]): readonly Json[] {
  return members.every((member) => typeof member === "string") ? [...new Set(members)].sort() : members;
}
