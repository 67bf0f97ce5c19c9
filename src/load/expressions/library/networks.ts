/** Functions for IPv4 and IPv6 networks, named as in Terraform: `cidr.subnet`, `cidr.host`, ... */

import ipaddr from "ipaddr.js";
import { ExpressionFault } from "../faults.ts";
import {
  lastOf,
  type Network,
  networkOf,
  overlappingPairs,
  textOfAddress,
  textOfNetwork,
} from "./addresses.ts";
import type { LibraryPart } from "./function.ts";

class Cidr {}

/** The functions of the namespace `cidr`. */
export const networks: LibraryPart = {
  namespace: { name: "cidr", type: "Cidr", of: Cidr },
  functions: [
    {
      signature: "Cidr.subnet(string, int, int): string",
      about: "The subnet with this number, whose prefix is longer by this many bits.",
      example: ['cidr.subnet("10.20.0.0/16", 8, 5)', '"10.20.5.0/24"'],
      run: subnet,
    },
    {
      signature: "Cidr.host(string, int): string",
      about: "The address with this number in a network; negative numbers count from the end.",
      example: ['cidr.host("10.20.5.0/24", 1)', '"10.20.5.1"'],
      run: host,
    },
    {
      signature: "Cidr.netmask(string): string",
      about: "The mask of an IPv4 network.",
      example: ['cidr.netmask("10.20.5.0/22")', '"255.255.252.0"'],
      run: netmask,
    },
    {
      signature: "Cidr.prefix(string): int",
      about: "The prefix length of a network.",
      example: ['cidr.prefix("10.20.5.0/24")', "24"],
      run: (text: string) => BigInt(networkOf(text).prefix),
    },
    {
      signature: "Cidr.network(string): string",
      about: "The network of an address with a prefix.",
      example: ['cidr.network("10.20.5.17/24")', '"10.20.5.0/24"'],
      run: (text: string) => textOfNetwork(networkOf(text, "address")),
    },
    {
      signature: "Cidr.contains(string, string): bool",
      about: "Whether an address, or the whole of a network, is in a network.",
      example: ['cidr.contains("10.20.0.0/16", "10.20.5.1")', "true"],
      run: contains,
    },
    {
      signature: "Cidr.overlaps(string, string): bool",
      about: "Whether two networks share an address.",
      example: ['cidr.overlaps("10.20.0.0/16", "10.20.5.0/24")', "true"],
      run: overlaps,
    },
    {
      signature: "overlaps(list): list<dyn>",
      about:
        "Pairs of overlapping networks of a list. In each pair, the network with the lower first address comes first.",
      example: ['overlaps(["10.0.1.0/24", "10.0.0.0/16", "10.1.0.0/16"])', '[["10.0.0.0/16","10.0.1.0/24"]]'],
      run: overlapping,
    },
  ],
};

function subnet(text: string, more: bigint, number: bigint): string {
  const of = networkOf(text);
  const prefix = BigInt(of.prefix) + more;
  if (more < 0n || prefix > BigInt(of.bits))
    throw new ExpressionFault(
      `\`${text}\` has no subnets with ${more} more bits: ${of.bits - of.prefix} are left`,
    );
  const count = 1n << more;
  if (number < 0n || number >= count)
    throw new ExpressionFault(
      `\`${text}\` has ${count} subnets with ${more} more bits: 0 to ${count - 1n}, not ${number}`,
    );
  const first = of.first + (number << (BigInt(of.bits) - prefix));
  return textOfNetwork({ bits: of.bits, prefix: Number(prefix), first });
}

function host(text: string, number: bigint): string {
  const of = networkOf(text);
  const count = sizeOf(of);
  const at = number < 0n ? count + number : number;
  if (at < 0n || at >= count)
    throw new ExpressionFault(`\`${text}\` has ${count} addresses: there is no number ${number}`);
  return textOfAddress(of.bits, of.first + at);
}

function netmask(text: string): string {
  const { bits, prefix } = networkOf(text, "address");
  if (bits !== 32)
    throw new ExpressionFault(`\`${text}\` is IPv6: only IPv4 has masks`, "Use cidr.prefix(...).");
  return ipaddr.IPv4.subnetMaskFromPrefixLength(prefix).toString();
}

function contains(outer: string, inner: string): boolean {
  const [of, one] = [
    networkOf(outer),
    networkOf(inner.includes("/") ? inner : `${inner}/${inner.includes(":") ? 128 : 32}`),
  ];
  return of.bits === one.bits && of.first <= one.first && lastOf(one) <= lastOf(of);
}

function overlaps(a: string, b: string): boolean {
  const [one, other] = [networkOf(a), networkOf(b)];
  return one.bits === other.bits && one.first <= lastOf(other) && other.first <= lastOf(one);
}

/**
 * Returns each network that overlaps an earlier one, paired with the earlier one. Networks are ordered by first
 * address.
 */
function overlapping(texts: readonly unknown[]): readonly (readonly [string, string])[] {
  const all = texts.map((text) => {
    if (typeof text !== "string") throw new ExpressionFault("overlaps(...) is for a list of networks");
    return { text, of: networkOf(text) };
  });
  return overlappingPairs(all).map(([one, other]) => [one.text, other.text]);
}

function sizeOf({ bits, prefix }: Network): bigint {
  return 1n << BigInt(bits - prefix);
}
