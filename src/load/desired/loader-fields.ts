/** Fields of entries that the loader itself reads. They belong to no kind, and are never sent. */

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
    .describe("The controller's site to which the resource belongs, for health and waves. It is not sent."),
  protect: z.boolean().optional().describe("If true, trueup never removes this resource. Default: false."),
  ownership: z
    .enum(["declared", "exclusive"])
    .optional()
    .describe(
      "exclusive: the next write also removes undeclared live data. Default: declared, which keeps that data.",
    ),
  keys: z
    .record(
      z.string().startsWith("/", "must start with /"),
      z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    )
    .optional()
    .describe("By the data path of a list: the leaf, or leaves, that identify the list's elements."),
  allowUnknown: z
    .array(z.union([z.string().min(1), z.number()]))
    .min(1)
    .optional()
    .describe(
      "Names and values in this entry and its children that are intended, although they look like typos " +
        "of those that trueup knows.",
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
