/** The batches of a product, in the form that its catalog says. */

import type { BatchSession } from "../../contract/batch-session.ts";
import type { RestContext } from "../context.ts";
import { actionBatches } from "./action-batches.ts";
import { listForm } from "./lists.ts";
import { togetherIn } from "./together.ts";
import { treeForm } from "./trees.ts";

/** Undefined where the product takes no batches. */
export function batchingOf(on: RestContext): BatchSession | undefined {
  const { batches } = on.dialect.product;
  switch (batches?.by) {
    case undefined:
      return undefined;
    case "actions":
      return actionBatches(on, batches);
    case "tree":
      return togetherIn(on, { ...batches, ...treeForm(on, batches) });
    case "list":
      return togetherIn(on, { ...batches, ...listForm(on, batches) });
  }
}
