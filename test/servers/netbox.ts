/**
 * NetBox as a source of rows, on a socket. Lists have `limit`, `offset`, `count`, `next` and `results`. Tokens of both
 * forms are accepted, and unknown filters are ignored. GraphQL returns plain lists of at most one page. This follows
 * the description of NetBox's API (4.6) and its documentation.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Json, JsonObject } from "../../src/model/json.ts";

/** The server's content and settings. */
export interface NetboxState {
  lists: Record<string, readonly JsonObject[]>;
  /** The maximum number of rows per page. */
  maxPage: number;
  /** Answers a request instead of the server. Returns false if the server must answer. */
  fault?: (request: IncomingMessage, response: ServerResponse, offset: number) => boolean;
}

/** The accepted token, in its older form. */
export const netboxToken = "0123456789abcdef0123456789abcdef01234567";

/** Starts a server for one test. `asked` contains each request, with the header that had its token. */
export async function netbox(state: NetboxState) {
  const asked: { readonly path: string; readonly authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const { authorization } = request.headers;
    asked.push({ path: url.pathname + url.search, authorization });
    const offset = Number(url.searchParams.get("offset") ?? 0);
    const known = [`Token ${netboxToken}`, "Bearer nbt_key.second"];
    if (state.fault?.(request, response, offset)) return;
    if (!known.includes(authorization ?? "")) return send(response, 403, { detail: "Invalid v1 token" });
    if (url.pathname === "/graphql/") return void answerQuery(request, response, state);
    const rows = state.lists[url.pathname.replace(/^\/api\/|\/$/g, "")];
    if (!rows) return send(response, 404, { detail: "No matches the given query." });
    const found = rows.filter((row) => fits(row, url.searchParams));
    const limit = Math.min(Number(url.searchParams.get("limit") ?? 50), state.maxPage);
    const results = found.slice(offset, offset + limit);
    const isMore = offset + limit < found.length;
    // The server is behind a proxy that terminates TLS. Such a server often uses another name for itself.
    const next = isMore
      ? `http://netbox.invalid${url.pathname}?limit=${limit}&offset=${offset + limit}`
      : null;
    send(response, 200, { count: found.length, next, previous: null, results });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked };
}

function fits(row: JsonObject, parameters: URLSearchParams): boolean {
  const status = parameters.getAll("status");
  const not = parameters.getAll("status__n");
  const own = String(row.status ?? "");
  return (status.length === 0 || status.includes(own)) && !not.includes(own);
}

/** Sends an answer with a JSON body, or with unchanged bytes. */
export function send(response: ServerResponse, status: number, body: Json | Buffer, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

async function answerQuery(request: IncomingMessage, response: ServerResponse, state: NetboxState) {
  let text = "";
  for await (const piece of request) text += piece;
  const { variables } = JSON.parse(text) as { variables: { offset: number; limit: number } };
  const { offset, limit } = variables;
  const sites = (state.lists["dcim/sites"] ?? []).slice(offset, offset + Math.min(limit, state.maxPage));
  send(response, 200, { data: { site_list: sites } });
}
