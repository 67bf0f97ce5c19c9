/** Catalog keys for an ordered list whose elements the product stores individually. Data only. */

import { z } from "zod";

const field = z.string().min(1).max(256);

/** An ordered list, each element of which is a separate object in the product. */
export const elements = z.strictObject({
  field: field.describe("The field with the list; its `identity` distinguishes the elements."),
  id: field.describe("The wire field of an element that holds its live id: `{element}` in paths."),
  groups: z
    .strictObject({
      field: field.describe("The field of an element that holds its group; `{group}` in queries."),
      order: z.array(z.string().min(1)).min(2).describe("The groups, in order."),
      default: z.string().min(1).describe("The default group of an element."),
    })
    .exactOptional()
    .describe("Consecutive parts of the list."),
  within: z
    .strictObject({
      wire: field.describe("The wire field of a live element that holds its part."),
      none: z.string().exactOptional().describe("The value of that field in an element without a part."),
    })
    .exactOptional()
    .describe(
      [
        "Parts of a group that people create by hand, such as categories. A recreated element stays in its part",
        "if its position allows that. Queries name the part as `{within}`, and then have no `{group}`.",
      ].join(" "),
    ),
  readOnly: z
    .array(field)
    .exactOptional()
    .describe(
      [
        "Wire fields of an element that the server sets. If given, all other live members without a field are",
        "sent back unchanged; otherwise they are not sent.",
      ].join(" "),
    ),
});

/** The keys of an ordered list in a file. */
export type ElementWords = z.infer<typeof elements>;
