/** Whose request it is, by address: behind a proxy that is named, the last address that no such proxy has. */

import { isListedHost } from "../../model/listed/hosts.ts";

/** A longer list is somebody's game. */
const mostHops = 32;

/** The client's address. `X-Forwarded-For` counts as far as those who wrote it are named. */
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

/** Without a port, and without the brackets of IPv6. What is no address stays what somebody wrote, shortened. */
function bare(hop: string): string {
  const [, inBrackets] = /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(hop) ?? [];
  const [, plain] = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(hop) ?? [];
  return (inBrackets ?? plain ?? hop).slice(0, 45);
}

/** What limits count by: an address, or the network of 64 bits that an IPv6 address is in. */
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
