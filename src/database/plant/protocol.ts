/** What a worker without a database and a server say to each other: one POST for each question, both ways JSON. */

/** Below the server's URL. A server of another protocol has other paths. */
export const workPath = "/api/workers/v1";

/** What is asked, by the last part of its path. */
export type WorkQuestion =
  | "bundle"
  | "hello"
  | "goodbye"
  | "claim"
  | "touch"
  | "complete"
  | "look"
  | "wait"
  | "report"
  | "news";

/** In bytes. Under what the other side reads. */
export const workBounds = {
  /** Of a report. */
  report: 32 * 1024 * 1024,
  /** Of every other question. */
  question: 1024 * 1024,
  /** Of the calls in one answer; those beyond come with the next look. */
  calls: 8 * 1024 * 1024,
  /** Of one piece of a bundle, in characters. */
  piece: 2 * 1024 * 1024,
} as const;

/** In milliseconds. */
export const workTimes = {
  /** The longest that a question for news is kept open. */
  news: 25_000,
  /** A worker that was not heard of for so long has no news kept for it. */
  seat: 90_000,
} as const;
