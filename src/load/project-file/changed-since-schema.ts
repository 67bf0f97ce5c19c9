/** Whether a target uses its product's change log: the schema of `changedSince`. */

import { z } from "zod";

/** The schema of `changedSince`. */
export const changedSinceSchema = z
  .union([z.boolean(), z.literal("assumed")])
  .describe(
    "true: what the product's change log says is unchanged since an earlier run in this checkout is not read " +
      "again. assumed: also of kinds of which it is only assumed that the log tells of each change. Products with a " +
      "log: Meraki. Default: false.",
  );
