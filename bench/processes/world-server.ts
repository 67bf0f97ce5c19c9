/**
 * Serves the world of `world.ts` on loopback: `node world-server.ts 100000`. Prints its port. With a second
 * number, each answer takes that many milliseconds, nothing has drifted, and networks can be written.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { deviceTree, host, network, organizations, shares } from "./world.ts";

const latencyMs = Number(process.argv[3] ?? 0);
const { networks, devices } = shares({ resources: Number(process.argv[2] ?? 1000) });
const pageLength = 1000;
const devicesByHost = new Map(Array.from({ length: devices }, (_, n) => [host(n), n]));

/** How often a request has changed network 7. */
let touches = 0;

/** The written values of networks, by number, and when the first write arrived: milliseconds since 1970. */
const written = new Map<number, Readonly<Record<string, unknown>>>();
let firstWriteAt = 0;

const server = createServer((request, response) => {
  if (latencyMs === 0) answer(request, response);
  else setTimeout(() => answer(request, response), latencyMs);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));

function answer({ url = "/", method }: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(url, "http://bench");
  if (method === "POST" && pathname === "/touch") {
    touches += 1;
    response.writeHead(204).end();
    return;
  }
  if (pathname === "/first-write") {
    json(response, firstWriteAt);
    return;
  }
  const [, number] = /^\/api\/v1\/networks\/N_(\d+)$/.exec(pathname) ?? [];
  if (number !== undefined) {
    void one(Number(number), response);
    return;
  }
  if (pathname === "/api/v1/organizations") {
    json(
      response,
      Array.from({ length: organizations }, (_, id) => ({ id: `O${id}`, name: `Company ${id}` })),
    );
    return;
  }
  const [, organization] = /^\/api\/v1\/organizations\/O(\d+)\/networks$/.exec(pathname) ?? [];
  if (organization !== undefined) {
    page(response, Number(organization), Number(searchParams.get("page")));
    return;
  }
  const [, address] = /^\/devices\/([\d.]+)\/restconf\/data\/Vendor-native:native$/.exec(pathname) ?? [];
  const device = devicesByHost.get(address ?? "");
  if (device === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.setHeader("content-type", "application/yang-data+json");
  json(response, { "Vendor-native:native": deviceTree(device) });
}

/** Answers for a single network. A PUT changes it. */
async function one(n: number, response: ServerResponse): Promise<void> {
  if (response.req.method === "PUT") {
    firstWriteAt ||= Date.now();
    const chunks: Buffer[] = [];
    for await (const chunk of response.req) chunks.push(chunk);
    written.set(n, JSON.parse(Buffer.concat(chunks).toString("utf8")));
  }
  const { fields, organization } = network(n);
  json(response, { id: `N_${n}`, organizationId: `O${organization}`, ...fields, ...written.get(n) });
}

/** A page of networks. One in a hundred has drifted, unless answers have a latency. */
function page(response: ServerResponse, organization: number, number: number): void {
  const first = number * pageLength;
  const list: unknown[] = [];
  for (let at = first; at < first + pageLength; at++) {
    const n = at * organizations + organization;
    if (n >= networks) break;
    const { fields } = network(n);
    list.push({
      id: `N_${n}`,
      organizationId: `O${organization}`,
      ...fields,
      ...(latencyMs === 0 && n % 100 === 50 && { tags: ["branch"] }),
      ...written.get(n),
      ...(n === 7 && touches > 0 && { tags: [`changed ${touches}`] }),
    });
  }
  const isLast = (first + pageLength) * organizations + organization >= networks;
  const next = `<http://${response.req.headers.host}/api/v1/organizations/O${organization}/networks?page=${number + 1}>; rel="next"`;
  if (!isLast) response.setHeader("link", next);
  json(response, list);
}

function json(response: ServerResponse, value: unknown): void {
  if (!response.hasHeader("content-type")) response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(value));
}
