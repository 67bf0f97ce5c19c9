/** Catalog keys that fields share with JSON Schema. Data only. */

import { z } from "zod";
import { isPattern } from "../patterns/pattern.ts";

/** The keys of a plain field: a subset of JSON Schema 2020-12, with the same meanings. */
export const plainShape = {
  type: z
    .enum(["string", "integer", "number", "boolean", "object", "array"])
    .exactOptional()
    .describe("The type, as in JSON Schema. Absent: any JSON value."),
  description: z
    .string()
    .min(1)
    .max(500)
    .exactOptional()
    .describe("A sentence in your own words, for editors."),
  enum: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .min(1)
    .exactOptional()
    .describe("The known values. Other values cause a warning or, with `closedEnum`, an error."),
  closedEnum: z
    .string()
    .min(1)
    .max(300)
    .exactOptional()
    .describe(
      "With `enum`: the reason why no other value is possible. Other values are then an error, and the " +
        "message states this reason.",
    ),
  replyOnly: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .exactOptional()
    .describe("Values that replies contain but requests do not accept. They are compared, but never sent."),
  minimum: z.number().exactOptional().describe("For a number: the smallest value."),
  maximum: z.number().exactOptional().describe("For a number: the largest value."),
  minLength: z.int().min(0).exactOptional().describe("For a text: the minimum length in characters."),
  maxLength: z.int().min(0).exactOptional().describe("For a text: the maximum length in characters."),
  maxBytes: z.int().min(1).exactOptional().describe("For a text: the maximum length in bytes of UTF-8."),
  example: z
    .string()
    .exactOptional()
    .describe(
      "The value for generated examples, if a pattern or the meaning of the field excludes most texts.",
    ),
  pattern: z
    .string()
    .min(1)
    .max(1000)
    .refine(isPattern, "must be a regular expression")
    .exactOptional()
    .describe("For a text: a regular expression without flags that the text must match."),
  minItems: z.int().min(0).exactOptional().describe("For a list: the minimum number of elements."),
  maxItems: z.int().min(0).exactOptional().describe("For a list: the maximum number of elements."),
  nullable: z.boolean().exactOptional().describe("true: null is a valid value."),
} as const;
