/** The schema of `changedSince`, which decides whether a target uses its product's change log. */

import { z } from "zod";

/** The schema of `changedSince`. */
export const changedSinceSchema = z
  .union([z.boolean(), z.literal("assumed")])
  .describe(
    "true: trueup does not read resources again that the product's change log shows as " +
      "unchanged since an earlier run here. assumed: the same, also for kinds whose changes the " +
      "log is only assumed to contain. Products with a log: Meraki. Default: false.",
  );
