/** An HTTP listener on loopback that serves a stored world. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { adminRoutes } from "./admin.ts";
import { respond } from "./respond.ts";
import type { SimReply, SimRequest } from "./wire/message.ts";
import type { HttpName } from "./wire/served-names.ts";
import type { ServedWorld } from "./world-holder.ts";

/**
 * How long an idle connection stays open. This is so long that no client sends a request at the moment when the
 * connection is closed.
 */
const keepAliveMs = 120_000;

const loopback = "127.0.0.1";

/** Returns a listener for one interface, which also serves `/_sim`. */
export function listener(name: HttpName, held: ServedWorld): Server {
  const app = new Hono().route("/_sim", adminRoutes(held));
  const admin = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => {
    const answered = incoming.url?.startsWith("/_sim/")
      ? admin(incoming, outgoing)
      : answer(name, held, { incoming, outgoing });
    answered.catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = keepAliveMs;
  return server;
}

/** The two sides of an exchange in Node. */
interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function answer(name: HttpName, held: ServedWorld, { incoming, outgoing }: Exchange): Promise<void> {
  const request = requestOf(name, incoming, await text(incoming));
  const { world, reply } = respond(held.world(), request, held.now());
  held.edit(() => world);
  if (reply.delayMs > 0) await delay(reply.delayMs, undefined, { ref: false });
  send(reply, outgoing);
}

function requestOf(name: HttpName, incoming: IncomingMessage, body: string): SimRequest {
  const { method = "GET", url = "/", headers } = incoming;
  const flat = Object.entries(headers).map(([key, value]) => [key, [value].flat().join(", ")]);
  const origin = `http://${headers.host ?? loopback}`;
  return { interface: name, method, path: url, headers: Object.fromEntries(flat), body, origin };
}

function send(reply: SimReply, outgoing: ServerResponse): void {
  const { status, headers, body, cut } = reply;
  if (cut === "dropped") {
    outgoing.destroy();
    return;
  }
  const length = Buffer.byteLength(body);
  outgoing.writeHead(status, status === 204 ? headers : { ...headers, "content-length": length });
  if (cut === "truncated") outgoing.write(body.slice(0, length / 2), () => outgoing.destroy());
  else outgoing.end(body);
}

/** Listens on loopback. Rejects with the system's error if the port is taken. */
export async function listening(server: Server, port: number): Promise<string> {
  server.listen(port, loopback);
  await once(server, "listening");
  const address = server.address();
  return `http://${loopback}:${typeof address === "object" ? address?.port : port}`;
}

/** Ends a listener and its connections. */
export async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const ended = once(server, "close");
  server.close();
  server.closeAllConnections();
  await ended;
}
