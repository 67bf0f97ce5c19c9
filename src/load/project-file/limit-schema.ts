/** The schema of a target's limits. Each limit overrides the default of its product. */

import { z } from "zod";

const windowed = { seconds: z.number().min(1).max(60).describe("The length of a window, in seconds.") };

const limiter = z
  .discriminatedUnion("is", [
    z.strictObject({
      is: z.literal("tokenBucket"),
      burst: z.number().min(1).max(10_000).describe("How many requests the bucket holds when it is full."),
    }),
    z.strictObject({ is: z.literal("slidingWindow"), ...windowed }),
    z.strictObject({ is: z.literal("fixedWindow"), ...windowed }),
  ])
  .describe("How the controller counts requests.");

/** The schema of a target's limits. */
export const limits = z
  .strictObject({
    requestsPerSecond: z
      .number()
      .positive()
      .max(10_000)
      .exactOptional()
      .describe("How many requests per second the controller allows."),
    limiter: limiter.exactOptional(),
    share: z
      .number()
      .positive()
      .max(1)
      .exactOptional()
      .describe("The part of the controller's rate limit that trueup may use: more than 0, at most 1."),
    concurrency: z
      .int()
      .min(1)
      .max(1000)
      .exactOptional()
      .describe("The maximum number of requests in flight. The actual number follows the latency."),
    concurrencyPerHost: z
      .int()
      .min(1)
      .max(1000)
      .exactOptional()
      .describe("The maximum number of requests in flight at one device of a fleet. Default 1."),
    timeoutSeconds: z
      .number()
      .positive()
      .max(3600)
      .exactOptional()
      .describe("The timeout of one request. Default 30."),
    retryAfterMaxSeconds: z
      .number()
      .min(1)
      .max(86_400)
      .exactOptional()
      .describe(
        "The longest Retry-After that trueup follows. After a longer one, it stops sending to the target. Default 900.",
      ),
    readinessSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .exactOptional()
      .describe("How long trueup waits for a network that is not ready. Default 300."),
    lockSeconds: z
      .number()
      .min(0)
      .max(86_400)
      .exactOptional()
      .describe("How long trueup waits for a lock. Default 120."),
    answerMegabytes: z
      .int()
      .min(1)
      .max(65_536)
      .exactOptional()
      .describe(
        "The maximum size of all answers of a run, in MB. Beyond it, resources count as unknown. Default 512.",
      ),
    createVisibleSeconds: z
      .number()
      .min(0)
      .max(300)
      .exactOptional()
      .describe("How long it can take until every read shows a created object. Default 15."),
    freshSeconds: z
      .number()
      .min(0)
      .max(60)
      .exactOptional()
      .describe(
        "The maximum age of a read that is not repeated before a write. 0: every read is repeated. Default 5.",
      ),
    logLateSeconds: z
      .number()
      .min(0)
      .max(600)
      .exactOptional()
      .describe(
        "With changedSince: how late an entry may appear in the change log. If set, apply checks the log before " +
          "writes instead of reading again, and overwrites changes that the log does not show yet. Default: it reads.",
      ),
  })
  .describe("The limits of the target. Each overrides the default of the dialect.");
