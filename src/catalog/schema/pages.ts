/** Catalog keys for paging. Data only. */

import { z } from "zod";
import { path } from "./paths.ts";

const field = z.string().min(1).max(256);

const size = z
  .strictObject({
    parameter: field.describe("The query parameter with the page size."),
    value: z.int().min(1).describe("The requested number of records."),
  })
  .exactOptional()
  .describe("The requested page size. Default: the product's.");

/** How the pages of a list follow each other. Links to the next page are always followed. */
export const pages = z.discriminatedUnion("by", [
  z
    .strictObject({
      by: z.literal("answer"),
      size,
      next: field.exactOptional().describe("The field with the next page; read before the usual places."),
      total: field.exactOptional().describe("The field with the number of all records."),
      counted: z
        .strictObject({
          header: z
            .string()
            .regex(/^[a-z0-9-]{1,64}$/, "must be the name of a header in lower case")
            .describe("The name of the header."),
          of: z.enum(["auto", "items", "pages", "page"]).describe("What it counts."),
        })
        .exactOptional()
        .describe(
          "A header that counts all records, all pages, or those of a page. auto: any of them that matches.",
        ),
    })
    .describe("A Link header or a field leads to the next page; otherwise there is one page."),
  z
    .strictObject({
      by: z.literal("after"),
      size,
      parameter: field.describe("The parameter with the id of the last record."),
      next: field.exactOptional().describe("The field with the next page; read before the usual places."),
      total: field.exactOptional().describe("The field with the number of all records."),
    })
    .describe("Pages after a record."),
  z
    .strictObject({
      by: z.literal("offset"),
      offset: field.describe("The parameter with the first record's position."),
      limit: field.describe("The parameter with the page size."),
      size: z.int().min(1).describe("The requested page size."),
      first: z.literal([0, 1]).exactOptional().describe("The first position. Default: 0."),
      total: field.exactOptional().describe("The field with the number of all records."),
      count: z
        .strictObject({
          path: path.describe("The path that returns it."),
          at: field.describe("The field with the number."),
        })
        .exactOptional()
        .describe("A separate request for the count, with which the list is compared."),
    })
    .describe("Pages by position."),
  z
    .strictObject({
      by: z.literal("page"),
      page: field.describe("The parameter with the page's number."),
      limit: field.exactOptional().describe("The parameter with the page size."),
      size: z.int().min(1).describe("The requested page size."),
      first: z.literal([0, 1]).exactOptional().describe("The number of the first page. Default: 0."),
      total: field.exactOptional().describe("The field with the number of all records."),
    })
    .describe("Numbered pages."),
  z
    .strictObject({
      by: z.literal("cursor"),
      parameter: field.describe("The parameter with the cursor."),
      at: field.describe("The field of a page that holds the cursor of the next one."),
    })
    .describe("Pages by cursor."),
]);

/** The keys of paging in a file. */
export type Pages = z.infer<typeof pages>;
