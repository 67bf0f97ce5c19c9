/** What a target's limits come to: its own numbers, instead of its product's. Pure. */

import type { Limiter, ProductLimits, Target } from "../model/project.ts";
import type { Milliseconds } from "../model/reply.ts";

/** As many as there may be. A target's own number holds instead of the product's; each limit begins with fewer. */
export function concurrencyOf({ limits }: Target, product: ProductLimits) {
  const { concurrency, concurrencyMax = concurrency, concurrencyPerHost } = product;
  return {
    all: limits.concurrency ?? concurrencyMax,
    perHost: limits.concurrencyPerHost ?? concurrencyPerHost,
  };
}

/** The longest pause that is waited for, in milliseconds, where the target sets one. */
export function retryAfterMax({
  limits: { retryAfterMaxSeconds: seconds },
}: Target): Milliseconds | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** The rate a target is spoken to: its own limit, else the dialect's, times its share. */
export function requestsPerSecond({ limits }: Target, byDialect: number): number {
  return (limits.requestsPerSecond ?? byDialect) * (limits.share ?? 1);
}

/** How its limit is counted; of a bucket, the same part as of the rate. */
export function limiterOf({ limits }: Target, product: ProductLimits): Limiter | undefined {
  const { requestsPerSecond: own = product.requestsPerSecond, share = 1 } = limits;
  const limiter = limits.limiter ?? product.limiter;
  if (limiter?.is !== "tokenBucket") return limiter;
  const part = limits.limiter ? share : (share * own) / product.requestsPerSecond;
  return { ...limiter, burst: limiter.burst * part };
}
