/** Whether a server's SSH key is the one that is known of its host: by fingerprint, or from a file of known hosts. */

import { createHash, createHmac } from "node:crypto";
import type { HostKeys } from "../../model/channel.ts";

/** A host, and the port that it is called at. */
export interface HostAndPort {
  readonly name: string;
  readonly port: number;
}

/** `known`: it is that host's. `changed`: another one is known. `unknown`: none is. */
export type KeyState = "known" | "changed" | "unknown";

/** The fingerprint by which people know a key: `SHA256:...`, as ssh-keygen shows it. */
export function hostKeyFingerprint(key: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** What is known of this key. `keys`: fingerprints by host, or the text of a file of known hosts. */
export function keyState(keys: HostKeys, host: HostAndPort, key: Uint8Array): KeyState {
  const known = typeof keys === "string" ? inFile(keys, host, key) : byFingerprint(keys, host, key);
  if (known.some((same) => same)) return "known";
  return known.length > 0 ? "changed" : "unknown";
}

/** The types of key that a file of known hosts has for a host: what the server is asked for first. */
export function knownTypes(text: string, host: HostAndPort): readonly string[] {
  const lines = linesFor(text, host).filter(({ marker }) => marker === undefined);
  return [...new Set(lines.map(({ type }) => type))];
}

function byFingerprint(
  keys: Readonly<Record<string, readonly string[]>>,
  host: HostAndPort,
  key: Uint8Array,
): readonly boolean[] {
  const names = [host.name, `${host.name}:${host.port}`];
  const listed = names.flatMap((name) => (Object.hasOwn(keys, name) ? (keys[name] ?? []) : []));
  return listed.map((each) => each === hostKeyFingerprint(key));
}

/** A key of another type than those that are known is unknown; a revoked one is never the host's. */
function inFile(text: string, host: HostAndPort, key: Uint8Array): readonly boolean[] {
  const own = Buffer.from(key).toString("base64");
  const lines = linesFor(text, host);
  if (lines.some(({ marker, data }) => marker === "@revoked" && data === own)) return [false];
  const type = typeOf(key);
  const plain = lines.filter((line) => line.marker === undefined && line.type === type);
  return plain.map(({ data }) => data === own);
}

interface Line {
  readonly marker: string | undefined;
  readonly type: string;
  readonly data: string;
}

/** Lines for `[host]:port`, as ssh writes them, and those for the host itself: a device has one key for both. */
function linesFor(text: string, { name, port }: HostAndPort): readonly Line[] {
  const spellings = [`[${name}]:${port}`, name];
  return text.split(/\r?\n/).flatMap((line) => {
    const [, marker, patterns = "", type = "", data = ""] =
      /^\s*(?:(@\S+)\s+)?([^\s#@]\S*)\s+(\S+)\s+(\S+)/.exec(line) ?? [];
    return patterns !== "" && spellings.some((each) => matchesList(patterns, each.toLowerCase()))
      ? [{ marker, type, data }]
      : [];
  });
}

function matchesList(patterns: string, name: string): boolean {
  const each = patterns.split(",");
  if (each.some((one) => one.startsWith("!") && matchesOne(one.slice(1), name))) return false;
  return each.some((one) => !one.startsWith("!") && matchesOne(one, name));
}

function matchesOne(pattern: string, name: string): boolean {
  const [, salt, hash] = /^\|1\|([^|]+)\|([^|]+)$/.exec(pattern) ?? [];
  if (salt !== undefined && hash !== undefined)
    return createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest("base64") === hash;
  const source = pattern
    .toLowerCase()
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*+/g, ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`).test(name);
}

/** The type that a key says of itself: its first field. */
function typeOf(key: Uint8Array): string {
  const bytes = Buffer.from(key);
  const length = bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  return bytes.subarray(4, 4 + length).toString("latin1");
}
