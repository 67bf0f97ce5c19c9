/** Limits the size of request bodies, whether or not they declare their length. */

import type { MiddlewareHandler } from "hono";
import type { AccessEnv } from "./identity.ts";

/** Answers 413 to longer bodies. The socket limits how long a body may take to arrive. */
export function boundedBody(maxBytes: number): MiddlewareHandler<AccessEnv> {
  return async (c, next) => {
    const tooLong = () => c.json({ error: `A body has at most ${maxBytes} bytes here.` }, 413);
    const length = c.req.header("content-length");
    if (length !== undefined && Number(length) > maxBytes) return tooLong();
    // The socket delivers no more than the declared length, and nothing if no body was declared.
    if (length !== undefined || c.req.header("transfer-encoding") === undefined) return next();
    const body = await bytesOf(c.req.raw, maxBytes);
    if (body === undefined) return tooLong();
    const { url, method, headers, signal } = c.req.raw;
    c.req.raw = new Request(url, { method, headers, signal, body });
    return next();
  };
}

/** The whole body; undefined if it is too long. */
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
