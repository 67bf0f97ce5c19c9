/** A known_hosts file in OpenSSH's format. Finds its lines for a host, by name, pattern or hash. */

import { createHmac } from "node:crypto";

/** A host, and its port. */
export interface HostAndPort {
  readonly name: string;
  readonly port: number;
}

/** One line of the file, for one of its hosts. */
export interface KnownKey {
  /** `@revoked` or `@cert-authority`; undefined for an ordinary line. */
  readonly marker: string | undefined;
  readonly type: string;
  /** The key in base64. */
  readonly data: string;
}

interface PatternLine extends KnownKey {
  readonly patterns: readonly string[];
}

/** A known_hosts file, parsed once for all hosts. */
export class KnownHosts {
  /** The keys of the lines with plain host names, by host. */
  readonly #named = new Map<string, KnownKey[]>();
  /** Lines with wildcards, hashes or exceptions. */
  readonly #patterns: PatternLine[] = [];

  constructor(text: string) {
    for (const line of text.split(/\r?\n/)) {
      const [, marker, hosts = "", type = "", data = ""] =
        /^\s*(?:(@\S+)\s+)?([^\s#@]\S*)\s+(\S+)\s+(\S+)/.exec(line) ?? [];
      if (hosts === "") continue;
      const patterns = hosts.split(",");
      if (/[*?!|]/.test(hosts)) this.#patterns.push({ marker, type, data, patterns });
      else for (const each of patterns) this.#add(each.toLowerCase(), { marker, type, data });
    }
  }

  /**
   * The lines for `[host]:port`, and the lines for the host without a port, because a device has one key for all its
   * ports.
   */
  linesFor({ name, port }: HostAndPort): readonly KnownKey[] {
    const spellings = [`[${name}]:${port}`, name].map((each) => each.toLowerCase());
    const named = spellings.flatMap((each) => this.#named.get(each) ?? []);
    const matching = this.#patterns.filter(({ patterns }) => matchesList(patterns, spellings));
    return [...named, ...matching];
  }

  #add(name: string, key: KnownKey): void {
    const known = this.#named.get(name);
    if (known) known.push(key);
    else this.#named.set(name, [key]);
  }
}

/**
 * True if a list of patterns matches the host. An exception (`!`) excludes every spelling of the host: `*,!r1` does not
 * match `[r1]:830`.
 */
function matchesList(patterns: readonly string[], spellings: readonly string[]): boolean {
  const isAny = (pattern: string) => spellings.some((each) => matchesOne(pattern, each));
  if (patterns.some((one) => one.startsWith("!") && isAny(one.slice(1)))) return false;
  return patterns.some((one) => !one.startsWith("!") && isAny(one));
}

function matchesOne(pattern: string, name: string): boolean {
  const [, salt, hash] = /^\|1\|([^|]+)\|([^|]+)$/.exec(pattern) ?? [];
  if (salt !== undefined && hash !== undefined)
    return createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest("base64") === hash;
  return matchesWildcards(pattern.toLowerCase(), name);
}

/**
 * True if a pattern matches a name: `*` stands for any characters, `?` for one. The texts between stars are searched
 * for from left to right without backtracking, so the time is at most quadratic in the length of the name.
 */
function matchesWildcards(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return first.length === name.length && fitsAt(first, name, 0);
  const end = name.length - last.length;
  if (end < first.length || !fitsAt(first, name, 0) || !fitsAt(last, name, end)) return false;
  let from = first.length;
  for (const part of rest) {
    while (from + part.length <= end && !fitsAt(part, name, from)) from += 1;
    from += part.length;
    if (from > end) return false;
  }
  return true;
}

function fitsAt(part: string, name: string, from: number): boolean {
  for (let at = 0; at < part.length; at += 1)
    if (part[at] !== "?" && part[at] !== name[from + at]) return false;
  return true;
}
