/** Parts that route descriptions share: parameters, responses, errors. */

import { z } from "@hono/zod-openapi";
import { problemSchema } from "./schemas.ts";

/** A filter's text. */
export const filterText = z.string().max(500).optional();
/** The filters of the lists of resources and differences. */
export const filterColumns = {
  environment: filterText,
  target: filterText,
  kind: filterText,
  site: filterText,
  tag: filterText,
};
/** The page number of a list. */
export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .optional()
  .describe("The page number, counted from 1.");

/** A JSON response. */
export function answerAs<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** An error response. */
export const wrong = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: problemSchema } },
});

/** Errors that any route may return. */
export const problems = {
  400: wrong("The request does not match this description."),
  401: wrong("Not logged in."),
  403: wrong("Not allowed."),
} as const;

/** The environment in a path. */
export const environmentParams = z.object({
  repository: z.string().min(1).max(500),
  environment: z.string().min(1).max(500),
});
/** The path of an environment. Everything about the environment is at this path or below it. */
export const environmentRoute = "/environments/{repository}/{environment}";
/** Errors of a route for a single thing. */
export const missing = { ...problems, 404: wrong("The object that the path names does not exist.") } as const;
