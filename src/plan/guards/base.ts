/** A base that is not believed: what was applied last is not an ancestor of what is planned. Pure. */

import type { Guard } from "./finding.ts";

/** Found when the planned commit may not come after the one that was applied last. Going back is not a danger. */
export const base: Guard = ({ doubt, undecided = [] }) =>
  !doubt || doubt.lineage === "ahead"
    ? undefined
    : { guard: "base", message: doubt.message, addresses: undecided.map(({ address }) => address) };
