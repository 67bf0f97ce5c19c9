/** A duration as people write it, and the time range that ends now. */

import { InvalidArgumentError } from "@commander-js/extra-typings";

/** A duration, in milliseconds and in words. */
export interface TimeSpan {
  readonly ms: number;
  /** The time span in words, such as `the last 2 hours`. */
  readonly words: string;
}

const units = { m: ["minute", 60_000], h: ["hour", 3_600_000], d: ["day", 86_400_000] } as const;

/** Reads a duration such as `90m`, `2h` or `7d`. */
export function since(text: string): TimeSpan {
  const [, digits = "", unit = ""] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const [name, ms] = unit === "m" || unit === "h" || unit === "d" ? units[unit] : ["", 0];
  if (ms === 0) throw new InvalidArgumentError("Give minutes, hours or days: 90m, 2h or 7d.");
  const count = Number(digits);
  return { ms: count * ms, words: count === 1 ? `the last ${name}` : `the last ${count} ${name}s` };
}
