/** Integers and decimals: whether they are within their type, and their one spelling (RFC 7950 9.2, 9.3). */

import type { Json } from "../../model/json.ts";
import { isInIntervals, scaled, wholeRange } from "../types/intervals.ts";
import type { Interval, YangType } from "../types/type.ts";

/** Those that RFC 7951 6.1 writes as texts: a number of JSON may not hold them. */
const asTexts = new Set(["int64", "uint64", "decimal64"]);

const integer = /^[+-]?(?:0|[1-9][0-9]{0,19})$/;
const decimal = /^[+-]?(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{1,18})?$/;

/** A number's one spelling, or what is wrong with it. With `isLoose` texts and numbers stand for each other. */
export function canonicalNumber(
  type: YangType,
  value: Json,
  isLoose: boolean,
): { readonly canonical: string; readonly json: Json } | { readonly fault: string } {
  const isText = typeof value === "string";
  const isDecimal = type.base === "decimal64";
  const isForm = isText || typeof value === "number";
  const digits = type.fractionDigits;
  if (
    !isForm ||
    (!isLoose && isText !== asTexts.has(type.base)) ||
    !(isDecimal ? decimal : integer).test(String(value))
  )
    return {
      fault: isDecimal ? `a decimal number with ${digits} digits after the point at most` : "a whole number",
    };
  const number = scaled(String(value), digits);
  if (number === undefined)
    return { fault: `a decimal number with ${digits} digits after the point at most` };
  const whole = wholeRange[type.base];
  const intervals = type.range ?? (whole ? [whole] : []);
  if (!isInIntervals(number, intervals)) return { fault: `within ${shownRange(intervals, digits)}` };
  const canonical = spelled(number, digits);
  return { canonical, json: asTexts.has(type.base) ? canonical : Number(canonical) };
}

function shownRange(intervals: readonly Interval[], digits: number): string {
  const shown = intervals.slice(0, 10).map(([low, high]) => {
    const from = spelled(low, digits);
    return low === high ? from : `${from}..${spelled(high, digits)}`;
  });
  return `${shown.join(" | ")}${intervals.length > 10 ? " ..." : ""}`;
}

/** One digit at least after the point of a decimal, and no zeros at the end beyond it. */
function spelled(number: bigint, digits: number): string {
  if (digits === 0) return String(number);
  const sign = number < 0n ? "-" : "";
  const text = String(number < 0n ? -number : number).padStart(digits + 1, "0");
  const fraction = text.slice(-digits).replace(/0+$/, "");
  return `${sign}${text.slice(0, -digits)}.${fraction || "0"}`;
}
