/**
 * Takes interim answers out of what a server sends, such as a `100 Continue` that nobody asked for: a client passes
 * them over (RFC 9110, 15.2), and undici ends the connection at that one instead (nodejs/undici issue 197).
 */

import type { Socket } from "node:net";

/** The longest head of such an answer; what is longer is left to the parser. */
const longest = 16_384;
/** The beginning of one, and of any but that of another protocol, which nobody asks for here. */
const first = "HTTP/1.1 100";
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d$/;

/**
 * The same socket, whose reader gets no such answer. One may stand before the head of an answer only: after a request
 * was written, and until something else has come.
 */
export function withoutInterim<S extends Pick<Socket, "read" | "write">>(socket: S): S {
  const read: (size?: number) => unknown = socket.read.bind(socket);
  const write: (...all: never[]) => boolean = socket.write.bind(socket);
  let isHead = true;
  let held: Buffer = Buffer.alloc(0);
  socket.write = (...all: never[]) => {
    isHead = true;
    return write(...all);
  };
  socket.read = (size?: number) => {
    const piece = read(size);
    if (!isHead || !Buffer.isBuffer(piece)) return piece;
    const rest = behindInterim(held.length > 0 ? Buffer.concat([held, piece]) : piece);
    held = rest.held;
    if (rest.passed.length === 0) return null;
    isHead = false;
    return rest.passed;
  };
  return socket;
}

/** What comes behind such answers; `held`: what may be, or is, the beginning of one, until more has come. */
function behindInterim(bytes: Buffer): { readonly passed: Buffer; readonly held: Buffer } {
  const none = Buffer.alloc(0);
  let from = 0;
  for (;;) {
    const left = bytes.subarray(from);
    const start = left.subarray(0, first.length).toString("latin1");
    if (!interim.test(start + first.slice(start.length))) return { passed: left, held: none };
    const end = left.indexOf("\r\n\r\n");
    if (start.length < first.length || end < 0)
      return left.length > longest ? { passed: left, held: none } : { passed: none, held: left };
    from += end + 4;
  }
}
