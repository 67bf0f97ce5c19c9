/**
 * Decides which hosts are requested without a proxy: this machine, and the names, addresses and networks in `NO_PROXY`.
 */

import { BlockList, isIP } from "node:net";

/** This machine. It is never requested through a proxy. */
const loopback = ["localhost", "127.0.0.0/8", "::1"];

/**
 * True if a URL is requested without a proxy. The entries of the list are separated by commas or blanks.
 *
 * An entry is a name, an address, a network (such as `10.0.0.0/8` or `fd00::/8`), or `*`. A name includes its
 * subdomains, also if it begins with a dot or `*.`. If an entry ends with a port, it is only for this port. Networks
 * match only addresses in URLs; names are not looked up.
 */
export function isWithoutProxy(url: URL, list: string): boolean {
  const entries = list.split(/[,\s]+/).filter((entry) => entry !== "");
  const host = bare(url.hostname);
  const port = url.port === "" ? defaultPorts[url.protocol] : url.port;
  return [...entries, ...loopback].some((entry) => covers(entry.toLowerCase(), host, port));
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

function covers(entry: string, host: string, port: string | undefined): boolean {
  const [, inBrackets, plain, own] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(entry) ??
    ([entry, undefined, entry, undefined] as const);
  if (own !== undefined && Number(own) !== Number(port)) return false;
  const name = inBrackets ?? plain ?? entry;
  if (name === "*") return true;
  const [address = "", bits] = name.split("/");
  if (isIP(address) > 0)
    return isIP(host) > 0 && networkOf(address, bits)?.check(host, family(host)) === true;
  const isBelow = host.endsWith(`.${name.replace(/^\*?\./, "")}`);
  return isBelow || (!name.startsWith("*.") && host === name.replace(/^\./, ""));
}

function family(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** The network of an address; undefined if the number of bits is invalid. */
function networkOf(address: string, bits: string | undefined): BlockList | undefined {
  const most = isIP(address) === 6 ? 128 : 32;
  const count = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(count <= most)) return undefined;
  const list = new BlockList();
  list.addSubnet(address, count, family(address));
  return list;
}
