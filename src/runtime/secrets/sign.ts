/** Signs texts with a secret. The signature reveals nothing else about the secret. */

import { createHmac } from "node:crypto";
import type { Secret } from "../../model/secret.ts";

/** The HMAC-SHA256 of a text in UTF-8 (RFC 2104): 64 hexadecimal digits. */
export function sign(key: Secret, text: string): string {
  return createHmac("sha256", key.reveal()).update(text, "utf8").digest("hex");
}
