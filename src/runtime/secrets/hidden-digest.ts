/** Keyed digests of live values that nobody may see: they tell whether such a value changed, and nothing else. */

import { createHmac } from "node:crypto";
import type { Secret } from "../../model/secret.ts";

/**
 * HMAC-SHA256 (RFC 2104) with the key, over the place and the value, cut to 32 hexadecimal digits. The same value at
 * two places has two digests, so that nobody who sets one can find out by it what another is.
 */
export function hiddenDigest(key: Secret): (place: readonly string[], value: string) => string {
  return (place, value) =>
    createHmac("sha256", key.reveal())
      .update(JSON.stringify(["hidden", ...place, value]))
      .digest("hex")
      .slice(0, 32);
}
