/** Catalog keys for paging. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

const field = z.string().min(1).max(256);

const size = z
  .strictObject({
    parameter: field.describe("The parameter that asks for it."),
    value: z.int().min(1).describe("How many."),
  })
  .exactOptional()
  .describe("How many records a page is asked to hold. Default: as the product decides.");

/** How the pages of a list follow each other. Links to the next page are followed in any case. */
export const pages = z.discriminatedUnion("by", [
  z
    .strictObject({
      by: z.literal("answer"),
      size,
      next: field
        .exactOptional()
        .describe("The field with the next page; looked at before the usual places."),
      total: field.exactOptional().describe("The field with the number of all records."),
      counted: z
        .strictObject({
          header: z
            .string()
            .regex(/^[a-z0-9-]{1,64}$/, "must be the name of a header in lower case")
            .describe("Its name."),
          of: z.enum(["auto", "items", "pages", "page"]).describe("What it counts."),
        })
        .exactOptional()
        .describe(
          "A header that counts all records, all pages, or those of a page. auto: any of them that fits.",
        ),
    })
    .describe("A Link header or a field leads on, or there is one page."),
  z
    .strictObject({
      by: z.literal("after"),
      size,
      parameter: field.describe("The parameter that takes the id of the last record."),
      next: field
        .exactOptional()
        .describe("The field with the next page; looked at before the usual places."),
      total: field.exactOptional().describe("The field with the number of all records."),
    })
    .describe("A page after a record."),
  z
    .strictObject({
      by: z.literal("offset"),
      offset: field.describe("The parameter of the first record's position."),
      limit: field.describe("The parameter of how many are asked for."),
      size: z.int().min(1).describe("How many records a page is asked to hold."),
      first: z.literal([0, 1]).exactOptional().describe("Where counting begins. Default: 0."),
      total: field.exactOptional().describe("The field with the number of all records."),
      count: z
        .strictObject({
          path: path.describe("Where it is read."),
          at: field.describe("The field with the number."),
        })
        .exactOptional()
        .describe("A separate request for the count, against which the list is checked."),
    })
    .describe("Records from a position on."),
  z
    .strictObject({
      by: z.literal("page"),
      page: field.describe("The parameter of the page's number."),
      limit: field.exactOptional().describe("The parameter of how many are asked for."),
      size: z.int().min(1).describe("How many records a page is asked to hold."),
      first: z.literal([0, 1]).exactOptional().describe("The number of the first page. Default: 0."),
      total: field.exactOptional().describe("The field with the number of all records."),
    })
    .describe("Numbered pages."),
  z
    .strictObject({
      by: z.literal("cursor"),
      parameter: field.describe("The parameter that takes the cursor."),
      at: field.describe("The field of the page with what the next one is asked with."),
    })
    .describe("A cursor from page to page."),
]);

/** Paging, as in a file. */
export type Pages = z.infer<typeof pages>;
