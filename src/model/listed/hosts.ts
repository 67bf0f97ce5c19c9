/** Listed hosts: whether `hosts` of a target cover a host. The loader asks, and the guard before a socket opens. */

import ipaddr from "ipaddr.js";

/** What a listed host must look like: an address, CIDR, `.suffix` or name. */
export function isHostPattern(text: string): boolean {
  return (
    ipaddr.isValidCIDR(text) ||
    isAddress(text) ||
    /^\.?[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text)
  );
}

/** True where one of these covers the host: as its name or address, its suffix, or a network that it is in. */
export function isListedHost(hosts: readonly string[], host: string): boolean {
  return hosts.some((listed) => covers(listed, host));
}

function covers(listed: string, host: string): boolean {
  const [pattern, name] = [listed.toLowerCase(), host.toLowerCase()];
  if (pattern === name) return true;
  if (pattern.startsWith(".")) return name.endsWith(pattern);
  return pattern.includes("/") && isIn(pattern, name);
}

/** Asks for the family that the host is of: to try the other one throws, at each request. */
function isIn(network: string, host: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  if (!isAddress(host)) return false;
  return host.includes(":")
    ? IPv6.isValidCIDR(network) && IPv6.parse(host).match(IPv6.parseCIDR(network))
    : IPv4.isValidCIDR(network) && IPv4.parse(host).match(IPv4.parseCIDR(network));
}

/** Only the usual spellings: `010.0.0.1` means different addresses to different programs. */
function isAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}
