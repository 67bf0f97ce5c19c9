/** Listens on loopback for the answer that a browser brings back from a login. */

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An answer from a browser, and how to reply to it. */
export interface BrowserAnswer {
  readonly params: URLSearchParams;
  /** Replies to the browser with a page. */
  show(status: 200 | 400, page: string): void;
}

/** A listener that is open. */
export interface Loopback {
  /** The URL for the browser: `http://127.0.0.1:PORT/callback`. */
  readonly url: string;
  /** The next answer. Rejects once `signal` is aborted. */
  next(signal: AbortSignal): Promise<BrowserAnswer>;
  /** Waits until the last page has been sent. */
  close(): Promise<void>;
}

const path = "/callback";

/** Opens the listener on a port; 0 for any. Rejects if the port is taken. */
export async function openLoopback(port: number): Promise<Loopback> {
  const brought: BrowserAnswer[] = [];
  let arrived: (() => void) | undefined;
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? "", "http://127.0.0.1");
    if (request.method !== "GET" || url?.pathname !== path) {
      response.writeHead(404, { connection: "close" }).end();
      return;
    }
    brought.push({ params: url.searchParams, show: (status, page) => show(response, status, page) });
    arrived?.();
  });
  await listening(server, port);
  return {
    url: `http://127.0.0.1:${portOf(server)}${path}`,
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        const first = brought.shift();
        if (first) return first;
        await new Promise<void>((resolve, reject) => {
          arrived = resolve;
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        });
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function show(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(page);
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("it has no port to listen on");
  return address.port;
}
