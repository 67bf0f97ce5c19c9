/** What the documents that commands print have in common, as schemas. */

import { z } from "zod";

/** `cloud/network/berlin`. */
export const addressWord = z.string().describe("`target/kind/key`.");

/** A value of JSON. */
export const valueWord = z.unknown();

/** A place in a file. */
export const positionWord = z
  .looseObject({ file: z.string(), line: z.int(), column: z.int() })
  .describe("A place in a file; lines and columns count from 1.");

/** A diagnostic. */
export const problemWord = z
  .looseObject({
    code: z.string().describe("Stable; docs/problems.md explains each."),
    severity: z.enum(["error", "warning"]),
    message: z.string().describe("One sentence: what is wrong, and where."),
    at: positionWord.optional(),
    excerpt: z.string().optional().describe("Lines of the file, with a caret under the fault."),
    address: addressWord.optional(),
    hint: z.string().optional().describe("What to do about it."),
  })
  .describe("What is wrong.");

/** What could not be read. */
export const unknownWord = z.looseObject({ address: addressWord, problem: problemWord });

/** A document of a command. Its fields stay within a version; others may be added. */
export function output<const T extends Readonly<Record<string, z.ZodType>>>(
  name: string,
  describedAs: string,
  fields: T,
) {
  const head = {
    format: z.literal(`trueup.${name}`),
    version: z
      .literal(1)
      .describe("Within a version fields are only added: none changes its meaning or is removed."),
  };
  return z.looseObject({ ...head, ...fields }).describe(describedAs);
}
