/** The `Retry-After` header (RFC 9110, section 10.2.3). */

import type { Milliseconds } from "./reply.ts";

/** The longest wait that a server is believed, in milliseconds: five minutes. */
const maxWaitMs: Milliseconds = 300_000;

/**
 * How long a `Retry-After` header asks to wait, from 0 to 300,000 ms. A date counts from the answer's own `Date`.
 * Undefined when there is none or nobody can tell. Header names are lower-case.
 */
export function retryAfter(headers: Readonly<Record<string, string>>): Milliseconds | undefined {
  const text = headers["retry-after"]?.trim();
  if (text === undefined || text === "") return undefined;
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(text);
  const ms = isNumber ? Number(text) * 1000 : Date.parse(text) - Date.parse(headers.date ?? "");
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxWaitMs);
}
