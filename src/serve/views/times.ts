/** Times in human-readable form. Pure. */

const units = [
  { unit: "d", ms: 86_400_000 },
  { unit: "h", ms: 3_600_000 },
  { unit: "min", ms: 60_000 },
  { unit: "s", ms: 1000 },
] as const;

/** A duration in the largest unit that fits, as a whole number: `3 min`, `2 h` or `5 d`. */
export function spanText(ms: number): string {
  const size = Math.max(0, ms);
  const fit = units.find((one) => size >= one.ms);
  return fit ? `${Math.floor(size / fit.ms)} ${fit.unit}` : "0 s";
}

/**
 * A time relative to now, such as `3 min ago`, `in 2 h` or `now`; empty if `at` is not a time. `at` and `now` are in
 * ISO 8601.
 */
export function agoText(at: string, now: string): string {
  const ms = Date.parse(now) - Date.parse(at);
  if (!Number.isFinite(ms)) return "";
  if (Math.abs(ms) < 1000) return "now";
  return ms > 0 ? `${spanText(ms)} ago` : `in ${spanText(-ms)}`;
}

/** A time to the minute, such as `2026-11-23 14:12 UTC`. A text that is not a time stays unchanged. */
export function minuteText(at: string): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at) ?? [];
  return day === undefined ? at : `${day} ${minute} UTC`;
}
