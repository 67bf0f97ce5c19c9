/** Determines the effective limits of a target: the target's own numbers override those of its product. Pure. */

import type { Limiter, ProductLimits, Target } from "../model/project.ts";
import type { Milliseconds } from "../model/reply.ts";

/**
 * Returns the maximum concurrency of the whole target, and of one device of a fleet. The target's own numbers override
 * those of the product.
 */
export function concurrencyOf({ limits }: Target, product: ProductLimits) {
  const { concurrency, concurrencyMax = concurrency, concurrencyPerHost } = product;
  return {
    all: limits.concurrency ?? concurrencyMax,
    perHost: limits.concurrencyPerHost ?? concurrencyPerHost,
  };
}

/** Returns the longest pause to wait for, in milliseconds; undefined if the target sets none. */
export function retryAfterMax({
  limits: { retryAfterMaxSeconds: seconds },
}: Target): Milliseconds | undefined {
  return seconds === undefined ? undefined : seconds * 1000;
}

/**
 * Returns the request rate for a target: the target's own limit, or the limit of the dialect if the target has none,
 * multiplied by `share`.
 */
export function requestsPerSecond({ limits }: Target, byDialect: number): number {
  return (limits.requestsPerSecond ?? byDialect) * (limits.share ?? 1);
}

/**
 * Returns how requests are counted; undefined if neither the target nor its product says so. The size of a token bucket
 * is scaled by the same factor as the rate.
 */
export function limiterOf({ limits }: Target, product: ProductLimits): Limiter | undefined {
  const { requestsPerSecond: own = product.requestsPerSecond, share = 1 } = limits;
  const limiter = limits.limiter ?? product.limiter;
  if (limiter?.is !== "tokenBucket") return limiter;
  const part = limits.limiter ? share : (share * own) / product.requestsPerSecond;
  return { ...limiter, burst: limiter.burst * part };
}
