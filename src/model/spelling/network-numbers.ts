/**
 * Canonical forms of numbers in routing that have several notations: RFC 5396, 1997, 2328, 4632. Pure; other texts
 * stay unchanged.
 */

const most = 0xff_ff_ff_ff;

/** The number of an autonomous system (RFC 5396): `1.10` becomes 65546. */
export function canonicalAsNumber(text: string): string {
  const halves = pairIn(text, ".");
  const number = halves === undefined ? numberIn(text, most) : halves[0] * 65_536 + halves[1];
  return number === undefined ? text : String(number);
}

/** A BGP community (RFC 1997): 65537 becomes `1:1`. */
export function canonicalCommunity(text: string): string {
  const number = numberIn(text, most);
  const halves = number === undefined ? pairIn(text, ":") : [Math.floor(number / 65_536), number % 65_536];
  return halves === undefined ? text : halves.join(":");
}

/** An OSPF area (RFC 2328): 1 becomes `0.0.0.1`, and `backbone` becomes 0.0.0.0. */
export function canonicalArea(text: string): string {
  if (text.toLowerCase() === "backbone") return "0.0.0.0";
  const number = numberIn(text, most) ?? addressIn(text);
  return number === undefined ? text : dotted(number);
}

/** The length of an IPv4 prefix: `255.255.255.0` and `/24` become 24. */
export function canonicalNetmask(text: string): string {
  const length = numberIn(text.replace(/^\//, ""), 32);
  if (length !== undefined) return String(length);
  const mask = addressIn(text);
  const ones = [...Array(33).keys()].find((each) => maskOf(each) === mask);
  return ones === undefined ? text : String(ones);
}

function maskOf(length: number): number {
  return (most - (2 ** (32 - length) - 1)) % (most + 1);
}

function dotted(number: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join(".");
}

function addressIn(text: string): number | undefined {
  const parts = text.split(".").map((part) => numberIn(part, 255));
  if (parts.length !== 4) return undefined;
  return parts.reduce<number | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : sum * 256 + part),
    0,
  );
}

function pairIn(text: string, separator: string): readonly [number, number] | undefined {
  const parts = text.split(separator);
  const [high, low] = parts.map((part) => numberIn(part, 65_535));
  return parts.length === 2 && high !== undefined && low !== undefined ? [high, low] : undefined;
}

function numberIn(text: string, max: number): number | undefined {
  const number = /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  return number === undefined || number > max ? undefined : number;
}
