/** Opens the secrets of one request, at the last moment: the only place that calls `Secret.reveal` to send it. */

import type { Json } from "../model/json.ts";
import { Secret } from "../model/secret.ts";
import type { HeaderTemplate, WireJson, WireRequest } from "../model/wire.ts";

/** The body as text with its secrets in it; undefined when there is none. */
export function openedBody(body: WireJson | undefined): string | undefined {
  return body === undefined ? undefined : JSON.stringify(openedJson(body));
}

/** The headers with their secrets in them, or the name of the header that no wire can carry. */
export function openedHeaders(request: WireRequest): { headers: Record<string, string> } | { bad: string } {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    const text = openedHeader(value);
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return { bad: name };
    headers[name] = text;
  }
  return { headers };
}

function openedJson(body: WireJson): Json {
  if (body instanceof Secret) return body.reveal();
  if (isList(body)) return body.map(openedJson);
  if (!isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).map(([key, member]) => [key, openedJson(member)]));
}

function isList(body: WireJson): body is readonly WireJson[] {
  return Array.isArray(body);
}

function isRecord(body: WireJson): body is { readonly [key: string]: WireJson } {
  return typeof body === "object" && body !== null;
}

function openedHeader(value: string | Secret | HeaderTemplate): string {
  if (typeof value === "string") return value;
  if (value instanceof Secret) return value.reveal();
  switch (value.scheme) {
    case "bearer":
      return `Bearer ${value.token.reveal()}`;
    case "basic": {
      const { username, password } = value;
      const user = username instanceof Secret ? username.reveal() : username;
      return `Basic ${Buffer.from(`${user}:${password.reveal()}`, "utf8").toString("base64")}`;
    }
  }
}
