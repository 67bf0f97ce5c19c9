/** Fleet hosts: whether a device's host is one that the project file lists. */

import ipaddr from "ipaddr.js";
import type { Target } from "../../model/project.ts";

/** Why a device's host may not be spoken to; undefined when it may, or when the target is not a fleet. */
export function hostFault(
  host: string,
  target: Pick<Target, "name" | "url" | "hosts">,
): { code: string; message: string; hint: string } | undefined {
  if (!target.url.includes("{host}") || target.hosts.some((listed) => covers(listed, host))) return undefined;
  const message = `\`${host}\` is not among the hosts of target \`${target.name}\``;
  return {
    code: "host-not-listed",
    message,
    hint: `Add it to \`hosts\` of \`${target.name}\` in trueup.yaml.`,
  };
}

/** What a listed host must look like: an address, CIDR, `.suffix` or name. */
export function isHostPattern(text: string): boolean {
  return (
    ipaddr.isValidCIDR(text) ||
    isAddress(text) ||
    /^\.?[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text)
  );
}

function covers(listed: string, host: string): boolean {
  const [pattern, name] = [listed.toLowerCase(), host.toLowerCase()];
  if (pattern === name) return true;
  if (pattern.startsWith(".")) return name.length > pattern.length && name.endsWith(pattern);
  return pattern.includes("/") && isIn(pattern, name);
}

/** Asks for the family that the host is of: to try the other one throws, for each device. */
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
