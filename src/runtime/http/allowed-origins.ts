/** Which URLs a target may be asked for: law 5, checked before a socket opens. */

import ipaddr from "ipaddr.js";
import { type Problem, problem } from "../../model/problem.ts";
import type { Endpoint } from "../../model/project.ts";
import { originOf } from "../../model/wire.ts";

const placeholder = "{host}";
const stand = "host-of-the-fleet.invalid";

/**
 * Why this URL may not be asked for; undefined when it may. The scheme and port must be the target's; the host
 * too, or one that `hosts` lists: for a fleet any, else only over https. A user name or password in the URL is refused.
 */
export function blockedHost(target: Endpoint, url: string): Problem | undefined {
  const asked = URL.parse(url);
  const own = URL.parse(target.url.replace(placeholder, stand));
  if (!asked || !own) return refusal(target, url, "it is not a URL");
  if (asked.username !== "" || asked.password !== "")
    return refusal(target, asked.host, "it carries a user name");
  if (!target.url.includes(placeholder))
    return originOf(asked) === originOf(own) || isShard(target, own, asked)
      ? undefined
      : refusal(target, originOf(asked), `its url is ${originOf(own)}`);
  const host = own.hostname.includes(stand) ? hostInName(own, asked) : hostInPath(own, asked);
  if (host === undefined) return refusal(target, originOf(asked), `its url is ${target.url}`);
  return target.hosts.some((listed) => covers(listed, host))
    ? undefined
    : refusal(target, host, "its `hosts` do not list it");
}

/** Another host of the same service: one that `hosts` lists, over https and at the same port. */
function isShard({ hosts }: Endpoint, own: URL, asked: URL): boolean {
  if (asked.protocol !== "https:" || own.protocol !== "https:" || asked.port !== own.port) return false;
  return hosts.some((listed) => covers(listed, asked.hostname));
}

/** The device's host, where the template has it in the authority; undefined when another part differs. */
function hostInName(own: URL, asked: URL): string | undefined {
  const [before = "", after = ""] = own.hostname.split(stand);
  const { hostname } = asked;
  if (asked.protocol !== own.protocol || asked.port !== own.port) return undefined;
  if (hostname.length < before.length + after.length) return undefined;
  if (!hostname.startsWith(before) || !hostname.endsWith(after)) return undefined;
  return hostname.slice(before.length, hostname.length - after.length).replace(/^\[(.+)\]$/, "$1");
}

/** The device's host, where the template has it in the path: one server that speaks for many devices. */
function hostInPath(own: URL, asked: URL): string | undefined {
  if (originOf(asked) !== originOf(own)) return undefined;
  const [before = "", after = ""] = own.pathname.split(stand);
  if (!asked.pathname.startsWith(before)) return undefined;
  const rest = asked.pathname.slice(before.length);
  const [host = ""] = rest.split("/");
  return host !== "" && rest.slice(host.length).startsWith(after) ? decoded(host) : undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function covers(listed: string, host: string): boolean {
  const [pattern, name] = [listed.toLowerCase(), host.toLowerCase()];
  if (pattern === name) return true;
  if (pattern.startsWith(".")) return name.length > pattern.length && name.endsWith(pattern);
  if (!ipaddr.isValidCIDR(pattern) || !isAddress(name)) return false;
  const [network, bits] = ipaddr.parseCIDR(pattern);
  const address = ipaddr.parse(name);
  return address.kind() === network.kind() && address.match(network, bits);
}

/** Only the usual spellings: `010.0.0.1` means different addresses to different programs. */
function isAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
}

function refusal(target: Endpoint, what: string, why: string): Problem {
  return problem(
    "host-not-listed",
    `${target.name}: nothing was sent to ${what}: ${why}, and a credential goes nowhere else.`,
    { hint: `If it belongs to target ${target.name}, list it there in trueup.yaml.` },
  );
}
