/** The batches of a product, in the form that its catalog says. */

import type { BatchSession } from "../../batch-session.ts";
import { actionBatches } from "./action-batches.ts";
import { listForm } from "./lists.ts";
import type { BatchingOptions } from "./options.ts";
import { togetherIn } from "./together.ts";
import { treeForm } from "./trees.ts";

/** Undefined where the product takes no batches. */
export function batchingOf(options: BatchingOptions): BatchSession | undefined {
  const { batches } = options.dialect.product;
  switch (batches?.by) {
    case undefined:
      return undefined;
    case "actions":
      return actionBatches(options, batches);
    case "tree":
      return togetherIn(options, { ...batches, ...treeForm(options, batches) });
    case "list":
      return togetherIn(options, { ...batches, ...listForm(options, batches) });
  }
}
