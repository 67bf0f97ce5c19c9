/** The resolved type of a leaf (RFC 7950 9): the built-in type, with all restrictions. */

import type { ScopedStatement } from "../schema/scope.ts";
import type { TypeSpelling } from "./spelled-types.ts";

/** The built-in types (RFC 7950 4.2.4). */
export const builtInTypes = [
  ...(["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"] as const),
  ...(["binary", "bits", "boolean", "decimal64", "empty", "enumeration", "identityref"] as const),
  ...(["instance-identifier", "leafref", "string", "union"] as const),
] as const;

/** The name of a built-in type. */
export type BuiltInType = (typeof builtInTypes)[number];

/** The numbers from the first to the second, both included. For decimals, both are scaled by their fraction digits. */
export type Interval = readonly [bigint, bigint];

/** A pattern, in XML Schema syntax, that a whole text must match, or must not match. */
interface PatternRule {
  readonly text: string;
  readonly isInverted: boolean;
}

/** A type. Members that do not apply are empty. */
export interface YangType {
  readonly base: BuiltInType;
  /** The name as written at the leaf: `inet:ipv4-address`. */
  readonly name: string;
  readonly defaultValue: string | undefined;
  /** The allowed intervals, in order. Undefined: the full range of the built-in type is allowed. */
  readonly range: readonly Interval[] | undefined;
  readonly length: readonly Interval[] | undefined;
  readonly fractionDigits: number;
  /** Canonicalizes equivalent spellings. Undefined: all texts are distinct. */
  readonly spelling: TypeSpelling | undefined;
  /** The patterns, all of which must match. */
  readonly patterns: readonly PatternRule[];
  readonly enums: ReadonlyMap<string, number>;
  /** The names with their positions, in order of position. */
  readonly bits: ReadonlyMap<string, number>;
  /** The identities. A value must be derived from each of them. */
  readonly identities: readonly ScopedStatement[];
  /** The path of a leafref, and the place where it is written. Undefined for other types. */
  readonly path: ScopedStatement | undefined;
  /** For a leafref: false if the referenced value need not exist. */
  readonly requiresInstance: boolean;
  /** The member types of a union, in order. */
  readonly members: readonly YangType[];
  /** True: a typedef of the type is meant for secrets, such as `crypt-hash` or a vendor's encrypted text. */
  readonly isSecret: boolean;
  /** The number of component types, which limits the cost of checking a value. */
  readonly weight: number;
}

const unsigned = (bits: bigint): Interval => [0n, 2n ** bits - 1n];
const signed = (bits: bigint): Interval => [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];

/** The full range of each built-in type: numbers, scaled decimals, or text lengths. */
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

/** The maximum number of parts in a range. */
const maxParts = 10_000;
const number = /^[+-]?(?:0x[0-9a-f]{1,16}|[0-9]{1,20}(?:\.[0-9]{1,18})?)$/i;

/**
 * Returns the intervals of a range, inside the intervals of the restricted type. `min` and `max` are the ends of the
 * restricted type's intervals. Undefined: the range is invalid, unordered, or not inside these intervals.
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

/** True if adjacent intervals together cover the interval. For example, 1..4 and 5..9 cover 3..6. */
function isCovered([low, high]: Interval, within: readonly Interval[]): boolean {
  let next = low;
  for (const [least, most] of within) if (least <= next && next <= most) next = most + 1n;
  return next > high;
}

/** Returns a number scaled by `fractionDigits`. Undefined: the number is invalid, or has more digits. */
export function scaled(text: string, fractionDigits: number): bigint | undefined {
  if (!number.test(text)) return undefined;
  const [, sign = "", digits = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const [whole = "", fraction = ""] = digits.split(".");
  if (fraction.length > fractionDigits) return undefined;
  const value =
    BigInt(whole) * 10n ** BigInt(fractionDigits) + BigInt(fraction.padEnd(fractionDigits, "0") || "0");
  return sign === "-" ? -value : value;
}

/** True if a number is in one of the intervals. Undefined intervals do not restrict the number. */
export function isInIntervals(value: bigint, intervals: readonly Interval[] | undefined): boolean {
  return intervals?.some(([low, high]) => low <= value && value <= high) ?? true;
}
