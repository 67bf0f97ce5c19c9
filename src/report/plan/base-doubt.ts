/** That base is not believed, and what follows from it: the first that a plan says. */

import type { BaseDoubt } from "../../model/plan.ts";

const consequences: Readonly<Record<BaseDoubt["lineage"], string>> = {
  ahead: [
    "This plan goes back: trueup removes nothing that was added since, and finds nothing by a new name.",
    "If that is meant, name the base yourself: --base REV.",
  ].join(" "),
  apart: [
    "On that alone trueup removes nothing, and finds nothing by another name.",
    "Merge what was applied, or plan the branch that it is on.",
  ].join(" "),
  unknown: [
    "On that alone trueup removes nothing, and finds nothing by another name.",
    "Fetch the history: in a workflow with fetch-depth: 0.",
  ].join(" "),
};

/** The sentences, where there is a doubt. */
export function baseDoubtText(doubt: BaseDoubt | undefined): readonly string[] {
  return doubt ? [`Base is in doubt: ${doubt.message}. ${consequences[doubt.lineage]}`] : [];
}
