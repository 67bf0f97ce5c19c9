/**
 * Guards against a base that cannot be trusted: the last applied commit is not an ancestor of the planned one. Pure.
 */

import type { Guard } from "./finding.ts";

/**
 * Triggers if the planned commit is not known to descend from the last applied one. If the planned commit is an
 * ancestor of the last applied one, this is a rollback and no danger.
 */
export const base: Guard = ({ doubt, undecided = [] }) =>
  !doubt || doubt.lineage === "ahead"
    ? undefined
    : { guard: "base", message: doubt.message, addresses: undecided.map(({ address }) => address) };
