/** The keys that sign sessions. By default, they are generated in the data folder, and rotated monthly. */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isArray, parseJson } from "../../model/json.ts";
import { type Problem, problem } from "../../model/problem.ts";
import { Secret } from "../../model/secret.ts";
import { fileErrorReason, unwritable } from "../files/file-problems.ts";
import { readText, writePrivate } from "../files/files.ts";
import { keyedDigest, randomText } from "./keyed.ts";

/** Signs with the newest key, and verifies with all of them. */
export interface SigningKeys {
  sign(text: string): string;
  /** The valid signatures of this text, one per key. */
  signatures(text: string): readonly string[];
}

interface MadeKey {
  /** When the key was created, ISO 8601, UTC. */
  readonly from: string;
  readonly key: string;
}

const monthMs = 30 * 86_400_000;

/** Returns configured keys. The first key signs. */
export function givenKeys(keys: readonly Secret[]): SigningKeys {
  const of = (key: Secret, text: string) => keyedDigest(key.reveal(), text, "base64url");
  return {
    sign: (text) => {
      const [first] = keys;
      if (!first) throw new Error("there is no key to sign with");
      return of(first, text);
    },
    signatures: (text) => keys.map((key) => of(key, text)),
  };
}

/** The inputs for stored keys. */
export interface KeptKeysPorts {
  /** The current time, in milliseconds since 1970. */
  readonly now: () => number;
  /** How long a session is valid. */
  readonly lifetimeMs: number;
  /** Called if a new key could not be stored. Its signatures are then valid only in this process. */
  readonly failed: (error: unknown) => void;
}

/**
 * Returns the keys of a data folder. After a month, a new key is generated; older keys stay for the lifetime of a
 * session. A file that others may read is not used.
 */
export async function keptKeys(
  folder: string,
  ports: KeptKeysPorts,
): Promise<SigningKeys | { readonly problem: Problem }> {
  const path = join(folder, "session-keys.json");
  const found = await keysIn(path);
  if ("problem" in found) return found;
  let keys = renewed(found.keys, ports);
  const save = () => writePrivate(path, `${JSON.stringify(keys, null, 2)}\n`);
  if (keys.length !== found.keys.length || keys[0] !== found.keys[0]) {
    try {
      await save();
    } catch (error) {
      return { problem: unwritable(path, error) };
    }
  }
  const now = () => givenKeys(keys.map(({ key }) => new Secret(key)));
  return {
    sign: (text) => {
      const next = renewed(keys, ports);
      if (next[0] !== keys[0]) {
        keys = next;
        void save().catch(ports.failed);
      }
      return now().sign(text);
    },
    signatures: (text) => now().signatures(text),
  };
}

/** Returns the keys that are still valid. If all are more than a month old, a new key comes first. */
function renewed(keys: readonly MadeKey[], { now, lifetimeMs }: KeptKeysPorts): readonly MadeKey[] {
  const alive = keys.filter(({ from }) => now() - Date.parse(from) < monthMs + lifetimeMs);
  const [newest] = alive;
  if (newest && now() - Date.parse(newest.from) < monthMs) return alive;
  return [{ from: new Date(now()).toISOString(), key: randomText() }, ...alive];
}
/**
 * The permissions of users outside the file's group. The group may read the file: in a cluster, volumes belong to a
 * group whose only member is the server.
 */
const readableByOthers = 0o007;

async function keysIn(
  path: string,
): Promise<{ readonly keys: readonly MadeKey[] } | { readonly problem: Problem }> {
  const found = await stat(path).catch((error: unknown) => error);
  if (found instanceof Error) {
    if ("code" in found && found.code === "ENOENT") return { keys: [] };
    return { problem: unusable(path, fileErrorReason(found)) };
  }
  const mode = typeof found === "object" && found && "mode" in found ? Number(found.mode) : 0;
  if ((mode & readableByOthers) !== 0) return { problem: unusable(path, "other users may read the file") };
  const read = await readText(path, path, { maxBytes: 64 * 1024, isOwn: true });
  if ("problem" in read) return { problem: unusable(path, "the file cannot be read") };
  const value = parseJson(read.file.text);
  const keys = value !== undefined && isArray(value) ? value.flatMap(keyIn) : undefined;
  return keys === undefined ? { problem: unusable(path, "trueup did not write its content") } : { keys };
}

function keyIn(value: unknown): readonly MadeKey[] {
  if (typeof value !== "object" || value === null || !("from" in value) || !("key" in value)) return [];
  const { from, key } = value;
  const isKey = typeof from === "string" && typeof key === "string" && key.length >= 32;
  return isKey && !Number.isNaN(Date.parse(from)) ? [{ from, key }] : [];
}

function unusable(path: string, why: string): Problem {
  const hint = "Remove the file: trueup then creates a new one, and everyone has to log in again.";
  return problem("unusable-session-keys", `the session keys ${path} are not used: ${why}.`, { hint });
}
