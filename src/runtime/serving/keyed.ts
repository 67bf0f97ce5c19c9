/** Signs with secrets, compares texts in constant time, and makes random texts. */

import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Whether two texts are the same, in constant time. */
export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}

/** An unguessable text: 256 bits in letters, digits, `-` and `_`. */
export function randomText(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the HMAC-SHA256 of `data` (RFC 2104). */
export function keyedDigest(
  key: string | Uint8Array,
  data: string | Uint8Array,
  form: "hex" | "base64" | "base64url",
): string {
  return createHmac("sha256", key).update(data).digest(form);
}

/** Returns the bytes of a base64 text. */
export function bytesOfBase64(text: string): Uint8Array {
  return Buffer.from(text, "base64");
}

/**
 * `of` encodes a text in characters that are allowed in a cookie. `back` decodes it; undefined if the text is
 * malformed.
 */
export const cookieText = {
  of: (text: string): string => Buffer.from(text, "utf8").toString("base64url"),
  back: (text: string): string | undefined => {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(text, "base64url"));
    } catch {
      return undefined;
    }
  },
};
