/** Reads credentials from the header `Authorization` (RFC 7617 and RFC 6750). */

import type { SimRequest } from "./message.ts";

/** Returns the user name and password of a Basic header. Returns undefined if there is no such header. */
function basicCredentials(request: SimRequest): { username: string; password: string } | undefined {
  const encoded = afterScheme(request, "basic");
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 0) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Returns the token of a Bearer header. Returns undefined if there is no such header. */
export function bearerToken(request: SimRequest): string | undefined {
  return afterScheme(request, "bearer");
}

/** Returns the user name if a Basic header contains exactly these credentials, otherwise undefined. */
export function basicUser(request: SimRequest, username: string, password: string): string | undefined {
  const sent = basicCredentials(request);
  return sent?.username === username && sent.password === password ? username : undefined;
}

function afterScheme(request: SimRequest, scheme: string): string | undefined {
  const header = request.headers.authorization ?? "";
  const space = header.indexOf(" ");
  if (space < 0 || header.slice(0, space).toLowerCase() !== scheme) return undefined;
  return header.slice(space + 1).trim();
}
