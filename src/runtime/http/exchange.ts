/** One exchange with a server: writes a request to a socket, and reads its answer as it arrives. */

import { type Duplex, pipeline, type Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Dispatcher } from "undici";
import { NetworkFailure } from "./errors.ts";

/** A request as it is written to the socket. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Iterable<[string, string]>;
  readonly text: string | undefined;
  readonly signal: AbortSignal;
}

/** A server's answer to a request. */
export interface Answer {
  /** The status, from 200 to 999, because interim answers are skipped. */
  readonly status: number;
  /** The headers. Names are in lower case; values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /**
   * The decompressed body. Throws the network's error if the rest does not arrive. If a reader stops early, the
   * connection is closed.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends a request once, without following redirects. Rejects with `NetworkFailure`, or with the signal's reason. Throws
 * if a GET has a body, because that is a bug.
 */
export async function exchange(
  dispatcher: Dispatcher,
  { method, url, headers, text, signal }: WrittenRequest,
): Promise<Answer> {
  if (text !== undefined && method === "GET") throw new Error("a GET has no body");
  const { origin, pathname, search, protocol } = new URL(url);
  const accepted = { accept: "*/*", "accept-encoding": codings(protocol), "user-agent": "trueup" };
  try {
    const answer = await dispatcher.request({
      origin,
      path: pathname + search,
      method,
      headers: { ...accepted, ...Object.fromEntries(headers) },
      body: text === undefined ? null : Buffer.from(text),
      signal,
    });
    return answerOf(answer, method);
  } catch (error) {
    signal.throwIfAborted();
    throw new NetworkFailure(error);
  }
}

/**
 * The content codings to accept. `br` is accepted only over https, because proxies that change unencrypted answers
 * often do not know it. `deflate` is not accepted, because servers disagree on its format.
 */
function codings(protocol: string): string {
  return protocol === "https:" ? "br, gzip" : "gzip";
}

function answerOf(answer: Dispatcher.ResponseData, method: string): Answer {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined) headers[name] = typeof value === "string" ? value : value.join(", ");
  const cookies = [answer.headers["set-cookie"] ?? []].flat();
  const isEmpty = method === "HEAD" || answer.statusCode === 204 || answer.statusCode === 304;
  const decoders = isEmpty ? [] : decodersOf(headers["content-encoding"] ?? "");
  return { status: answer.statusCode, headers, cookies, body: decoded(answer.body, decoders) };
}

/** The maximum number of codings of one answer. */
const mostCodings = 5;
/** Accepts a compressed body whose end is missing, because some servers omit the checksum. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const lenientBrotli = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};
const decoderOf: ReadonlyMap<string, () => Duplex> = new Map([
  ["gzip", () => createGunzip(lenient)],
  ["x-gzip", () => createGunzip(lenient)],
  ["deflate", () => createInflate(lenient)],
  ["br", () => createBrotliDecompress(lenientBrotli)],
]);

/**
 * The decoders for a `Content-Encoding`, in reverse order of its codings. A body with an unknown coding, or with too
 * many, is not decoded.
 */
function decodersOf(encoding: string): readonly Duplex[] {
  if (encoding === "") return [];
  const names = encoding.split(",").map((one) => one.trim().toLowerCase());
  const found = names.flatMap((name) => decoderOf.get(name) ?? []);
  return found.length === names.length && names.length <= mostCodings
    ? found.reverse().map((made) => made())
    : [];
}

function decoded(body: Readable, decoders: readonly Duplex[]): AsyncIterable<Uint8Array> {
  const last = decoders.at(-1);
  // The reader gets an error through the last stream.
  if (last) pipeline([body, ...decoders], () => {});
  return last ?? body;
}
