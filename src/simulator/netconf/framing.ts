/** Splits a stream of octets into messages, and frames outgoing messages (RFC 6242 section 4). */

/**
 * How messages are delimited: by `]]>]]>` or by chunks. All hellos use `]]>]]>`, and chunks follow if both sides
 * support base:1.1.
 */
export type Framing = "endOfMessage" | "chunked";

/** The result of unframing a stream. */
export interface UnframedMessage {
  /** The first complete message as octets of UTF-8. If undefined, no message is complete yet. */
  readonly message?: string;
  /** The octets after the message. */
  readonly rest: string;
  /** If true, the stream is malformed, so the session ends. */
  readonly broken?: true;
}

const endOfMessage = "]]>]]>";
const chunkStart = /\n#(?:(?<size>[1-9]\d{0,9})|#)\n/y;
const startOfChunkStart = /^(?:\n(?:#(?:#|[1-9]\d{0,9})?)?)?$/;

/** Takes the first message from a stream. The stream is a text whose characters are octets (`latin1`). */
export function unframe(framing: Framing, stream: string): UnframedMessage {
  return framing === "chunked" ? unchunked(stream) : untilEnd(stream);
}

/**
 * Returns the octets of an outgoing message, in chunks of at most `chunkBytes` octets. If `chunkBytes` is 0, there is
 * one chunk.
 */
export function framed(framing: Framing, message: string, chunkBytes: number): Uint8Array {
  const octets = Buffer.from(message, "utf8");
  if (framing === "endOfMessage") return Buffer.concat([octets, Buffer.from(endOfMessage)]);
  const size = chunkBytes === 0 ? octets.length : chunkBytes;
  const chunks: Buffer[] = [];
  for (let at = 0; at < octets.length; at += size) {
    const chunk = octets.subarray(at, at + size);
    chunks.push(Buffer.from(`\n#${chunk.length}\n`), chunk);
  }
  return Buffer.concat([...chunks, Buffer.from("\n##\n")]);
}

function untilEnd(stream: string): UnframedMessage {
  const end = stream.indexOf(endOfMessage);
  if (end < 0) return { rest: stream };
  return { message: decoded(stream.slice(0, end)), rest: stream.slice(end + endOfMessage.length) };
}

function unchunked(stream: string): UnframedMessage {
  const chunks: string[] = [];
  for (let at = 0; ; ) {
    chunkStart.lastIndex = at;
    const start = chunkStart.exec(stream);
    const from = chunkStart.lastIndex;
    if (start === null) {
      const unfinished = startOfChunkStart.test(stream.slice(at));
      return unfinished ? { rest: stream } : { rest: "", broken: true };
    }
    const size = start.groups?.size;
    if (size === undefined) {
      return chunks.length === 0
        ? { rest: "", broken: true }
        : { message: decoded(chunks.join("")), rest: stream.slice(from) };
    }
    at = from + Number(size);
    if (at > stream.length) return { rest: stream };
    chunks.push(stream.slice(from, at));
  }
}

function decoded(octets: string): string {
  return Buffer.from(octets, "latin1").toString("utf8");
}
