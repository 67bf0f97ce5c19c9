/** Whether a target goes by its product's change log: the schema of `changedSince`. */

import { z } from "zod";

/** The schema of `changedSince`. */
export const changedSinceSchema = z
  .boolean()
  .describe(
    "true: what the product's change log says is unchanged since an earlier run in this checkout is not read " +
      "again. Products with a log: Meraki. Default: false.",
  );
