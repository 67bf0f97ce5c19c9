/** Keyed fingerprints of secrets (HMAC over a slow hash). With them, the record detects rotated secrets. */

import { createHmac, scrypt } from "node:crypto";
import { promisify } from "node:util";
import type { Address } from "../../model/address.ts";
import { byTextOf } from "../../model/compare.ts";
import type { Pointer } from "../../model/pointer.ts";
import type { Secret, SecretFingerprints } from "../../model/secret.ts";

/** A secret, and the field that contains it. */
export interface FieldSecret {
  readonly address: Address;
  readonly path: Pointer;
  readonly secret: Secret;
}

/** The minimum length of a key. A shorter key could be guessed, and with it the secrets. */
export const shortestKey = 16;

/** The cost of one guess for someone who knows the key: about 30 ms and 16 MiB. */
const cost = { N: 2 ** 14, r: 8, p: 1 };

const derive = promisify<string, string, number, typeof cost, Buffer>(scrypt);

/**
 * Returns an HMAC-SHA256 (RFC 2104) for each field, over address, path and stretched secret. scrypt (RFC 7914)
 * stretches each distinct secret once, with a salt derived from the key. The same secret in two fields has two
 * fingerprints.
 */
export async function fingerprints(
  key: Secret,
  secrets: readonly FieldSecret[],
): Promise<SecretFingerprints> {
  const keyed = (...texts: readonly string[]) =>
    createHmac("sha256", key.reveal()).update(JSON.stringify(texts)).digest("hex");
  const salt = keyed("salt");
  const values = new Set(secrets.map(({ secret }) => secret.reveal()));
  const stretched = new Map<string, string>();
  await Promise.all(
    [...values].map(async (value) => {
      stretched.set(value, (await derive(value, salt, 32, cost)).toString("hex"));
    }),
  );
  const of = secrets.map(({ address, path, secret }) => {
    const text = keyed("secret", address, path, stretched.get(secret.reveal()) ?? "");
    return { address, path, fingerprint: text.slice(0, 32) };
  });
  const ordered = of.sort(byTextOf(({ address, path }) => `${address} ${path}`));
  return { key: keyed("key").slice(0, 16), of: ordered };
}
