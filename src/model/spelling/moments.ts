/** Canonical forms of moments (RFC 3339), durations (ISO 8601) and times of day. Pure; other texts stay unchanged. */

const moment = new RegExp(
  "^(\\d{4})-(\\d\\d)-(\\d\\d)[Tt ]([01]\\d|2[0-3]):([0-5]\\d)(?::([0-5]\\d|60)(?:[.,](\\d+))?)?" +
    "([Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?$",
);
const usualMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** True for a date with a time, in UTC, with an offset, or local. */
export function isMoment(text: string): boolean {
  const found = moment.exec(text);
  return found !== null && minutesOf(found) !== undefined;
}

/**
 * Returns a moment in UTC, with seconds, without trailing zeros in fractions. Local times stay local. A moment with a
 * blank instead of `T` stays unchanged, since RFC 3339 does not allow the blank.
 */
export function canonicalMoment(text: string): string {
  if (usualMoment.test(text)) return text;
  const found = moment.exec(text);
  const minutes = found === null ? undefined : minutesOf(found);
  if (found === null || minutes === undefined || isLocalOfProduct(text, found)) return text;
  const [, , , , , , seconds = "00", fraction = "", offset] = found;
  const at = new Date((minutes - offsetMinutes(offset)) * 60_000);
  if (at.getUTCFullYear() < 0 || at.getUTCFullYear() > 9999) return text;
  const rest = fraction.replace(/0+$/, "");
  const zone = offset === undefined ? "" : "Z";
  return `${at.toISOString().slice(0, 17)}${seconds}${rest === "" ? "" : `.${rest}`}${zone}`;
}

function isLocalOfProduct(text: string, found: RegExpExecArray): boolean {
  return found[8] === undefined && text.includes(" ");
}

/** Minutes since 1970, ignoring the offset; undefined: the day does not exist. */
function minutesOf([, year, month, day, hour, minute]: RegExpExecArray): number | undefined {
  const at = new Date(0);
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(day)) return undefined;
  return at.getTime() / 60_000 + Number(hour) * 60 + Number(minute);
}

function offsetMinutes(offset: string | undefined): number {
  if (offset === undefined || offset === "Z" || offset === "z") return 0;
  const digits = offset.replaceAll(/\D/g, "");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return offset.startsWith("-") ? -minutes : minutes;
}

const amount = "(\\d{1,15}(?:[.,]\\d{1,9})?)";
const duration = new RegExp(
  `^([+-])?P(?:${amount}Y)?(?:${amount}M)?(?:${amount}W)?(?:${amount}D)?` +
    `(?:T(?:${amount}H)?(?:${amount}M)?(?:${amount}S)?)?$`,
);

/** A duration in months and seconds: a day counts as 24 hours, a year as 12 months. */
export function canonicalDuration(text: string): string {
  const found = duration.exec(text);
  if (found === null || /[PT]$/.test(text)) return text;
  const [, sign, ...amounts] = found;
  const given = amounts.filter((each) => each !== undefined);
  // Only the smallest unit may have a fraction.
  if (given.slice(0, -1).some((each) => /[.,]/.test(each))) return text;
  const total = (units: readonly bigint[], from: number) =>
    units.reduce((sum, unit, at) => sum + unit * billionths(amounts[from + at]), 0n);
  const months = total([12n, 1n], 0);
  const seconds = total([604_800n, 86_400n, 3600n, 60n, 1n], 2);
  if (months === 0n && seconds === 0n) return "PT0S";
  const inMonths = months === 0n ? "" : `${decimal(months)}M`;
  const inSeconds = seconds === 0n ? "" : `T${decimal(seconds)}S`;
  return `${sign === "-" ? "-" : ""}P${inMonths}${inSeconds}`;
}

function billionths(text: string | undefined): bigint {
  const [whole = "0", fraction = ""] = (text ?? "0").split(/[.,]/);
  return BigInt(whole + fraction.padEnd(9, "0"));
}

function decimal(count: bigint): string {
  const digits = count.toString().padStart(10, "0");
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, "");
}

const clock = /^(\d{1,2})(?::([0-5]\d)(?::([0-5]\d)(?:\.0+)?)?)?(?:\s?([ap])\.?m\.?)?$/i;

/** A time of day in the form `08:00:00`. `24:00` is the end of a day, and differs from `00:00`. */
export function canonicalTimeOfDay(text: string): string {
  const found = clock.exec(text);
  if (found === null) return text;
  const [, hour = "", minute, second = "00", half] = found;
  if (half === undefined && minute === undefined) return text;
  const own = half === undefined ? hourOf(hour, `${minute}${second}`) : hourOfHalf(hour, half);
  return own === undefined ? text : `${String(own).padStart(2, "0")}:${minute ?? "00"}:${second}`;
}

function hourOf(hour: string, rest: string): number | undefined {
  const own = Number(hour);
  return own < 24 || (own === 24 && rest === "0000") ? own : undefined;
}

function hourOfHalf(hour: string, half: string): number | undefined {
  const own = Number(hour);
  if (own < 1 || own > 12) return undefined;
  return (own % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}
