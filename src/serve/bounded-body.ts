/** Limits the size of request bodies, whether or not they declare their length. */

import type { Context, Env, MiddlewareHandler } from "hono";
import { refusal } from "./problem-details.ts";

/**
 * Answers a request whose body has more than `maxBytes` bytes with `tooLong`. A body without a declared length is read
 * first, and the request is rebuilt from its parts, because Node's own `Request` cannot copy the socket's request. The
 * socket limits how long a body may take to arrive.
 */
export function boundedBody<E extends Env>(
  maxBytes: number,
  tooLong: (c: Context<E>) => Response | Promise<Response> = (c) =>
    refusal(c, { code: "too-large", message: `A request body may have at most ${maxBytes} bytes.` }),
): MiddlewareHandler<E> {
  return async (c, next) => {
    const length = c.req.header("content-length");
    // A declared length can be trusted: the socket delivers no more bytes.
    if (length !== undefined) return Number(length) > maxBytes ? tooLong(c) : next();
    const { url, method, headers, signal, body } = c.req.raw;
    if (body === null) return next();
    const whole = await bytesOf(body, maxBytes);
    if (whole === undefined) return tooLong(c);
    c.req.raw = new Request(url, { method, headers, signal, body: whole });
    return next();
  };
}

/** The whole body; undefined if it is too long. */
async function bytesOf(
  body: NonNullable<Request["body"]>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
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
