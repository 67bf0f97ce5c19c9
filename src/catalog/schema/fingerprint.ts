/** The words for how a product answers a request without a credential. Data only. */

import { z } from "zod";
import { plainPath } from "./paths.ts";

/** One request, and the answer to it that only this product gives. */
export const fingerprint = z.strictObject({
  path: plainPath.describe(
    "Read once, by GET and without a credential. It begins at the host, without the base path.",
  ),
  status: z.int().min(200).max(499).describe("The status of the answer."),
  fields: z
    .array(z.string().min(1).max(256))
    .min(1)
    .exactOptional()
    .describe("Fields that the answer has, as JSON; dots lead into objects."),
  texts: z
    .array(z.string().min(3).max(256))
    .min(1)
    .exactOptional()
    .describe("Texts that the answer has, all of them; case does not matter."),
  source: z.string().min(1).max(300).describe("Who says that it answers so."),
});

/** A fingerprint, as a file has it. */
export type Fingerprint = z.infer<typeof fingerprint>;
