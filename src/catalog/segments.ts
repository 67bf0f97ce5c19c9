/** Makes paths out of ids: which texts may stand in one, and how they are encoded. */

import { ours, type Problem, problem, sentence } from "../model/problem.ts";

/**
 * True when a text may be one segment of a path: 1 to 1,024 whole characters, no controls, no `..`, not `.`.
 * Ids that a controller gives are checked like those that people write.
 */
export function isSegment(text: string): boolean {
  const whole = text.length > 0 && text.length <= 1024 && text.isWellFormed();
  return whole && text !== "." && !text.includes("..") && !/\p{Cc}/u.test(text);
}

/** A segment, percent-encoded. */
export function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The problem of the first of these ids that cannot stand in a path. Undefined ids are passed over. */
export function badId(target: string, ids: readonly (string | undefined)[]): Problem | undefined {
  const bad = ids.find((id) => id !== undefined && !isSegment(id));
  if (bad === undefined) return undefined;
  const message = sentence`${ours(target)}: the id ${JSON.stringify(bad)} cannot be part of a path; nothing was sent.`;
  return problem("bad-id", message, {
    hint: "An id has 1 to 1,024 characters, no control characters and no `..`.",
  });
}
