/** Catalog keys for the rows of the reply table of a product. Data only. */

import { z } from "zod";

const field = z.string().min(1).max(256);

/** A row of the reply table. The first row that matches decides. */
export const replyRow = z.strictObject({
  status: z
    .union([z.int().min(100).max(599), z.enum(["2xx", "3xx", "4xx", "5xx"])])
    .describe("The status of the answer, or its class, such as 4xx."),
  method: z
    .enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
    .exactOptional()
    .describe("The method of the request. Absent: any method."),
  text: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .exactOptional()
    .describe(
      "A text that the answer contains, or a list of texts of which it contains any; case-insensitive.",
    ),
  says: z
    .enum(["not ready"])
    .exactOptional()
    .describe("A phrase in the answer, in any of its usual forms: `isn't ready`, NETWORK_NOT_READY."),
  tag: field.exactOptional().describe("An error tag of the answer, or a member that it has."),
  means: z.enum([
    ...["accepted", "conflict", "contended", "refused", "lost", "absent"],
    ...["notReady", "throttled", "locked", "unavailable"],
  ] as const),
  code: z.string().exactOptional().describe("The code of the resulting problem."),
  hint: z
    .string()
    .max(300)
    .exactOptional()
    .describe("The hint that people see: what they can do about the problem."),
});
