/** Catalog keys for an ordered list whose elements the product stores individually. Data only. */

import { z } from "zod";

const field = z.string().min(1).max(256);

/** An ordered list. Each of its elements is a separate object in the product. */
export const elements = z.strictObject({
  field: field.describe("The field with the list. The `identity` of that field distinguishes the elements."),
  id: field.describe(
    "The wire field of an element that holds its live id. Paths name this id as `{element}`.",
  ),
  groups: z
    .strictObject({
      field: field.describe(
        "The field of an element that holds its group. Queries name this group as `{group}`.",
      ),
      order: z
        .array(z.string().min(1))
        .min(2)
        .describe("The names of the groups, in their order in the list."),
      default: z.string().min(1).describe("The group of an element whose declaration names no group."),
    })
    .exactOptional()
    .describe("The groups of the list: consecutive sections of it."),
  within: z
    .strictObject({
      wire: field.describe("The wire field of a live element that names its part."),
      none: z
        .string()
        .exactOptional()
        .describe("The value of that wire field for an element outside of all parts."),
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
        "sent back unchanged; otherwise those members are not sent.",
      ].join(" "),
    ),
});

/** The keys of an ordered list in a file. */
export type ElementWords = z.infer<typeof elements>;
