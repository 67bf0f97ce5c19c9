/**
 * Listed hosts: decides whether a target's `hosts` include a host. Used by the loader, and by the guard before a socket
 * is opened.
 */

import ipaddr from "ipaddr.js";

/** True for a text in the format of a listed host: an address, CIDR, `.suffix` or name. */
export function isHostPattern(text: string): boolean {
  return (
    ipaddr.isValidCIDR(text) ||
    isAddress(text) ||
    /^\.?[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text)
  );
}

/** The cached answers of `isListedHost`, for each list of patterns. */
const answers = new WeakMap<readonly string[], Map<string, boolean>>();

/** The largest number of answers that are kept for a list. */
const maxAnswers = 10_000;

/** True if one of these patterns includes the host: as its name or address, its suffix, or its network. */
export function isListedHost(hosts: readonly string[], host: string): boolean {
  const known = answers.get(hosts) ?? new Map<string, boolean>();
  const answer = known.get(host) ?? hosts.some((listed) => covers(listed, host));
  if (known.size < maxAnswers) known.set(host, answer);
  answers.set(hosts, known);
  return answer;
}

function covers(listed: string, host: string): boolean {
  const [pattern, name] = [listed.toLowerCase(), host.toLowerCase()];
  if (pattern === name) return true;
  if (pattern.startsWith(".")) return name.endsWith(pattern);
  return pattern.includes("/") && isIn(pattern, name);
}

/**
 * True if the network contains the host. Only a network of the host's address family is checked, because the check
 * throws for other families.
 */
function isIn(network: string, host: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  if (!isAddress(host)) return false;
  return host.includes(":")
    ? IPv6.isValidCIDR(network) && IPv6.parse(host).match(IPv6.parseCIDR(network))
    : IPv4.isValidCIDR(network) && IPv4.parse(host).match(IPv4.parseCIDR(network));
}

/**
 * True for an address in its canonical spelling. Other spellings are not accepted, because programs disagree on the
 * meaning of `010.0.0.1`.
 */
function isAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}
