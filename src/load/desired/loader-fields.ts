/** Fields of entries that the loader itself reads: they belong to no kind, and are never sent. */

import { z } from "zod";

/**
 * The schema of the fields that the loader itself reads. `Section.loaderFields` determines which of them a section
 * allows.
 */
export const loaderFields = z.strictObject({
  site: z
    .string()
    .min(1)
    .optional()
    .describe("The controller's site it belongs to: for health gates and waves. Not sent."),
  protect: z.boolean().optional().describe("true: trueup never removes it."),
  ownership: z
    .enum(["declared", "exclusive"])
    .optional()
    .describe("exclusive: the next write removes undeclared live data. Default: declared."),
  keys: z
    .record(
      z.string().startsWith("/", "must start with /"),
      z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    )
    .optional()
    .describe("Data path of a list: the leaf, or leaves, that identify its elements."),
  allowUnknown: z
    .array(z.union([z.string().min(1), z.number()]))
    .min(1)
    .optional()
    .describe(
      "Words in this entry and its children that are intended, although they look like typos " +
        "of words that trueup knows.",
    ),
  vars: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      "Variables for the expressions of this entry and its children. They override those of the file.",
    ),
});

/** The name of a loader field. */
export type LoaderField = keyof typeof loaderFields.shape;
