/** Catalog keys for the request limits of a product. Data only. */

import { z } from "zod";

const kindName = z.string().regex(/^[a-z][A-Za-z0-9]{0,63}$/, "must be a name in camelCase");

const window = { seconds: z.number().min(1).max(60).describe("The length of the window, in seconds.") };

/** How requests are counted. Absent: this is unknown, so every form of limiter must be satisfied. */
const limiter = z
  .discriminatedUnion("is", [
    z
      .strictObject({
        is: z.literal("tokenBucket"),
        burst: z.number().min(1).max(10_000).describe("How many requests the bucket holds when it is full."),
      })
      .describe("A token bucket, which is refilled at `requestsPerSecond`."),
    z
      .strictObject({ is: z.literal("slidingWindow"), ...window })
      .describe("A limit on the requests in any window of this length."),
    z
      .strictObject({ is: z.literal("fixedWindow"), ...window })
      .describe("A limit on the requests in each of consecutive windows of this length."),
  ])
  .describe(
    "How the product counts requests. Default: unknown; trueup then never exceeds the rate in any second.",
  );

/** The request limits of a product. */
export const requestLimits = z
  .strictObject({
    requestsPerSecond: z
      .number()
      .positive()
      .describe("The number of requests per second that the product accepts permanently."),
    limiter: limiter.exactOptional(),
    concurrency: z.int().min(1).describe("The initial number of requests in flight."),
    concurrencyMax: z
      .int()
      .min(1)
      .max(1000)
      .exactOptional()
      .describe(
        "The maximum number of requests in flight. trueup exceeds `concurrency` only if the " +
          "latency requires that. Default: the value of `concurrency`.",
      ),
    ofSource: z
      .number()
      .positive()
      .exactOptional()
      .describe("The maximum number of requests per second from one machine, in total."),
    sharedBy: kindName
      .exactOptional()
      .describe("The kind whose resources have separate limits, such as an organization."),
  })
  .describe("The request limits.");
