/** Decides whether a server's SSH key is known for its host, by fingerprint or from a known_hosts file. */

import { createHash } from "node:crypto";
import { type HostAndPort, KnownHosts } from "./known-hosts.ts";

/** The known keys: a known_hosts file, or fingerprints by host. */
export type KnownHostKeys = KnownHosts | Readonly<Record<string, readonly string[]>>;

/**
 * `known`: the key is known for the host. `changed`: another key is known for the host. `unknown`: no key is known for
 * it.
 */
export type KeyState = "known" | "changed" | "unknown";

/** The fingerprint of a key as ssh-keygen shows it: `SHA256:...`. */
export function hostKeyFingerprint(key: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** How this key compares with the keys that are known for the host. */
export function keyState(keys: KnownHostKeys, host: HostAndPort, key: Uint8Array): KeyState {
  const known = keys instanceof KnownHosts ? inFile(keys, host, key) : byFingerprint(keys, host, key);
  if (known.some((same) => same)) return "known";
  return known.length > 0 ? "changed" : "unknown";
}

/** The types of a host's keys in a known_hosts file. The server is asked for keys of these types first. */
export function knownTypes(file: KnownHosts, host: HostAndPort): readonly string[] {
  const lines = file.linesFor(host).filter(({ marker }) => marker === undefined);
  return [...new Set(lines.map(({ type }) => type))];
}

function byFingerprint(
  keys: Readonly<Record<string, readonly string[]>>,
  host: HostAndPort,
  key: Uint8Array,
): readonly boolean[] {
  const written = host.name.includes(":") ? `[${host.name}]` : host.name;
  const names = [host.name, `${written}:${host.port}`];
  const listed = names.flatMap((name) => (Object.hasOwn(keys, name) ? (keys[name] ?? []) : []));
  return listed.map((each) => each === hostKeyFingerprint(key));
}

/**
 * Compares the key with each known key of its type: true if they are the same. If the result is empty, the key is
 * unknown. A revoked key never counts as the host's key.
 */
function inFile(file: KnownHosts, host: HostAndPort, key: Uint8Array): readonly boolean[] {
  const own = Buffer.from(key).toString("base64");
  const lines = file.linesFor(host);
  if (lines.some(({ marker, data }) => marker === "@revoked" && data === own)) return [false];
  const type = typeOf(key);
  const plain = lines.filter((line) => line.marker === undefined && line.type === type);
  return plain.map(({ data }) => data === own);
}

/** The type in the key's own data, which is its first field. */
function typeOf(key: Uint8Array): string {
  const bytes = Buffer.from(key);
  const length = bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  return bytes.subarray(4, 4 + length).toString("latin1");
}
