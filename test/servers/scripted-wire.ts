/** Wires for tests: one answers from a script, and one uses fetch, so that nock can intercept it. */

import { Secret } from "../../src/model/secret.ts";
import type { HeaderTemplate, Wire, WireReply, WireRequest } from "../../src/model/wire.ts";
import { openedBody } from "../../src/runtime/http/request-secrets.ts";

/** Returns an answer with a JSON body. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): WireReply {
  return { outcome: "answered", status, headers, text: JSON.stringify(body) };
}

/** Returns an answer with exactly this body. */
export function text(status: number, body: string, headers: Record<string, string> = {}): WireReply {
  return { outcome: "answered", status, headers, text: body };
}

/**
 * Returns a wire that answers with a function, and that records requests. If the departure of a request is refused, the
 * request is not sent.
 */
export function scripted(answer: (request: WireRequest, index: number) => WireReply): {
  readonly wire: Wire;
  readonly sent: WireRequest[];
} {
  const sent: WireRequest[] = [];
  const wire: Wire = {
    send: async (request) => {
      const held = await request.leaving?.();
      if (held) return { outcome: "blocked", problem: held };
      sent.push(request);
      return answer(request, sent.length - 1);
    },
  };
  return { wire, sent };
}

/** Sends each request once with the global fetch. Secrets are opened as in the runtime. */
export const fetchWire: Wire = {
  async send(request, signal) {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, opened(value)] as const);
    const text = openedBody(request, (secret) => secret.reveal());
    const body = text === undefined ? {} : { body: text };
    const { method } = request;
    const reply = await fetch(request.url, {
      method,
      headers: Object.fromEntries(headers),
      ...body,
      signal,
      redirect: "manual",
    });
    const found = Object.fromEntries(reply.headers.entries());
    return { outcome: "answered", status: reply.status, headers: found, text: await reply.text() };
  },
};

/** Returns a value with its secrets opened. */
export function revealed(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (Array.isArray(value)) return value.map(revealed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, revealed(member)]));
}

/** Returns the value of a header as it is sent. */
export function opened(value: string | Secret | HeaderTemplate): string {
  if (typeof value === "string") return value;
  if (value instanceof Secret) return value.reveal();
  if (value.scheme === "cookies")
    return value.cookies.map(({ name, value: secret }) => `${name}=${secret.reveal()}`).join("; ");
  if (value.scheme === "bearer") return `${value.word ?? "Bearer"} ${value.token.reveal()}`;
  if (value.scheme === "signature") return `Signature keyId="${value.keyId.reveal()}"`;
  const username = typeof value.username === "string" ? value.username : value.username.reveal();
  return `Basic ${Buffer.from(`${username}:${value.password.reveal()}`).toString("base64")}`;
}
