/** HTTP signatures of an Intersight: checks the key id, the signed headers, the digest of the body, and the time. */

import { createHash, createPublicKey, verify } from "node:crypto";
import type { SimRequest } from "../../wire/message.ts";
import type { SimulatorSettings } from "../../wire/settings.ts";

/** How far the time of a request may be before or after the date in its signature. */
const validMs = 300_000;

/** The headers that must be signed. Further headers may be signed too. */
const needed = ["(request-target)", "host", "date", "digest"];

/**
 * Returns the id of the key that signed a request. Returns undefined if the request is unsigned, the key is unknown, or
 * the signature does not match.
 */
export function signerOf(
  request: SimRequest,
  { settings, now }: { readonly settings: SimulatorSettings; readonly now: number },
): string | undefined {
  const { authorization = "", date = "", digest } = request.headers;
  if (!authorization.startsWith("Signature ")) return undefined;
  const said = new Map(
    [...authorization.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  const id = said.get("keyId");
  const key = settings.credentials.serversKeys.find((each) => each.id === id);
  const names = (said.get("headers") ?? "").toLowerCase().split(" ");
  const isInTime = Math.abs(Date.parse(date) - now) <= validMs;
  const isWhole = digest === `SHA-256=${createHash("sha256").update(request.body).digest("base64")}`;
  if (!key || !isInTime || !isWhole || !needed.every((name) => names.includes(name))) return undefined;
  const lines = names.map((name) => `${name}: ${signedValue(request, name)}`);
  const signature = Buffer.from(said.get("signature") ?? "", "base64");
  const isRsa = createPublicKey(key.publicKey).asymmetricKeyType === "rsa";
  if (said.get("algorithm") !== (isRsa ? "rsa-sha256" : "hs2019")) return undefined;
  return verify("sha256", Buffer.from(lines.join("\n")), key.publicKey, signature) ? id : undefined;
}

function signedValue({ method, path, headers, origin }: SimRequest, name: string): string {
  if (name === "(request-target)") return `${method.toLowerCase()} ${path}`;
  return headers[name] ?? (name === "host" ? new URL(origin).host : "");
}
