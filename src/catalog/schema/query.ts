/** Catalog keys for request parameters. Data only. */

import { z } from "zod";

/** Query parameters by name. */
export const query = z
  .record(z.string().min(1).max(128), z.string().max(1024))
  .describe(
    "Query parameters; words in braces as in paths, and {startTime}, {endTime}: a time range, " +
      "in milliseconds since 1970. A parameter with an unknown word is left out.",
  );
