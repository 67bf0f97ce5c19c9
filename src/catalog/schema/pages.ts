/** Catalog keys for paging. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

const field = z.string().min(1).max(256);

const size = z
  .strictObject({
    parameter: field.describe("The query parameter with the page size."),
    value: z.int().min(1).describe("The requested page size."),
  })
  .exactOptional()
  .describe("The query parameter and value of the page size. Default: those of the product.");

/** How the pages of a list follow each other. Links to the next page are always followed. */
export const pages = z.discriminatedUnion("by", [
  z
    .strictObject({
      by: z.literal("answer"),
      size,
      next: field
        .exactOptional()
        .describe("The field that leads to the next page. It is read before the usual fields."),
      total: field.exactOptional().describe("The field with the total number of records."),
      counted: z
        .strictObject({
          header: z
            .string()
            .regex(/^[a-z0-9-]{1,64}$/, "must be the name of a header in lower case")
            .describe("The name of the header."),
          of: z
            .enum(["auto", "items", "pages", "page"])
            .describe("The unit of the count: records, pages, or the records of a page."),
        })
        .exactOptional()
        .describe(
          "A header with a count. items: all records. pages: all pages. page: the records of this " +
            "page. auto: whichever of these the value matches.",
        ),
    })
    .describe(
      "Each answer leads to the next page, by a Link header or a field. Without either, the list has " +
        "one page.",
    ),
  z
    .strictObject({
      by: z.literal("after"),
      size,
      parameter: field.describe("The query parameter for the id of the previous page's last record."),
      next: field
        .exactOptional()
        .describe("The field that leads to the next page. It is read before the usual fields."),
      total: field.exactOptional().describe("The field with the total number of records."),
    })
    .describe("Each page is requested with the id of the previous page's last record."),
  z
    .strictObject({
      by: z.literal("offset"),
      offset: field.describe("The query parameter for the position of the first record."),
      limit: field.describe("The query parameter for the page size."),
      size: z.int().min(1).describe("The requested page size."),
      first: z
        .literal([0, 1])
        .exactOptional()
        .describe("The position of the first record of the list. Default: 0."),
      total: field.exactOptional().describe("The field with the total number of records."),
      count: z
        .strictObject({
          path: path.describe("The path that returns the count."),
          at: field.describe("The field with the count."),
        })
        .exactOptional()
        .describe("A separate request for the number of records, with which trueup compares the list."),
    })
    .describe("Each page is requested by the position of its first record."),
  z
    .strictObject({
      by: z.literal("page"),
      page: field.describe("The query parameter for the page number."),
      limit: field.exactOptional().describe("The query parameter for the page size."),
      size: z.int().min(1).describe("The requested page size."),
      first: z.literal([0, 1]).exactOptional().describe("The number of the first page. Default: 0."),
      total: field.exactOptional().describe("The field with the total number of records."),
    })
    .describe("Each page is requested by its number."),
  z
    .strictObject({
      by: z.literal("cursor"),
      parameter: field.describe("The query parameter for the cursor."),
      at: field.describe("The field of a page that holds the cursor of the next page."),
    })
    .describe("Each page is requested with the cursor from the previous page."),
]);

/** The keys of paging in a file. */
export type Pages = z.infer<typeof pages>;
