/** Bodies of requests are read to a bound, whether they say their length or not. */

import type { MiddlewareHandler } from "hono";
import type { AccessEnv } from "./identity.ts";

/** Answers 413 to longer ones. How long one may take to arrive is the socket's to say. */
export function boundedBody(maxBytes: number): MiddlewareHandler<AccessEnv> {
  return async (c, next) => {
    const tooLong = () => c.json({ error: `A body has at most ${maxBytes} bytes here.` }, 413);
    const length = c.req.header("content-length");
    if (length !== undefined && Number(length) > maxBytes) return tooLong();
    // The socket gives no more than the length that was said, and nothing where no body was.
    if (length !== undefined || c.req.header("transfer-encoding") === undefined) return next();
    const body = await bytesOf(c.req.raw, maxBytes);
    if (body === undefined) return tooLong();
    const { url, method, headers, signal } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, signal, body });
    return next();
  };
}

/** All of it; undefined where it is longer. */
async function bytesOf({ body }: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}
