/** Ranges and lengths: `1..10 | 20..max` as intervals (RFC 7950 9.2.4, 9.4.4). */

import type { BuiltInType, Interval } from "./type.ts";

const unsigned = (bits: bigint): Interval => [0n, 2n ** bits - 1n];
const signed = (bits: bigint): Interval => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];

/** All that a built-in type has: numbers, decimals as they are scaled, or lengths of texts. */
export const wholeRange: Readonly<Partial<Record<BuiltInType, Interval>>> = {
  int8: signed(8n),
  int16: signed(16n),
  int32: signed(32n),
  int64: signed(64n),
  uint8: unsigned(8n),
  uint16: unsigned(16n),
  uint32: unsigned(32n),
  uint64: unsigned(64n),
  decimal64: signed(64n),
  string: unsigned(64n),
  binary: unsigned(64n),
};

/** What one range may have. */
const maxParts = 10_000;
const number = /^[+-]?(?:0x[0-9a-f]{1,16}|[0-9]{1,20}(?:\.[0-9]{1,18})?)$/i;

/**
 * The intervals of a range below those that it restricts, whose first and last are `min` and `max`. Undefined when it
 * cannot be read, is not in order or is not within them.
 */
export function intervalsOf(
  text: string,
  within: readonly Interval[],
  fractionDigits: number,
): readonly Interval[] | undefined {
  const parts = text.split("|", maxParts + 1);
  if (parts.length > maxParts) return undefined;
  const [lowest, highest] = [within[0]?.[0] ?? 0n, within.at(-1)?.[1] ?? 0n];
  const bound = (written: string) => {
    if (written === "min") return lowest;
    return written === "max" ? highest : scaled(written, fractionDigits);
  };
  const intervals: Interval[] = [];
  for (const part of parts) {
    const [from = "", to = from, ...more] = part.split("..").map((each) => each.trim());
    const [low, high] = [bound(from), bound(to)];
    if (low === undefined || high === undefined || more.length > 0 || low > high) return undefined;
    const before = intervals.at(-1)?.[1];
    if (before !== undefined && low <= before) return undefined;
    if (!within.some(([least, most]) => least <= low && high <= most) && !isCovered([low, high], within))
      return undefined;
    intervals.push([low, high]);
  }
  return intervals;
}

/** True when neighbours that touch cover it together: 1..4 and 5..9 cover 3..6. */
function isCovered([low, high]: Interval, within: readonly Interval[]): boolean {
  let next = low;
  for (const [least, most] of within) if (least <= next && next <= most) next = most + 1n;
  return next > high;
}

/** A number, times ten to the power of `fractionDigits`; undefined when it is none, or has more digits. */
export function scaled(text: string, fractionDigits: number): bigint | undefined {
  if (!number.test(text)) return undefined;
  const [, sign = "", digits = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const [whole = "", fraction = ""] = digits.split(".");
  if (fraction.length > fractionDigits) return undefined;
  const value =
    BigInt(whole) * 10n ** BigInt(fractionDigits) + BigInt(fraction.padEnd(fractionDigits, "0") || "0");
  return sign === "-" ? -value : value;
}

/** True when a number is in one of them. Undefined: there is no restriction. */
export function isInIntervals(value: bigint, intervals: readonly Interval[] | undefined): boolean {
  return intervals?.some(([low, high]) => low <= value && value <= high) ?? true;
}
