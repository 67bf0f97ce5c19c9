/** The schema for one apply in the document of a history. */

import { z } from "zod";
import { addressWord as address } from "./output-words.ts";

const count = z.int().min(0);

/** One apply, as `trueup history` prints it. */
export const historyEntry = z.looseObject({
  back: count.describe("The number of the apply, counted back: 0 is the newest."),
  onlyHere: z.literal(true).optional().describe("True if the remote does not have this entry."),
  run: z.string().describe("The unique name of the apply."),
  started: z.string().optional().describe("When the apply began: ISO 8601, in UTC."),
  ended: z.string().describe("When the apply ended: ISO 8601, in UTC."),
  actor: z.string(),
  url: z.string().optional().describe("The URL of the CI run."),
  tool: z.string().describe("The version of trueup."),
  commit: z.string(),
  before: z.string().optional().describe("The commit that was applied before."),
  fingerprint: z.string().describe("The plan's fingerprint."),
  approval: z.enum(["fingerprint", "plans", "asked", "nobody"]).optional(),
  consents: z.array(z.string()).optional().describe("The guards for which consent was given."),
  only: z.array(z.string()).optional().describe("The globs of --only, which limited the apply."),
  ending: z.enum(["applied", "partly", "failed", "interrupted", "takenBack", "unchanged", "unknown"]),
  counts: z.record(z.string(), count).describe("The number of steps for each result."),
  leftBehind: count.optional().describe("The number of resources that are not as the commit declares."),
  changes: z.array(
    z.looseObject({
      address,
      action: z.enum(["create", "update", "remove"]),
      outcome: z.enum(["applied", "converged", "failed", "unknown", "skipped", "takenBack"]),
      fields: z
        .array(z.string())
        .optional()
        .describe("For an update: the changed fields, as JSON pointers without values."),
      moreFields: count.optional().describe("The number of further changed fields, which are not listed."),
    }),
  ),
  omitted: count.describe("The number of changes that are not listed, because there are too many."),
});
