/** The cloud of a benchmark as a separate process: over HTTP, with a rate limit per organization and per address. */

import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { Cloud } from "./company.ts";

/** The time in milliseconds that a request takes to the cloud, and that its answer takes back. */
const wayMs = 25;

const [, , organizations = "", organization = "", address = ""] = process.argv;
const cloud = new Cloud(Number(organizations), {
  organization: Number(organization),
  address: Number(address),
});
const server = createServer((request, response) => {
  const { method = "", url = "", socket } = request;
  const from = socket.remoteAddress ?? "";
  const said = (status: number, body: unknown) => {
    const throttled = status === 429 ? { "retry-after": "1" } : {};
    response
      .writeHead(status, { "content-type": "application/json", ...throttled })
      .end(JSON.stringify(body));
  };
  request.resume();
  if (url === "/counts") return said(200, cloud.counts);
  void delay(wayMs).then(async () => {
    const { status, body } = cloud.answer({ method, path: url }, { address: from, now: Date.now() });
    await delay(wayMs);
    said(status, body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const listening = server.address();
  if (typeof listening === "object" && listening) process.send?.({ port: listening.port });
});
