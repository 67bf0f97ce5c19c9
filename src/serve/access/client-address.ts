/**
 * The client's address: behind trusted proxies, the last address in the chain that does not belong to a trusted proxy.
 */

import { isListedHost } from "../../model/listed/hosts.ts";

/**
 * The maximum number of entries of `X-Forwarded-For` that are read, counted from the end. No genuine list is longer.
 */
const mostHops = 32;

/**
 * The client's address. `X-Forwarded-For` is believed only as far back as its entries were added by trusted proxies.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  behind: readonly string[],
): string {
  const hops = (forwardedFor ?? "")
    .split(",")
    .slice(-mostHops)
    .map((hop) => bare(hop.trim()))
    .filter((hop) => hop !== "");
  let client = peer;
  for (const hop of hops.toReversed()) {
    if (!isListedHost(behind, client)) return client;
    client = hop;
  }
  return client;
}

/** Removes the port, and the brackets of an IPv6 address. Text that is not an address is only shortened. */
function bare(hop: string): string {
  const [, inBrackets] = /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(hop) ?? [];
  const [, plain] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(hop) ?? [];
  return (inBrackets ?? plain ?? hop).slice(0, 45);
}

/** The key for rate limits: an IPv4 address, or the /64 network of an IPv6 address. */
export function countedAddress(address: string): string {
  if (!address.includes(":")) return address;
  const [before = "", after] = address.toLowerCase().split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  const groups = [...head, ...zeros, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.join(":")}::/64`;
}
