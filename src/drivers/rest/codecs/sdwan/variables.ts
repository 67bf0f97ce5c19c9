/** Variables of an SD-WAN manager, which people may write instead of a value: `{{name}}`, or null for the default. */

import { z } from "zod";

const variable = /^\{\{[./[\]a-zA-Z0-9_-]+\}\}$/;

/**
 * Returns the schemas of the texts that people may write instead of a value: the name of a variable, or null for the
 * product's default.
 */
export function variableOrDefault(type: string): readonly z.ZodType[] {
  return [z.string().regex(variable, `must be ${type}, or the name of a variable: "{{name}}"`), z.null()];
}

/** True for a text that names a variable. */
export function isVariable(value: unknown): value is string {
  return typeof value === "string" && variable.test(value);
}
