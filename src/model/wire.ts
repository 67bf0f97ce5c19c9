/** One exchange with a controller, as data: what drivers make and read, and what the runtime sends. */

import type { Json } from "./json.ts";
import type { Problem } from "./problem.ts";
import type { Milliseconds } from "./reply.ts";
import type { Secret } from "./secret.ts";

/** JSON in which secrets are still closed; the runtime opens them while it writes the body. */
export type WireJson = Json | Secret | readonly WireJson[] | { readonly [key: string]: WireJson };

/** A request. */
export interface WireRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute. The runtime refuses an origin that the target does not list. */
  readonly url: string;
  /** Lower-case names. Secrets stay closed until the request leaves. */
  readonly headers: Readonly<Record<string, string | Secret | HeaderTemplate>>;
  /** Sent as JSON; the content type is the one in `headers`. */
  readonly body?: WireJson | undefined;
  /** Sent as a form (`application/x-www-form-urlencoded`), instead of `body`. */
  readonly form?: Readonly<Record<string, string | Secret>>;
  /** What shares a rate limit beyond the origin: an organization's id. Empty: the origin alone. */
  readonly budget?: string | undefined;
  /** True: a 429 is final. Whoever sent it must look before it is sent again. */
  readonly once?: true;
  /** Called when its turn has come, right before it leaves, each time. A problem: it does not leave. */
  readonly leaving?: Departure | undefined;
}

/** Makes what is about to leave known where that must be done before; the problem when it can't be. Never rejects. */
export type Departure = () => Promise<Problem | undefined>;

/**
 * A header made of secrets: `basic` (username and password, RFC 7617), a prefix and a token, cookies, or a signature of
 * the whole request, which brings headers of its own.
 */
export type HeaderTemplate =
  | { readonly scheme: "basic"; readonly username: string | Secret; readonly password: Secret }
  /** A token behind a word. Default: Bearer. */
  | { readonly scheme: "bearer"; readonly token: Secret; readonly word?: string | undefined }
  | SignatureTemplate
  | {
      readonly scheme: "cookies";
      readonly cookies: readonly { readonly name: string; readonly value: Secret }[];
    };

/** A request that is signed: who signs, and the private key. */
export interface SignatureTemplate {
  readonly scheme: "signature";
  readonly keyId: Secret;
  readonly privateKey: Secret;
  readonly passphrase?: Secret | undefined;
}

/** What came of a request. */
export type WireReply =
  | {
      readonly outcome: "answered";
      readonly status: number;
      /** Lower-case names. */
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      /** The values of `Set-Cookie`, one for each header. Absent: none. */
      readonly cookies?: readonly string[];
      /** Of a signed request: by so much this machine's clock is ahead of the server's, or behind it (negative). */
      readonly clockAhead?: Milliseconds | undefined;
      /** Takes opened secrets out of a text of this answer, before it is cut or shown. Absent: there are none. */
      readonly shown?: ((text: string) => string) | undefined;
    }
  /** No whole answer: it is unknown whether it was carried out, unless `sent` is false. */
  | {
      readonly outcome: "lost";
      readonly sent: boolean;
      readonly problem: Problem;
      /** True: asking again would bring the same. */
      readonly final?: true;
    }
  /** It was not carried out, and is not sent: the host is not listed, or the server wants nothing for a long time. */
  | { readonly outcome: "blocked"; readonly problem: Problem };

/** Takes opened secrets out of a text of this answer: of all that a message repeats, before anything is cut. */
export function shownOf({
  shown,
}: Pick<Extract<WireReply, { outcome: "answered" }>, "shown">): (text: string) => string {
  return (text) => shown?.(text) ?? text;
}

/** In characters: a longer one fits into no header, and is taken for none. */
export const maxTokenLength = 16_384;

/** Sends one request, once. Retries nothing, follows nothing. */
export interface Wire {
  send(request: WireRequest, signal: AbortSignal): Promise<WireReply>;
}

/** Scheme, host and port of a URL: what it is to speak to one server, whatever the scheme. */
export function originOf(url: URL): string {
  return `${url.protocol}//${url.host}`;
}

/** A wire with what it holds open. */
export interface OpenWire {
  readonly wire: Wire;
  /** Waits for what is under way and ends all connections. Never rejects. */
  close(): Promise<void>;
}

/** Time, as a port: real, or virtual in a simulation. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): Milliseconds;
  /** The wall clock, ISO 8601 in UTC; for records and for dates that servers give, never for other decisions. */
  date(): string;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  wait(ms: Milliseconds, signal?: AbortSignal): Promise<void>;
}

/** A source of numbers in [0, 1): real or seeded. */
export type Random = () => number;

/** The hexadecimal SHA-256 of a text. */
export type Digest = (text: string) => string;

/** Structured logging. Fields never hold secrets but as `Secret`. */
export interface Log {
  debug(event: string, fields?: Readonly<Record<string, unknown>>): void;
  info(event: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(event: string, fields?: Readonly<Record<string, unknown>>): void;
}
