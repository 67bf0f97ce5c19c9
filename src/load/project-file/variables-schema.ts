/** `desiredState:`, `vars:` and `inputs:` of the project file: the folders and variables of an environment. */

import { z } from "zod";
import { noFolder, projectFolderPattern } from "../../model/project.ts";

const folder = z.string().regex(projectFolderPattern, noFolder);

/** One folder, or several folders. Later folders take precedence. */
export const desiredStateSchema = z
  .union([
    folder,
    z
      .array(folder)
      .min(1)
      .max(16)
      .refine(
        (folders) =>
          folders.every((one, at) => !folders.some((each, other) => at !== other && isIn(one, each))),
        {
          error: "must be different folders, none of which is inside another",
        },
      ),
  ])
  .describe(
    "The folder of the desired state, beside this file, or several folders, merged in order. Default: desired-state.",
  );

function isIn(folder: string, other: string): boolean {
  const [inner, outer] = [folder, other].map((each) => each.replace(/^(?:\.\/)+|\/+$/g, ""));
  return inner === outer || `${inner}/`.startsWith(`${outer}/`);
}

/** A variable that an environment must or may set. */
const inputSchema = z
  .strictObject({
    type: z
      .enum(["text", "integer", "number", "boolean", "list", "map"])
      .describe("The type of the variable's value. Default: any.")
      .exactOptional(),
    enum: z
      .array(z.union([z.string(), z.number(), z.boolean()]))
      .min(1)
      .describe("The values that the variable may have.")
      .exactOptional(),
    minimum: z.number().describe("The smallest number that is allowed.").exactOptional(),
    maximum: z.number().describe("The largest number that is allowed.").exactOptional(),
    maxLength: z.int().min(0).describe("The greatest length of the text or list.").exactOptional(),
    default: z
      .unknown()
      .describe("The variable's value if `vars` does not set it. Every other layer overrides it.")
      .exactOptional(),
    description: z.string().describe("What the variable is for.").exactOptional(),
  })
  .describe("A variable that each environment sets, with its type and limits.");

/** The declaration of an input, validated. */
export type InputDeclaration = z.infer<typeof inputSchema>;

/** The schema of inputs by name. */
export const inputsSchema = z
  .record(z.string(), inputSchema)
  .describe("The variables that this environment must set, with their types and limits.");

/** The schema of variables by name. */
export const varsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    "Variables of this environment. They override those of desired state, and are plain " +
      "values without expressions.",
  );
