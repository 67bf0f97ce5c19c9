/**
 * HTTP signatures (draft-cavage-http-signatures): with a private key, headers prove who sent a request, and that nobody
 * altered it.
 */

import { createHash, createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Milliseconds } from "../../model/reply.ts";
import type { WireReply } from "../../model/wire.ts";

/** A request to be signed, and the key for it. */
interface SignedRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
  readonly keyId: string;
  /** The private key: RSA or elliptic curve, in PEM. */
  readonly privateKey: string;
  readonly passphrase: string | undefined;
  /** The wall clock. */
  readonly at: Date;
}

/** The headers that sign a request, besides `host`, which is sent anyway. Undefined if the key is unsuitable. */
export function signatureHeaders(on: SignedRequest): Readonly<Record<string, string>> | undefined {
  const key = keyOf(on);
  if (key === undefined) return undefined;
  const { host, pathname, search } = new URL(on.url);
  const hash = createHash("sha256")
    .update(on.body ?? "")
    .digest("base64");
  const signed = {
    "(request-target)": `${on.method.toLowerCase()} ${pathname}${search}`,
    date: on.at.toUTCString(),
    host,
    "content-type": "application/json",
    digest: `SHA-256=${hash}`,
  };
  const text = Object.entries(signed).map(([name, value]) => `${name}: ${value}`);
  const signature = sign("sha256", Buffer.from(text.join("\n")), key).toString("base64");
  const algorithm = key.asymmetricKeyType === "rsa" ? "rsa-sha256" : "hs2019";
  const parameters = [
    `keyId="${on.keyId}"`,
    `algorithm="${algorithm}"`,
    `headers="${Object.keys(signed).join(" ")}"`,
    `signature="${signature}"`,
  ];
  const { date, digest, "content-type": type } = signed;
  return { date, digest, "content-type": type, authorization: `Signature ${parameters.join(",")}` };
}

const wrongName = /(-----(?:BEGIN|END)) EC (PRIVATE KEY-----)/g;

/**
 * The private key; undefined if it cannot be read, or is neither RSA nor elliptic curve. Some files label an elliptic
 * curve key as another format.
 */
function keyOf({ privateKey, passphrase }: SignedRequest): KeyObject | undefined {
  for (const key of [privateKey, privateKey.replaceAll(wrongName, "$1 $2")]) {
    try {
      const read = createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) });
      if (read.asymmetricKeyType === "rsa" || read.asymmetricKeyType === "ec") return read;
    } catch {
      // The other label may be the right one.
    }
  }
  return undefined;
}

/**
 * The answer to a signed request. If the server sends its time, the answer says how far this machine's clock is ahead.
 */
export function withClock(reply: WireReply, now: Milliseconds): WireReply {
  if (reply.outcome !== "answered") return reply;
  const said = Date.parse(reply.headers.date ?? "");
  return Number.isNaN(said) ? reply : { ...reply, clockAhead: now - said };
}
