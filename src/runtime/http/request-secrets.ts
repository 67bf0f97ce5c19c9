/** Reveals the secrets of a request right before it is sent. No other code reveals secrets for sending. */

import type { Json } from "../../model/json.ts";
import { Secret } from "../../model/secret.ts";
import type { HeaderTemplate, SignatureTemplate, WireJson, WireRequest } from "../../model/wire.ts";
import { signatureHeaders } from "./signature.ts";

/** Reveals a secret, and lets the redactor learn it. */
export type Reveal = (secret: Secret) => string;

/** The body as a text, JSON or a form, with its secrets revealed. Undefined if there is none. */
export function openedBody({ body, form }: WireRequest, reveal: Reveal): string | undefined {
  if (form !== undefined) {
    const fields = new URLSearchParams();
    for (const [name, value] of Object.entries(form)) fields.append(name, openedHeader(value, reveal));
    return fields.toString();
  }
  return body === undefined ? undefined : JSON.stringify(openedJson(body, reveal));
}

/**
 * The headers with their secrets revealed, or the name of a header that cannot be sent. `at` is the wall-clock time.
 */
export function openedHeaders(
  request: WireRequest,
  reveal: Reveal,
  at = new Date(),
): { headers: Record<string, string> } | { bad: string; because?: "key" } {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (!isSignature(value)) headers[name] = openedHeader(value, reveal);
    else {
      const signed = signedHeaders(request, value, { reveal, at });
      if (!signed) return { bad: name, because: "key" };
      Object.assign(headers, signed);
    }
  }
  const isBad = ([name, text]: readonly [string, string]) =>
    !/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text);
  const bad = Object.entries(headers).find(isBad);
  return bad ? { bad: bad[0] } : { headers };
}

/** True for a header that signs the whole request. */
export function isSignature(value: string | Secret | HeaderTemplate): value is SignatureTemplate {
  return typeof value === "object" && "scheme" in value && value.scheme === "signature";
}

function signedHeaders(
  request: WireRequest,
  { keyId, privateKey, passphrase }: SignatureTemplate,
  { reveal, at }: { readonly reveal: Reveal; readonly at: Date },
): Readonly<Record<string, string>> | undefined {
  const { method, url } = request;
  const key = {
    keyId: reveal(keyId),
    privateKey: reveal(privateKey),
    passphrase: passphrase && reveal(passphrase),
  };
  return signatureHeaders({ method, url, body: openedBody(request, reveal), at, ...key });
}

function openedJson(body: WireJson, reveal: Reveal): Json {
  if (body instanceof Secret) return reveal(body);
  if (isList(body)) return body.map((each) => openedJson(each, reveal));
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([key, member]) => [key, openedJson(member, reveal)]));
}

function isList(body: WireJson): body is readonly WireJson[] {
  return Array.isArray(body);
}

function isRecord(body: WireJson): body is { readonly [key: string]: WireJson } {
  return typeof body === "object" && body !== null;
}

function openedHeader(
  value: string | Secret | Exclude<HeaderTemplate, SignatureTemplate>,
  reveal: Reveal,
): string {
  if (typeof value === "string") return value;
  if (value instanceof Secret) return reveal(value);
  switch (value.scheme) {
    case "bearer":
      return `${value.word ?? "Bearer"} ${reveal(value.token)}`;
    case "cookies":
      return value.cookies.map(({ name, value: secret }) => `${name}=${reveal(secret)}`).join("; ");
    case "basic": {
      const { username, password } = value;
      const user = username instanceof Secret ? reveal(username) : username;
      return `Basic ${Buffer.from(`${user}:${reveal(password)}`, "utf8").toString("base64")}`;
    }
  }
}
