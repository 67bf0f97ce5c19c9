/** Catalog keys for request parameters. Data only. */

import { z } from "zod";

/** Query parameters by name. */
export const query = z
  .record(z.string().min(1).max(128), z.string().max(1024))
  .describe(
    "Query parameters. Words in braces are replaced as in paths; {startTime} and {endTime} are a " +
      "time range, in milliseconds since 1970. A parameter with a word that has no value is left out.",
  );
