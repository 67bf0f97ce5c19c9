/** Serves a world on loopback, one listener for each interface: HTTP here, SSH in its own shell. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { adminRoutes } from "./admin.ts";
import { builtInCompany } from "./company.ts";
import { armed, type Fault } from "./faults.ts";
import { respond } from "./respond.ts";
import { type ServedSsh, serveSsh } from "./ssh.ts";
import type { SimReply, SimRequest } from "./wire/message.ts";
import {
  type InterfaceName,
  interfaceNames,
  type SimulatedName,
  type SimulatorSettings,
} from "./wire/settings.ts";
import { createWorld, type World, type WorldSeed } from "./world.ts";
import { hold, type ServedWorld } from "./world-holder.ts";

/** What is served, and where. */
export interface ServeOptions {
  /** The built-in company unless given. */
  readonly seed?: WorldSeed;
  /** 0 or absent: any free port. */
  readonly ports?: Partial<Record<SimulatedName, number>>;
  readonly settings?: Partial<SimulatorSettings>;
  /** What goes wrong, from the beginning. */
  readonly faults?: readonly Fault[];
  /** The clock that limits, windows and tokens go by, in milliseconds. The machine's unless given. */
  readonly now?: () => number;
}

/** A simulator that is listening. */
export interface RunningSimulator {
  /** Base URLs as a target wants them: those of restconf and netconf hold `{host}`. */
  readonly urls: Readonly<Record<SimulatedName, string>>;
  /** By what a client of netconf knows its host key. */
  readonly hostKey: Pick<ServedSsh, "fingerprint" | "knownHost">;
  /** Where `/_sim/...` is; every listener has it. */
  readonly admin: string;
  /** The world as it is now: a value that later requests do not change. */
  readonly world: () => World;
  /** Replaces the world by what a function makes of it. */
  readonly edit: ServedWorld["edit"];
  /** Closes every listener and connection. */
  readonly close: () => Promise<void>;
}

/** Long, so that no client meets a connection that is just being closed. */
const keepAliveMs = 120_000;

const loopback = "127.0.0.1";

/** Serves a world. Rejects with the system's error when a port is taken. */
export async function serve(options: ServeOptions = {}): Promise<RunningSimulator> {
  const now = options.now ?? (() => performance.timeOrigin + performance.now());
  const world = createWorld(options.seed ?? builtInCompany(), options.settings);
  const faults = (options.faults ?? []).map((fault) => armed(fault, now()));
  const held = hold({ ...world, faults }, now);
  const servers: Server[] = [];
  const origins = {
    dashboard: "",
    controller: "",
    fabric: "",
    restconf: "",
    messaging: "",
    servers: "",
    sdwan: "",
    firewall: "",
  };
  const close = async () => {
    await Promise.all(servers.map(closed));
  };
  try {
    for (const name of interfaceNames) {
      const server = listener(name, held);
      servers.push(server);
      origins[name] = await listening(server, options.ports?.[name] ?? 0);
    }
    const ssh = await serveSsh(held, options.ports?.netconf ?? 0);
    const urls = { ...origins, restconf: `${origins.restconf}/devices/{host}`, netconf: ssh.url };
    return {
      urls,
      hostKey: { fingerprint: ssh.fingerprint, knownHost: ssh.knownHost },
      admin: `${origins.dashboard}/_sim`,
      world: held.world,
      edit: held.edit,
      close: async () => {
        await Promise.all([close(), ssh.close()]);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function listener(name: InterfaceName, held: ServedWorld): Server {
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

/** Node's two sides of an exchange. */
interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function answer(
  name: InterfaceName,
  held: ServedWorld,
  { incoming, outgoing }: Exchange,
): Promise<void> {
  const request = requestOf(name, incoming, await text(incoming));
  const { world, reply } = respond(held.world(), request, held.now());
  held.edit(() => world);
  if (reply.delayMs > 0) await delay(reply.delayMs, undefined, { ref: false });
  send(reply, outgoing);
}

function requestOf(name: InterfaceName, incoming: IncomingMessage, body: string): SimRequest {
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

async function listening(server: Server, port: number): Promise<string> {
  server.listen(port, loopback);
  await once(server, "listening");
  const address = server.address();
  return `http://${loopback}:${typeof address === "object" ? address?.port : port}`;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const ended = once(server, "close");
  server.close();
  server.closeAllConnections();
  await ended;
}
