/** Keyed digests of live values that nobody may see. They only show whether a value has changed. */

import { createHmac } from "node:crypto";
import type { Secret } from "../../model/secret.ts";

/**
 * HMAC-SHA256 (RFC 2104) with the key, over the place and the value, truncated to 32 hexadecimal digits. The same value
 * has another digest at another place, so that setting one value reveals nothing about another.
 */
export function hiddenDigest(key: Secret): (place: readonly string[], value: string) => string {
  return (place, value) =>
    createHmac("sha256", key.reveal())
      .update(JSON.stringify(["hidden", ...place, value]))
      .digest("hex")
      .slice(0, 32);
}
