/** Whether a webhook was sent by who knows its secret: as GitHub signs, and as GitLab signs or shows a token. */

import { bytesOfBase64, isSameText, keyedDigest } from "../../runtime/serving/keyed.ts";

/** A delivery as it came. */
export interface Delivery {
  readonly body: Uint8Array;
  header(name: string): string | undefined;
}

/** A longer header is none that these hosts send. */
const longestHeader = 1024;

/** Takes as long whoever has sent it, and whatever is wrong: all forms are computed, and one counts. */
export function isSigned(provider: "github" | "gitlab", secret: string, delivery: Delivery): boolean {
  const forms = { github: isGithubs(secret, delivery), gitlab: isGitlabs(secret, delivery) };
  return forms[provider] && secret !== "";
}

/** `X-Hub-Signature-256: sha256=` and the HMAC of the body, in hexadecimal. */
function isGithubs(secret: string, delivery: Delivery): boolean {
  const expected = `sha256=${keyedDigest(secret, delivery.body, "hex")}`;
  return isSameText(expected, shown(delivery, "x-hub-signature-256"));
}

/** A key of this form signs; any other text is a token that is shown as it is. */
const signingKey = /^whsec_([A-Za-z0-9+/]+=*)$/;

/**
 * With a signing token: `webhook-signature: v1,` and the HMAC of id, time and body, in base64; there may be several,
 * with blanks between. With a secret token: the token itself in `X-Gitlab-Token`.
 */
function isGitlabs(secret: string, delivery: Delivery): boolean {
  const encoded = signingKey.exec(secret)?.[1];
  const head = `${shown(delivery, "webhook-id")}.${shown(delivery, "webhook-timestamp")}.`;
  const signed = Buffer.concat([Buffer.from(head), delivery.body]);
  const expected = `v1,${keyedDigest(bytesOfBase64(encoded ?? ""), signed, "base64")}`;
  const signatures = shown(delivery, "webhook-signature").split(" ").slice(0, mostSignatures);
  const isOfKey = signatures.map((each) => isSameText(expected, each)).includes(true);
  const isToken = isSameText(secret, shown(delivery, "x-gitlab-token"));
  return encoded === undefined ? isToken : isOfKey;
}

const mostSignatures = 5;

function shown({ header }: Delivery, name: string): string {
  return (header(name) ?? "").slice(0, longestHeader);
}
