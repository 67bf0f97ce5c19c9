/** A loopback server that answers a test's requests with a function, and records the writes. */

import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import type { Json } from "../../src/model/json.ts";

/** A received request. Its path and its parameters are decoded, and its body is parsed. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Json;
}

/** An answer. The default status is 200. Without a body, none is sent. */
export interface Told {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** Answers a request. */
export type Answering = (asked: Asked) => Told;

/** A server that runs until the test ends. */
export interface Served {
  readonly url: string;
  /** Every request except GET, in order, without logins. */
  readonly writes: readonly Asked[];
}

/** Serves on a port of the system's choice. */
export async function served(answer: Answering): Promise<Served> {
  const writes: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://recorded");
      const text = Buffer.concat(parts).toString();
      const { method = "GET" } = request;
      const asked = { method, path: decodeURIComponent(pathname), query: searchParams, body: parsed(text) };
      if (method !== "GET" && !/login|logout|auth\/|token/i.test(pathname)) writes.push(asked);
      const { status = 200, headers = {}, body } = answer(asked);
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, writes };
}

function parsed(text: string): Json {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
