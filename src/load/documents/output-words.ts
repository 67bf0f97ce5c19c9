/** Schema parts that the documents of several commands share. */

import { z } from "zod";

/** The schema of an address: `cloud/network/berlin`. */
export const addressWord = z.string().describe("`target/kind/key`.");

/** The schema of any JSON value. */
export const valueWord = z.unknown();

/** The schema of a place in a file. */
export const positionWord = z
  .looseObject({ file: z.string(), line: z.int(), column: z.int() })
  .describe("A place in a file; lines and columns count from 1.");

/** The schema of a diagnostic. */
export const problemWord = z
  .looseObject({
    code: z.string().describe("The problem's code. Codes never change, and docs/problems.md explains each."),
    severity: z.enum(["error", "warning"]),
    message: z.string().describe("One sentence that says what is wrong, and where."),
    at: positionWord.optional(),
    excerpt: z.string().optional().describe("Lines of the file, with a caret under the error."),
    address: addressWord.optional(),
    hint: z.string().optional().describe("What to do about the problem."),
  })
  .describe("A problem.");

/** The schema of resources that could not be read. */
export const unknownWord = z.looseObject({ address: addressWord, problem: problemWord });

const settledWord = z.array(
  z.looseObject({
    address: addressWord,
    path: z
      .string()
      .describe("A JSON pointer to the field. It names list elements by their identity if they have one."),
    desired: valueWord.optional(),
    live: valueWord.optional(),
    likely: z.string().describe("The likely cause."),
    at: positionWord.optional(),
  }),
);

/** Fields that still differ from their declaration after an earlier apply wrote them. */
export const settledWords = {
  storedOtherwise: settledWord
    .optional()
    .describe(
      "Fields that the server stores in another form than declared. They are neither pending nor drift, and " +
        "are not written.",
    ),
  notTaken: settledWord
    .optional()
    .describe(
      "Fields that were written without effect. They are neither pending nor drift, and are not written again " +
        "without --retry.",
    ),
};

/**
 * Returns the schema of the document that a command prints. Within a version, no field is removed, but new fields may
 * be added.
 */
export function output<const T extends Readonly<Record<string, z.ZodType>>>(
  name: string,
  describedAs: string,
  fields: T,
) {
  const head = {
    format: z.literal(`trueup.${name}`),
    version: z
      .literal(1)
      .describe(
        "The version of the format. Within it, fields are only added: none changes its meaning or is removed.",
      ),
  };
  return z.looseObject({ ...head, ...fields }).describe(describedAs);
}
