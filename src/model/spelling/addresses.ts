/**
 * Canonical forms of addresses: IPv4 and IPv6 (RFC 5952), prefixes, MAC addresses. Pure; other texts stay unchanged.
 */

/** Matches an IPv4 address: four numbers without leading zeros. */
const plainV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** The canonical form of an IPv4 or IPv6 address. */
export function canonicalAddress(text: string): string {
  return text.includes(":") ? canonicalV6(text) : text;
}

const group = "[1-9a-f][0-9a-f]{0,3}";
/** Matches most addresses that are already canonical: `::` for a single run of zeros, at most six groups, no IPv4. */
const usualV6 = new RegExp(
  `^(?!::ffff:|64:ff9b::)(?:${group}(?::${group}){0,5}::|::${group}(?::${group}){0,5}|` +
    `(?!(?:[^:]*:){7})${group}(?::${group})*::${group}(?::${group})*)$`,
);

/** An IPv6 address in the form of RFC 5952; the zone after `%` stays unchanged. */
export function canonicalV6(text: string): string {
  if (usualV6.test(text)) return text;
  const [address, zone] = zoned(text);
  const groups = groupsOf(address);
  return groups === undefined || zone === "%" ? text : spelled(groups) + zone;
}

/** Splits an address into the address itself and its zone, which begins with the percent sign (RFC 4007). */
function zoned(text: string): readonly [address: string, zone: string] {
  const percent = text.indexOf("%");
  return percent === -1 ? [text, ""] : [text.slice(0, percent), text.slice(percent)];
}

/** The eight groups of an IPv6 address without a zone; undefined: the address is invalid. */
function groupsOf(text: string): readonly number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [left, right] = halves.map((half, at) => numbersIn(half, at === halves.length - 1));
  if (left === undefined || (halves.length === 2 && right === undefined)) return undefined;
  const missing = 8 - left.length - (right?.length ?? 0);
  if (halves.length === 1) return missing === 0 ? left : undefined;
  return missing < 1 ? undefined : [...left, ...Array<number>(missing).fill(0), ...(right ?? [])];
}

/**
 * The groups in one half of an address; undefined if one is invalid. `isLast`: the half may end with an IPv4 address.
 */
function numbersIn(half: string, isLast: boolean): readonly number[] | undefined {
  if (half === "") return [];
  const parts = half.split(":");
  const numbers: number[] = [];
  for (const [at, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) numbers.push(Number.parseInt(part, 16));
    else if (isLast && at === parts.length - 1 && plainV4.test(part)) numbers.push(...pairsOf(part));
    else return undefined;
  }
  return numbers;
}

/** Converts an IPv4 address to the two groups that represent it in an IPv6 address. */
function pairsOf(v4: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

/**
 * The canonical text of an IPv6 address: lower case, without leading zeros, with `::` for the first of the longest runs
 * of zeros. After a well-known prefix, the last two groups are written as IPv4.
 */
function spelled(groups: readonly number[]): string {
  const parts = groups.map((group) => group.toString(16));
  const embeds = v4Prefixes.has(parts.slice(0, 6).join(":"));
  const shown = embeds ? [...parts.slice(0, 6), dotted(groups.slice(6))] : parts;
  const run = longestRun(shown);
  if (run === undefined) return shown.join(":");
  return `${shown.slice(0, run.from).join(":")}::${shown.slice(run.to).join(":")}`;
}

/**
 * Prefixes after which IPv4 is written: mapped (RFC 4291), translated (RFC 2765), and the well-known prefix of RFC
 * 6052.
 */
const v4Prefixes: ReadonlySet<string> = new Set(["0:0:0:0:0:ffff", "0:0:0:0:ffff:0", "64:ff9b:0:0:0:0"]);

function dotted(pairs: readonly number[]): string {
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join(".");
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** The longest run of at least two groups of zeros; undefined if there is none. */
function longestRun(parts: readonly string[]): Run | undefined {
  let best: Run | undefined;
  for (let from = 0; from < parts.length; from += 1) {
    let to = from;
    while (parts[to] === "0") to += 1;
    if (to - from > (best ? best.to - best.from : 1)) best = { from, to };
    from = Math.max(from, to);
  }
  return best;
}

/** How host bits in a prefix are treated. */
export type HostBits = "kept" | "masked" | "refused";

const usualV4Prefix = /^\d{1,3}(?:\.\d{1,3}){3}\/(?:0|[1-9]\d?)$/;

/** Returns the canonical form of a prefix. `masked`: host bits are set to zero; otherwise they stay. */
export function canonicalPrefix(text: string, hostBits: HostBits = "kept"): string {
  if (hostBits !== "masked" && usualV4Prefix.test(text)) return text;
  const slash = text.indexOf("/");
  if (slash === -1) return text;
  const [address, zone] = zoned(canonicalAddress(text.slice(0, slash)));
  const bits = addressBits(address);
  const digits = text.slice(slash + 1);
  if (bits === undefined || !/^\d{1,3}$/.test(digits) || Number(digits) > bits.length) return text;
  const length = Number(digits);
  return `${hostBits === "masked" ? maskedTo(bits, length) : address}${zone}/${length}`;
}

/**
 * Returns the prefix that was probably meant by a prefix with host bits. Undefined: there are no host bits, or the text
 * is not a prefix.
 */
export function prefixMeant(text: string): string | undefined {
  const meant = canonicalPrefix(text, "masked");
  return meant === canonicalPrefix(text) ? undefined : meant;
}

/** An address without a zone, as bytes. */
interface AddressBits {
  readonly bytes: readonly number[];
  readonly length: 32 | 128;
}

function addressBits(address: string): AddressBits | undefined {
  if (plainV4.test(address)) return { bytes: address.split(".").map(Number), length: 32 };
  const groups = address.includes(":") ? groupsOf(address) : undefined;
  return groups && { bytes: groups.flatMap((group) => [group >> 8, group & 255]), length: 128 };
}

function maskedTo({ bytes, length: all }: AddressBits, length: number): string {
  const kept = bytes.map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, length - at * 8))) & 0xff);
  if (all === 32) return kept.join(".");
  const groups = Array.from({ length: 8 }, (_, at) => (kept[at * 2] ?? 0) * 256 + (kept[at * 2 + 1] ?? 0));
  return spelled(groups);
}

const usualMac = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/;
const macForms = [
  /^[0-9a-f]{2}(?:[:-]?[0-9a-f]{2}){5}$/i,
  /^[0-9a-f]{2}([. ])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i,
  /^[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}$/i,
  /^[0-9a-f]{6}\.[0-9a-f]{6}$/i,
] as const;
/** Matches octets without leading zeros. */
const shortOctets = /^[0-9a-f]{1,2}([:-])(?:[0-9a-f]{1,2}\1){4}[0-9a-f]{1,2}$/i;

/** True for a 48-bit MAC address in any spelling that products use. */
export function isMac(text: string): boolean {
  return usualMac.test(text) || shortOctets.test(text) || macForms.some((form) => form.test(text));
}

/** A MAC address in lower case, with colons between its octets. */
export function canonicalMac(text: string): string {
  if (usualMac.test(text) || !isMac(text)) return text;
  const octets = shortOctets.test(text)
    ? text.split(/[:-]/).map((octet) => octet.padStart(2, "0"))
    : text.replaceAll(/[^0-9a-f]/gi, "").match(/../g);
  return (octets ?? []).join(":").toLowerCase();
}
