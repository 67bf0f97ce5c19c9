/** The parts that descriptions of routes share: parameters, answers, problems. */

import { z } from "@hono/zod-openapi";
import { problemSchema } from "./schemas.ts";

/** A word of a filter. */
export const filterText = z.string().max(500).optional();
/** What lists of resources and differences are narrowed by. */
export const filterColumns = {
  environment: filterText,
  target: filterText,
  kind: filterText,
  site: filterText,
  tag: filterText,
};
/** Which page of a list. */
export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .optional()
  .describe("From 1 on.");

/** An answer as JSON. */
export function answerAs<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** An answer that says what went wrong. */
export const wrong = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: problemSchema } },
});

/** What any route may answer. */
export const problems = {
  400: wrong("Not as described."),
  401: wrong("Not logged in."),
  403: wrong("Not allowed."),
} as const;

/** Which environment. */
export const environmentParams = z.object({
  repository: z.string().min(1).max(500),
  environment: z.string().min(1).max(500),
});
/** Where what is of an environment stands. */
export const environmentRoute = "/environments/{repository}/{environment}";
/** What a route of one thing may answer. */
export const missing = { ...problems, 404: wrong("There is none.") } as const;
