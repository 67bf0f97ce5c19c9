/** A request to a controller and its reply, as data. Drivers build and interpret them, and the runtime sends them. */

import type { Fence } from "./journal.ts";
import type { Json } from "./json.ts";
import type { Problem } from "./problem.ts";
import type { Milliseconds } from "./reply.ts";
import type { Secret } from "./secret.ts";

/** JSON that may contain unresolved secrets; the runtime resolves them when it writes the body. */
export type WireJson = Json | Secret | readonly WireJson[] | { readonly [key: string]: WireJson };

/** A request to a server. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** An absolute URL. The runtime refuses an origin that the target does not list. */
  readonly url: string;
  /** Names are lower-case. Secrets are resolved only when the request is sent. */
  readonly headers: Readonly<Record<string, string | Secret | HeaderTemplate>>;
  /** Sent as JSON; the content type is in `headers`. */
  readonly body?: WireJson | undefined;
  /** Sent as a form (`application/x-www-form-urlencoded`), instead of `body`. */
  readonly form?: Readonly<Record<string, string | Secret>>;
  /**
   * The id of a shared rate limit within the origin, such as an organization's id. Empty: only the origin's limit
   * applies.
   */
  readonly budget?: string | undefined;
  /**
   * True: the request changes nothing, even if its method is POST (a GraphQL query, for example). It may be sent again
   * or aborted.
   */
  readonly isQuery?: true;
  /** True: a 429 is not retried, because the sender must read again before it sends again. */
  readonly once?: true;
  /**
   * Called for each attempt when the request's turn comes, right before it is sent. If it returns a problem, the
   * request is not sent.
   */
  readonly leaving?: Departure | undefined;
}

/** True for a request that changes nothing. */
export function isRead({ method, isQuery }: Pick<WireRequest, "method" | "isQuery">): boolean {
  return method === "GET" || isQuery === true;
}

/**
 * Records that a request is about to be sent. Returns a problem if that fails; the request is then not sent. Never
 * rejects.
 */
export type Departure = (fence?: Fence) => Promise<Problem | undefined>;

/**
 * A header that is built from secrets: user name and password (`basic`, RFC 7617), a prefix and a token, cookies, or a
 * signature of the whole request. The signature adds further headers.
 */
export type HeaderTemplate =
  | { readonly scheme: "basic"; readonly username: string | Secret; readonly password: Secret }
  /** A token with a prefix. `word` is the prefix; default: Bearer. */
  | { readonly scheme: "bearer"; readonly token: Secret; readonly word?: string | undefined }
  | SignatureTemplate
  | {
      readonly scheme: "cookies";
      readonly cookies: readonly { readonly name: string; readonly value: Secret }[];
    };

/** How a request is signed: with the key's id and the private key. */
export interface SignatureTemplate {
  readonly scheme: "signature";
  readonly keyId: Secret;
  readonly privateKey: Secret;
  readonly passphrase?: Secret | undefined;
}

/** The result of a request. */
export type WireReply =
  | {
      readonly outcome: "answered";
      readonly status: number;
      /** The headers of the reply. Their names are in lower case. */
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      /** The values of `Set-Cookie`, one for each header. Absent: none. */
      readonly cookies?: readonly string[];
      /** For a signed request: how far this machine's clock is ahead of the server's; negative if it is behind. */
      readonly clockAhead?: Milliseconds | undefined;
      /**
       * Redacts resolved secrets in a text of this reply. Must be called before the text is truncated or shown. Absent:
       * the reply contains no secrets.
       */
      readonly shown?: ((text: string) => string) | undefined;
    }
  /**
   * There is no complete reply. If `sent` is false, the request was not carried out. If `sent` is true, this is
   * unknown.
   */
  | {
      readonly outcome: "lost";
      readonly sent: boolean;
      readonly problem: Problem;
      /** True: a retry would have the same result. */
      readonly final?: true;
    }
  /** The request was not sent and will not be sent: the host is not listed, or the server requested a long pause. */
  | { readonly outcome: "blocked"; readonly problem: Problem };

/**
 * Returns the function that redacts resolved secrets in texts of this reply. Call it for everything that a message
 * quotes, before truncation.
 */
export function shownOf({
  shown,
}: Pick<Extract<WireReply, { outcome: "answered" }>, "shown">): (text: string) => string {
  return (text) => shown?.(text) ?? text;
}

/** The maximum length of a token in characters. A longer token fits in no header, and is not accepted. */
export const maxTokenLength = 16_384;

/** Sends one request, once: no retries, no redirects. */
export interface Wire {
  send(request: WireRequest, signal: AbortSignal): Promise<WireReply>;
}

/** The scheme, host and port of a URL, which identify a server. */
export function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`;
}

/** A wire with open connections. */
export interface OpenWire {
  readonly wire: Wire;
  /** Waits for requests in flight, and closes all connections. Never rejects. */
  close(): Promise<void>;
}

/** Time, as a port: real, or virtual in a simulation. */
export interface Clock {
  /** Returns the monotonic time in milliseconds. */
  now(): Milliseconds;
  /**
   * The wall-clock time, ISO 8601 in UTC: for records and for comparing dates of servers, never for other decisions.
   */
  date(): string;
  /** Resolves after `ms`. If the signal is aborted, rejects with the signal's reason. */
  wait(ms: Milliseconds, signal?: AbortSignal): Promise<void>;
}

/** A source of numbers in [0, 1): truly random, or seeded. */
export type Random = () => number;

/** The hexadecimal SHA-256 of a text. */
export type Digest = (text: string) => string;

/** Structured logging. Secrets in fields are always `Secret` objects. */
export interface Log {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
}
