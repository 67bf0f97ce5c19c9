/** That base is not believed, and what follows from it: the first that a plan says. */

import type { BaseDoubt } from "../../model/plan.ts";

const consequences: Readonly<Record<BaseDoubt["lineage"], string>> = {
  ahead: [
    "This plan goes back: nothing that came since is removed or found by a new name.",
    "If that is meant, name the base yourself: --base REV.",
  ].join(" "),
  apart: [
    "On its word alone nothing is removed, and nothing is found by another name.",
    "Merge what was applied, or plan the branch that it is on.",
  ].join(" "),
  unknown: [
    "On its word alone nothing is removed, and nothing is found by another name.",
    "Fetch the history: in a workflow with fetch-depth: 0.",
  ].join(" "),
};

/** The sentences, where there is a doubt. */
export function baseDoubtText(doubt: BaseDoubt | undefined): readonly string[] {
  return doubt ? [`Base is in doubt: ${doubt.message}. ${consequences[doubt.lineage]}`] : [];
}
