/**
 * The protocol between a server and a worker without a database: one POST for each question, with JSON in both
 * directions.
 */

/** The path below the server's URL. Each version of the protocol has a path of its own. */
export const workPath = "/api/workers/v1";

/** The question, which is the last segment of the path. */
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

/** Limits in bytes, below the limits of the receiving side. */
export const workBounds = {
  /** The limit for a report. */
  report: 32 * 1024 * 1024,
  /** The limit for every other question. */
  question: 1024 * 1024,
  /** The limit for the calls in one answer; the next look returns the rest. */
  calls: 8 * 1024 * 1024,
  /** The limit for one piece of a bundle, in characters. */
  piece: 2 * 1024 * 1024,
} as const;

/** Times in milliseconds. */
export const workTimes = {
  /** The maximum time for which the server keeps a request for news open. */
  news: 25_000,
  /** If a worker was not heard from for this long, the server stops collecting news for it. */
  seat: 90_000,
} as const;
