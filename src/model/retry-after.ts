/** The `Retry-After` header (RFC 9110, section 10.2.3). */

import type { Milliseconds } from "./reply.ts";

/** The maximum wait: 100 years. Much later times cannot be formatted as dates. */
const maxMs: Milliseconds = 100 * 365 * 86_400_000;

/** The forms of an HTTP date (RFC 9110, section 5.6.7), and of ISO 8601 with an offset. */
const dates: readonly RegExp[] = [
  /^[a-z]{3}, \d{2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/i,
  /^[a-z]{6,9}, \d{2}-[a-z]{3}-\d{2} \d{2}:\d{2}:\d{2} GMT$/i,
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i,
];
/** Matches C's `asctime`, which is in GMT but does not say so. */
const asctime = /^[a-z]{3} [a-z]{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/i;

/**
 * Returns how long a `Retry-After` header asks to wait, from 0 to 100 years; the caller limits the wait further. A date
 * counts from the reply's own `Date`, so that the server's clock need not be right. Undefined if the header is missing
 * or invalid. Header names are lower-case.
 */
export function retryAfter(headers: Readonly<Record<string, string>>): Milliseconds | undefined {
  const text = headers["retry-after"]?.trim();
  if (text === undefined || text === "") return undefined;
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(text);
  const ms = isNumber ? Number(text) * 1000 : dateOf(text) - dateOf(headers.date ?? "");
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), maxMs);
}

/** If headers have a `Retry-After` but no valid `Date`, adds the time of arrival as `Date` (RFC 9110, 6.6.1). */
export function datedHeaders(
  headers: Readonly<Record<string, string>>,
  arrived: string,
): Readonly<Record<string, string>> {
  const isUndated = headers["retry-after"] !== undefined && Number.isNaN(dateOf(headers.date ?? ""));
  return isUndated ? { ...headers, date: arrived } : headers;
}

/** Milliseconds since 1970; NaN for an invalid date. */
function dateOf(text: string): number {
  if (asctime.test(text)) return Date.parse(`${text} GMT`);
  return dates.some((form) => form.test(text)) ? Date.parse(text) : Number.NaN;
}
