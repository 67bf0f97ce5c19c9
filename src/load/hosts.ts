/** Fleet hosts: whether a device's host is one that the project file lists. */

import ipaddr from "ipaddr.js";
import type { Target } from "../model/project.ts";

/** Why a device's host may not be spoken to; undefined when it may, or when the target is no fleet. */
export function hostFault(
  host: string,
  target: Target,
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
    ipaddr.isValid(text) ||
    /^\.?[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(text)
  );
}

function covers(listed: string, host: string): boolean {
  if (listed.toLowerCase() === host.toLowerCase()) return true;
  if (listed.startsWith(".")) return host.toLowerCase().endsWith(listed.toLowerCase());
  if (!ipaddr.isValidCIDR(listed) || !ipaddr.isValid(host)) return false;
  const [network, bits] = ipaddr.parseCIDR(listed);
  const address = ipaddr.parse(host);
  return address.kind() === network.kind() && address.match(network, bits);
}
