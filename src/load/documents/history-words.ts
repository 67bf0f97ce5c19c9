/** The schema for one apply in the document of a history. */

import { z } from "zod";
import { addressWord as address } from "./output-words.ts";

const count = z.int().min(0);

/** One apply, as `trueup history` prints it. */
export const historyEntry = z.looseObject({
  back: count.describe("0 is the newest."),
  onlyHere: z.literal(true).optional().describe("The remote does not have it."),
  run: z.string().describe("A name that no other apply has."),
  started: z.string().optional().describe("ISO 8601, in UTC."),
  ended: z.string().describe("ISO 8601, in UTC."),
  actor: z.string(),
  url: z.string().optional().describe("The URL of the run."),
  tool: z.string().describe("The version of trueup."),
  commit: z.string(),
  before: z.string().optional().describe("The commit that was applied before."),
  fingerprint: z.string().describe("Of the plan."),
  approval: z.enum(["fingerprint", "plans", "asked", "nobody"]).optional(),
  consents: z.array(z.string()).optional().describe("The guards for which consent was given."),
  only: z.array(z.string()).optional().describe("The globs that limited it."),
  ending: z.enum(["applied", "partly", "failed", "interrupted", "takenBack", "unchanged", "unknown"]),
  counts: z.record(z.string(), count).describe("The number of steps for each result."),
  leftBehind: count.optional().describe("Resources that are not as the commit declares."),
  changes: z.array(
    z.looseObject({
      address,
      action: z.enum(["create", "update", "remove"]),
      outcome: z.enum(["applied", "converged", "failed", "unknown", "skipped", "takenBack"]),
      fields: z.array(z.string()).optional().describe("For an update: JSON pointers, without values."),
      moreFields: count.optional().describe("Fields that are not listed."),
    }),
  ),
  omitted: count.describe("Changes that are not listed, because there are too many."),
});
