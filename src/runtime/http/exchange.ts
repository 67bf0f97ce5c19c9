/** One exchange with a server: a request as it is written to the socket, and its answer as it arrives. */

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

/** An answer. */
export interface Answer {
  /** The status, 200 to 999: interim answers are skipped. */
  readonly status: number;
  /** The headers. Names are in lower case; values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  /**
   * The decompressed body. Throws the error of the network if the rest does not arrive. A reader that stops early
   * closes the connection.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends a request once, without following redirects. Rejects with `NetworkFailure`, or with the reason of the
 * signal. Throws if a GET has a body, which is a mistake of ours.
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
 * The codings to ask for. Proxies that change unencrypted answers often do not know `br`. Servers do not agree on what
 * `deflate` is, so it is not asked for.
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

/** The highest number of codings that one answer may have. */
const mostCodings = 5;
/** A body whose end is missing is decoded as far as it came: some servers omit the checksum. */
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
 * The decoders of a `Content-Encoding`, in reverse order of its codings. A body with an unknown coding, or with too
 * many codings, is left as it is.
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
  // An error reaches the reader through the last stream.
  if (last) pipeline([body, ...decoders], () => {});
  return last ?? body;
}
