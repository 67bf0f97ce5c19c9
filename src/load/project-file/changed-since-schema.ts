/** The schema of `changedSince`, which decides whether a target uses its product's change log. */

import { z } from "zod";

/** The schema of `changedSince`. */
export const changedSinceSchema = z
  .union([z.boolean(), z.literal("assumed")])
  .describe(
    "true: if the product's change log shows that a resource has not changed since an earlier run on this " +
      "machine, trueup does not read it again. assumed: the same also for kinds whose changes are only " +
      "assumed to be in the log. Products with a change log: Meraki. Default: false.",
  );
