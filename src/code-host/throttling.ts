/** Converts GitHub's rate limits to the form that pacing expects: 429 with `Retry-After`. */

import type { Clock, Wire, WireReply } from "../model/wire.ts";

/** The wait for a secondary rate limit, if the reply does not say how long to wait. */
const secondarySeconds = 60;

/** A wire that returns replies of status 403 as 429 if they report a rate limit. */
export function withPlainLimits(inner: Wire, clock: Clock): Wire {
  return { send: async (request, signal) => plain(await inner.send(request, signal), clock) };
}

/**
 * | status   | header or body                     | means                                     |
 * |----------|------------------------------------|-------------------------------------------|
 * | 403, 429 | `Retry-After`                      | wait that long                            |
 * | 403, 429 | `x-ratelimit-remaining: 0`         | wait until `x-ratelimit-reset`            |
 * | 403      | "secondary rate limit" in the body | wait a minute                             |
 * | 403      | none of these                      | the token lacks a permission: stays a 403 |
 */
function plain(reply: WireReply, clock: Clock): WireReply {
  if (reply.outcome !== "answered" || (reply.status !== 403 && reply.status !== 429)) return reply;
  const seconds = secondsOf(reply, clock);
  if (seconds === undefined) return reply;
  return { ...reply, status: 429, headers: { ...reply.headers, "retry-after": String(seconds) } };
}

function secondsOf(
  { status, headers, text }: Extract<WireReply, { outcome: "answered" }>,
  clock: Clock,
): string | number | undefined {
  const after = headers["retry-after"];
  if (after !== undefined) return after;
  const reset = Number(headers["x-ratelimit-reset"]);
  if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset))
    return Math.max(1, Math.ceil(reset - Date.parse(clock.date()) / 1000));
  return status === 403 && /secondary rate limit/i.test(text) ? secondarySeconds : undefined;
}
