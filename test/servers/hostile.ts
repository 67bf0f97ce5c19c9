/** Malicious servers: one answers as a test says, and another, which no project file lists, counts connections. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

/** A received request: method, raw URL, headers and body. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that a test controls. It listens on all loopback addresses. */
export interface Hostile {
  readonly port: number;
  readonly url: string;
  readonly asked: Asked[];
}

/** The answer of a server. If the test's function returns undefined instead, the connection is closed. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** Starts a server that answers in this way and ends with the test. */
export async function hostile(
  answer: (asked: Asked) => Answer | undefined | Promise<Answer | undefined>,
): Promise<Hostile> {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request.setEncoding("latin1")) body += chunk;
    const one = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
    asked.push(one);
    const said = await answer(one);
    if (!said) return void request.socket.destroy();
    for (const [name, value] of Object.entries(said.headers ?? {})) response.setHeader(name, value);
    const text = typeof said.body === "string" ? said.body : JSON.stringify(said.body ?? null);
    response.writeHead(said.status ?? 200).end(text);
  });
  const port = await listening(server);
  return { port, url: `http://127.0.0.1:${port}`, asked };
}

/** Starts a server that no project file lists. `connections` also counts sockets without a request. */
export async function stranger(): Promise<{ readonly port: number; readonly connections: () => number }> {
  let count = 0;
  const server = createTcpServer((socket) => {
    count += 1;
    socket.on("error", () => {});
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n[]");
  });
  return { port: await listening(server), connections: () => count };
}

/** Listens on every loopback address, so that it receives requests to any spelling of loopback. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "::", resolve));
  onTestFinished(() => void server.close());
  const at = server.address();
  return typeof at === "object" && at !== null ? at.port : 0;
}
