/** Addresses and networks as numbers. Parsing is strict; output is canonical (RFC 5952). */

import ipaddr from "ipaddr.js";
import { z } from "zod";
import { ExpressionFault } from "../faults.ts";

/** A network: the number of bits of its addresses, its prefix length, and its first address. */
export interface Network {
  readonly bits: 32 | 128;
  readonly prefix: number;
  readonly first: bigint;
}

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();

/**
 * Parses a network such as `10.20.0.0/16`. Throws for any other text. With `address`, a text such as `10.20.1.2/16` is
 * accepted too, whose address is not the first of its network.
 */
export function networkOf(text: string, meant: "network" | "address" = "network"): Network {
  const [address = "", prefixText, more] = text.split("/");
  const bits = bitsOf(address);
  const prefix = /^(?:0|[1-9]\d{0,2})$/.test(prefixText ?? "") ? Number(prefixText) : -1;
  if (bits === undefined || more !== undefined || prefix < 0 || prefix > bits)
    throw new ExpressionFault(
      `\`${text}\` is not a network`,
      "A network is written like 10.20.0.0/16 or 2001:db8::/48.",
    );
  const number = numberOf(address);
  const first = (number >> BigInt(bits - prefix)) << BigInt(bits - prefix);
  if (meant === "network" && first !== number)
    throw new ExpressionFault(
      `\`${text}\` is an address in a network, not a network`,
      `Write ${textOfNetwork({ bits, prefix, first })}, or cidr.network(...).`,
    );
  return { bits, prefix, first };
}

function bitsOf(address: string): 32 | 128 | undefined {
  if (ipv4.safeParse(address).success) return 32;
  return ipv6.safeParse(address).success ? 128 : undefined;
}

function numberOf(address: string): bigint {
  const bytes = ipaddr.parse(address).toByteArray();
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

/** The canonical text of an address. */
export function textOfAddress(bits: 32 | 128, number: bigint): string {
  const count = bits / 8;
  const bytes = Array.from({ length: count }, (_, at) =>
    Number((number >> BigInt(8 * (count - 1 - at))) & 0xffn),
  );
  const address = ipaddr.fromByteArray(bytes);
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

/** The canonical text of a network. */
export function textOfNetwork({ bits, prefix, first }: Network): string {
  return `${textOfAddress(bits, first)}/${prefix}`;
}

/**
 * Returns the network of an interface, from its address and its prefix length or mask: `10.0.0.1/24` or
 * `10.0.0.1/255.255.255.0`. Undefined: the text has another form.
 */
export function interfaceNetwork(
  text: string,
): { readonly ip: string; readonly network: string; readonly prefix: number } | undefined {
  const [address = "", length = "", more] = text.split("/");
  const bits = bitsOf(address);
  if (bits === undefined || more !== undefined) return undefined;
  const prefix = bits === 32 && ipv4.safeParse(length).success ? prefixOfMask(length) : lengthOf(length);
  if (prefix === undefined || prefix > bits) return undefined;
  const ip = numberOf(address);
  const first = (ip >> BigInt(bits - prefix)) << BigInt(bits - prefix);
  return { ip: textOfAddress(bits, ip), network: textOfNetwork({ bits, prefix, first }), prefix };
}

/**
 * Returns the number in a text of decimal digits without leading zeros, which is the form of a prefix length; undefined
 * for any other text.
 */
function lengthOf(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : undefined;
}

/** Returns the prefix length of a mask. Undefined for an invalid mask, in which ones follow a zero. */
function prefixOfMask(text: string): number | undefined {
  return ipaddr.IPv4.parse(text).prefixLengthFromSubnetMask() ?? undefined;
}

/**
 * Returns each network that overlaps an earlier one, paired with the earlier network that reaches farthest. Networks
 * are ordered by first address, larger ones first. O(n log n).
 */
export function overlappingPairs<Held extends { readonly of: Network }>(
  all: readonly Held[],
): readonly (readonly [Held, Held])[] {
  const inOrder = all.toSorted(
    ({ of: a }, { of: b }) => a.bits - b.bits || byFirst(a, b) || a.prefix - b.prefix,
  );
  const pairs: (readonly [Held, Held])[] = [];
  let widest: Held | undefined;
  for (const each of inOrder) {
    if (widest && widest.of.bits === each.of.bits && each.of.first <= lastOf(widest.of))
      pairs.push([widest, each]);
    else widest = each;
  }
  return pairs;
}

/** The last address of a network. */
export function lastOf({ bits, prefix, first }: Network): bigint {
  return first + (1n << BigInt(bits - prefix)) - 1n;
}

function byFirst(a: Network, b: Network): number {
  return a.first < b.first ? -1 : a.first > b.first ? 1 : 0;
}
