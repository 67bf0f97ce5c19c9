/** An HTTP server on loopback that answers with a function and records all requests. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A JSON object. */
export type Fields = { readonly [name: string]: Json };

/** A request as it arrived. */
export interface Heard {
  /** When the request arrived, in milliseconds by this process's monotonic clock. */
  readonly at: number;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The status of the reply; 0 as long as there is none. */
  readonly status: number;
}

/** A reply. A body is sent as JSON, and a text unchanged. Without either, the reply has only a status. */
export interface Answer {
  readonly status?: number;
  /** The headers. A header that is undefined is left out even if node would send it, for example `date`. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined;
  readonly body?: Json | undefined;
  readonly text?: string;
  /** If true, the connection ends without a reply. */
  readonly cut?: boolean;
}

/** A running server. */
export interface Listening {
  readonly url: string;
  /** All requests since the start, in the order of arrival. */
  readonly heard: readonly Heard[];
  readonly close: () => void;
}

/** Listens on a free port of 127.0.0.1. If `answer` throws, the reply is a 500 with the message. */
export async function listen(answer: (heard: Heard) => Answer): Promise<Listening> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const at = performance.now();
    void textOf(request).then((body) => {
      const one = { ...requestOf(request), at, body, status: 0 };
      heard.push(one);
      const answered = guarded(answer, one);
      one.status = answered.status ?? 200;
      if (answered.cut === true) request.socket.destroy();
      else send(response, answered);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function requestOf({ method = "", url = "", headers }: IncomingMessage) {
  const [path = "", query = ""] = url.split("?", 2);
  return { method, path, query: new URLSearchParams(query), headers };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

function guarded(answer: (heard: Heard) => Answer, heard: Heard): Answer {
  try {
    return answer(heard);
  } catch (error) {
    return { status: 500, body: { error: String(error) } };
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body, text }: Answer): void {
  response.statusCode = status;
  const all = body === undefined ? headers : { "content-type": "application/json", ...headers };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) response.setHeader(name, value);
    else if (name === "date") response.sendDate = false;
  }
  response.end(text ?? (body === undefined ? undefined : JSON.stringify(body)));
}

/** Returns the body of a request as a JSON object, or undefined if it is none. */
export function jsonOf({ body }: Heard): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True if the value is a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The answer that the specification describes as "malformed JSON in the request body: object with `error` (string) and
 * `details` (string giving the position)".
 */
export const malformed: Answer = {
  status: 400,
  body: { error: "Malformed JSON", details: "line 1, column 1" },
};
