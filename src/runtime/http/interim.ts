/**
 * Removes unrequested interim answers from a server's output, such as `100 Continue`. Clients must skip them (RFC 9110,
 * 15.2), but undici closes the connection at a `100 Continue` (nodejs/undici issue 197).
 */

import type { Socket } from "node:net";

/** The maximum length of an interim answer's head; a longer one is left to the parser. */
const longest = 16_384;
/** The beginning of an answer with status 100. */
const first = "HTTP/1.1 100";
/**
 * The first line of any interim answer (1xx), except for 101, which switches to another protocol and is never requested
 * here.
 */
const interim = /^HTTP\/1\.[01] 1(?!01)\d\d$/;

/**
 * Returns the socket, with unrequested interim answers removed from what its reader gets. Such answers are expected
 * only between a written request and the head of its answer.
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

/**
 * Removes interim answers from the beginning of these bytes. `held` are bytes that may begin another interim answer;
 * the next bytes will show it.
 */
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
