/** Requests to a login server, with limits and without redirects: only to its own origin or listed hosts. */

import type { BeforeRequestHook } from "ky";
import { isListedHost } from "../../model/listed/hosts.ts";
import { originOf } from "../../model/wire.ts";
import { type Connection, connect } from "../http/connection.ts";
import { NetworkFailure } from "../http/errors.ts";
import type { Answer } from "../http/exchange.ts";

/** The hosts that may be requested, and the authorities to trust. */
export interface IssuerEndpoint {
  readonly issuer: string;
  /** Further allowed hosts, only over https. */
  readonly hosts: readonly string[];
  /**
   * The absolute path of a PEM bundle whose authorities are the only trusted ones. Absent: the public authorities are
   * trusted.
   */
  readonly ca?: string | undefined;
  readonly timeoutMs: number;
}

/** A request as libraries describe it. */
interface IssuerRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Connections to an issuer of tokens. */
export interface IssuerConnection {
  /** Sends a request. Rejects with `IssuerUnreachable` if there is no complete answer. */
  fetch(url: string, request: IssuerRequest): Promise<Response>;
  close(): Promise<void>;
}

/** Thrown if there was no complete answer. The message is half a sentence for people. */
export class IssuerUnreachable extends Error {}

const mostBytes = 1024 * 1024;

/** Connects to a login server. Opens no connection yet. */
export function issuerConnection(of: IssuerEndpoint): IssuerConnection {
  let opened: Promise<Connection> | undefined;
  const target = { tls: of.ca === undefined ? {} : { ca: of.ca } };
  return {
    fetch: async (url, request) => {
      const unlisted = whyUnlisted(of, url);
      if (unlisted !== undefined) throw new IssuerUnreachable(unlisted);
      opened ??= connect(target);
      const connection = await opened.catch((error: unknown) => {
        opened = undefined;
        throw new IssuerUnreachable(reasonOf(error), { cause: error });
      });
      return sent(connection, { url, request, timeoutMs: of.timeoutMs });
    },
    close: async () => {
      const connection = await opened?.catch(() => undefined);
      await connection?.close();
    },
  };
}

function whyUnlisted({ issuer, hosts }: IssuerEndpoint, url: string): string | undefined {
  const [asked, own] = [URL.parse(url), URL.parse(issuer)];
  if (!asked || !own) return "its answer contains an invalid URL";
  if (originOf(asked) === originOf(own)) return undefined;
  const isListed = asked.protocol === "https:" && asked.port === "" && isListedHost(hosts, asked.hostname);
  return isListed
    ? undefined
    : `its answer leads to ${asked.host}, which is not listed under \`oidc.hosts\` of serve.yaml`;
}

interface SentRequest {
  readonly url: string;
  readonly request: IssuerRequest;
  readonly timeoutMs: number;
}

async function sent(connection: Connection, { url, request, timeoutMs }: SentRequest): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
  const withHeaders: BeforeRequestHook = ({ request: { headers } }) => {
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, value);
  };
  const { body } = request;
  try {
    const answer = await connection.request({
      method: request.method,
      url,
      signal,
      beforeRequest: [withHeaders],
      body: () => (body === undefined || body === null ? undefined : String(body)),
    });
    const text = await textOf(answer);
    const headers = new Headers(
      Object.entries(answer.headers).filter(([name]) => !/^content-(?:encoding|length)$/.test(name)),
    );
    return new Response(answer.status === 204 ? null : text, { status: answer.status, headers });
  } catch (error) {
    if (error instanceof IssuerUnreachable) throw error;
    const why = timeout.aborted ? `no answer came within ${timeoutMs / 1000} seconds` : reasonOf(error);
    throw new IssuerUnreachable(why, { cause: error });
  }
}

async function textOf(answer: Answer): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for await (const chunk of answer.body) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new IssuerUnreachable("its answer is longer than 1 MB");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): string {
  const cause = error instanceof NetworkFailure ? error.cause : error;
  const code = deepestCode(cause);
  if (code !== undefined) return reasons[code] ?? `the connection failed (${code})`;
  return cause instanceof Error ? cause.message : String(cause);
}

function deepestCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return deepestCode(error.cause) ?? own;
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "its name is unknown",
  EAI_AGAIN: "its name could not be looked up",
  ETIMEDOUT: "the connection was not answered",
  UND_ERR_CONNECT_TIMEOUT: "the connection was not answered",
  ENOENT: "the CA bundle does not exist",
};
