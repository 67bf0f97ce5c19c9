/** Verifies that the sender of a webhook knows its secret: by GitHub's signature, or GitLab's signature or token. */

import { bytesOfBase64, isSameText, keyedDigest } from "../../runtime/serving/keyed.ts";

/** A delivery as it was received. */
export interface Delivery {
  readonly body: Uint8Array;
  header(name: string): string | undefined;
}

/** The maximum number of characters that are read of a header. The headers of both hosts are shorter. */
const longestHeader = 1024;

/**
 * True if the delivery is authentic. Always takes the same time: the checks of both providers are computed, and only
 * the check of `provider` counts.
 */
export function isSigned(provider: "github" | "gitlab", secret: string, delivery: Delivery): boolean {
  const forms = { github: isGithubs(secret, delivery), gitlab: isGitlabs(secret, delivery) };
  return forms[provider] && secret !== "";
}

/** True for GitHub's signature: `X-Hub-Signature-256: sha256=` and the HMAC of the body, in hexadecimal. */
function isGithubs(secret: string, delivery: Delivery): boolean {
  const expected = `sha256=${keyedDigest(secret, delivery.body, "hex")}`;
  return isSameText(expected, shown(delivery, "x-hub-signature-256"));
}

/** A key of this form is used for signatures; any other text is a token that the host sends unchanged. */
const signingKey = /^whsec_([A-Za-z0-9+/]+=*)$/;

/**
 * True if GitLab's headers prove that the host knows the secret. For a signing token, `webhook-signature` must contain
 * `v1,` and the HMAC of id, time and body, in base64; several signatures are separated by blanks. For a secret token,
 * `X-Gitlab-Token` must contain the token itself.
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
