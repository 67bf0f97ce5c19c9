/** Catalog keys for an ordered list whose elements the product stores individually. Data only. */

import { z } from "zod";

const field = z.string().min(1).max(256);

/** An ordered list of which each element is a separate object in the product. */
export const elements = z.strictObject({
  field: field.describe("The field with the list; its `identity` tells elements apart."),
  id: field.describe("The wire field of an element with its live id: `{element}` in paths."),
  groups: z
    .strictObject({
      field: field.describe("The field of an element with its group; `{group}` in queries."),
      order: z.array(z.string().min(1)).min(2).describe("The groups, from the first on."),
      default: z.string().min(1).describe("The group of an element that says none."),
    })
    .exactOptional()
    .describe("Parts of the list that follow each other."),
  within: z
    .strictObject({
      wire: field.describe("The wire field of a live element with it."),
      none: z.string().exactOptional().describe("What stands there where it is in none."),
    })
    .exactOptional()
    .describe(
      [
        "Parts of a group that people make by hand, such as categories: an element that is made again stays in its own",
        "where its place lets it; `{within}` in queries, which then have no `{group}`.",
      ].join(" "),
    ),
  readOnly: z
    .array(field)
    .exactOptional()
    .describe(
      [
        "Wire fields of an element that the server makes. With them all else that a live element shows, and no field",
        "knows, goes along as it is; without them it does not.",
      ].join(" "),
    ),
});

/** An ordered list, as in a file. */
export type ElementWords = z.infer<typeof elements>;
