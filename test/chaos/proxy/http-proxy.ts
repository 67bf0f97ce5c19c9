/** An HTTP or HTTPS proxy. The striker decides what happens to each request, down to the bytes of the reply. */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { InterfaceName } from "../../../src/simulator/wire/served-names.ts";
import type { Effect, Moment, RetryAfterForm, Striker } from "./effect.ts";
import { listener } from "./listener.ts";
import { type Answered, type Asked, upstream } from "./upstream.ts";

/** A running proxy. */
export interface RunningProxy {
  readonly port: number;
  /** Resolves when all delayed requests have arrived. */
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The options of a proxy. */
export interface ProxyOptions {
  readonly interface: InterfaceName;
  /** The server's port on loopback. */
  readonly to: number;
  readonly striker: Pick<Striker, "strike" | "draw">;
  /** The certificate and key of the proxy. If absent, the proxy does not use TLS. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Called when the server restarts. The argument says what it has lost. */
  readonly restarted: (loses: "nothing" | "sessions" | "everything") => void;
  /** Called if a client disconnected before its reply had reached it. */
  readonly lost: (name: InterfaceName) => void;
  /** Called for each request that is not a read, before any effect. */
  readonly met?: ((asked: Asked) => void) | undefined;
}

/** Starts a proxy. */
export async function httpProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { tls, to } = options;
  const server = upstream(to);
  const pending = new Set<Promise<unknown>>();
  const raw = new Map<number, Socket>();
  const front: Server = tls ? createTlsServer(tls) : createServer();
  front.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const socket = raw.get(incoming.socket.remotePort ?? 0) ?? incoming.socket;
    const on = { ...options, pending, server, restart: (ms: number) => void port.restart(ms) };
    handled({ incoming, outgoing, socket }, on).catch(() => incoming.socket.destroy());
  });
  front.keepAliveTimeout = 60_000;
  const port = await listener((socket) => {
    const { remotePort = 0 } = socket;
    raw.set(remotePort, socket);
    socket.on("close", () => raw.delete(remotePort));
    const effect = options.striker.strike({ interface: options.interface, concern: "connections" });
    if (effect === undefined) front.emit("connection", socket);
    else opened(socket, effect, () => front.emit("connection", socket));
  });
  return {
    port: port.port,
    settled: async () => {
      await Promise.allSettled(pending);
    },
    close: async () => {
      await Promise.allSettled(pending);
      await port.close();
      server.close();
    },
  };
}

/** Strikes a connection before any data is sent over it. With TLS, this is during the handshake. */
function opened(socket: Socket, { kind, ...more }: Effect, goOn: () => void): void {
  if (kind === "latency" && "ms" in more) setTimeout(goOn, more.ms);
  else if (kind === "garbage") socket.end(Buffer.from([0, 255, 22, 3, 1, 10, 10, 200, 13]));
  else if (kind === "reset") reset(socket);
  else if (kind === "halfClosed") socket.end();
  // All other effects make the connection stall: it stays open, and no data comes.
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** The TCP socket, also if TLS is used. */
  readonly socket: Socket;
}

interface Proxying extends ProxyOptions {
  readonly server: ReturnType<typeof upstream>;
  readonly pending: Set<Promise<unknown>>;
  readonly restart: (downMs: number) => void;
}

const logins = /\/auth\/token$|\/oauth\//;

async function handled(exchange: Exchange, on: Proxying): Promise<void> {
  const { method = "GET", url = "/", rawHeaders, headers } = exchange.incoming;
  const asked: Asked = { method, path: url, headers: rawHeaders, body: await buffer(exchange.incoming) };
  exchange.outgoing.once("close", () => exchange.outgoing.writableFinished || on.lost(on.interface));
  const isLogin = logins.test(url.split("?")[0] ?? "");
  const concern = isLogin ? "logins" : method === "GET" ? "reads" : "writes";
  if (concern === "writes") on.met?.(asked);
  const effect = on.striker.strike({ interface: on.interface, concern });
  const forward = async () => dressed(await on.server.send(asked), on, headers.host);
  if (effect === undefined) return answer(exchange, await forward());
  await underEffect({ ...exchange, asked, forward, on }, effect);
}

/** Makes the links in a reply use HTTPS, as the client does. */
function dressed(answered: Answered, { tls }: ProxyOptions, host = ""): Answered {
  if (!tls) return answered;
  const own = (text: string) => text.replaceAll(`http://${host}`, `https://${host}`);
  return {
    ...answered,
    headers: answered.headers.map(([name, value]) => [name, own(value)]),
    body: Buffer.from(own(answered.body.toString("latin1")), "latin1"),
  };
}

function answer({ outgoing }: Exchange, { status, headers, body }: Answered): void {
  const length = status === 204 ? [] : [["content-length", String(body.length)] as const];
  outgoing.writeHead(status, [...headers, ...length].flat());
  outgoing.end(body);
}

interface Struck extends Exchange {
  readonly asked: Asked;
  readonly forward: () => Promise<Answered>;
  readonly on: Proxying;
}

async function underEffect(struck: Struck, effect: Effect): Promise<void> {
  const { socket, forward, on } = struck;
  const acted = async (when: Moment) => void (when === "after" && (await forward()));
  switch (effect.kind) {
    case "latency":
      await delay(effect.ms);
      return answer(struck, await forward());
    case "reset":
      await acted(effect.when);
      return reset(socket);
    case "halfClosed":
      await acted(effect.when);
      return void struck.incoming.socket.end();
    case "cutHead":
      return endingWith(struck, head(await forward()).slice(0, 9 + Math.floor(on.striker.draw() * 40)));
    case "cutBody":
      return cutBody(struck, await forward(), effect.framing);
    case "drip":
      return drip(struck, await forward(), effect.pieceMs);
    case "status":
      await acted(effect.when);
      return answer(struck, page(effect.status));
    case "throttled":
      return answer(struck, throttled(effect.retryAfter));
    case "stall":
      return acted(effect.when);
    case "restart":
      on.restarted(effect.loses);
      return on.restart(effect.downMs);
    case "html":
      await acted(effect.when);
      return answer(struck, page(200));
    case "redirect":
      return answer(struck, redirect(struck, effect));
    case "garbage":
      await acted(effect.when);
      return garbage(struck, effect.form);
    case "late":
      return late(struck, effect);
    case "repeated":
      return repeated(struck, effect.answered);
  }
}

function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

function head({ status, headers, body }: Answered, framing = `content-length: ${body.length}`): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "?"}`, ...lines, framing, "", ""].join("\r\n");
}

/** Writes exactly these bytes, bypassing Node's own framing. */
function endingWith({ incoming }: Exchange, bytes: string | Buffer): void {
  incoming.socket.end(bytes);
}

function cutBody(exchange: Exchange, answered: Answered, framing: "length" | "chunked" | "close"): void {
  const half = answered.body.subarray(0, Math.floor(answered.body.length / 2));
  const isChunked = framing === "chunked";
  const how = { length: undefined, chunked: "transfer-encoding: chunked", close: "connection: close" }[
    framing
  ];
  const chunk = Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]);
  const begun = isChunked && half.length > 0 ? chunk : isChunked ? Buffer.from("5\r\n") : half;
  endingWith(exchange, Buffer.concat([Buffer.from(head(answered, how), "latin1"), begun]));
}

/** Sends the reply in twenty pieces. */
async function drip({ incoming }: Exchange, answered: Answered, pieceMs: number): Promise<void> {
  const whole = Buffer.concat([Buffer.from(head(answered), "latin1"), answered.body]);
  const size = Math.ceil(whole.length / 20);
  for (let at = 0; at < whole.length; at += size) {
    if (incoming.socket.destroyed) return;
    incoming.socket.write(whole.subarray(at, at + size));
    await delay(pieceMs);
  }
  incoming.socket.end();
}

function page(status: number): Answered {
  const text = `<html><body><h1>${status} ${STATUS_CODES[status]}</h1><form>Sign in</form></body></html>`;
  return { status, headers: [["content-type", "text/html"]], body: Buffer.from(text) };
}

function throttled(form: RetryAfterForm): Answered {
  const date = (ms: number) => new Date(Date.now() + ms).toUTCString();
  const now = ["date", date(0)] as const;
  const headers: Readonly<Record<RetryAfterForm, readonly (readonly [string, string])[]>> = {
    none: [],
    zero: [["retry-after", "0"]],
    seconds: [["retry-after", "1"]],
    fraction: [["retry-after", "0.5"]],
    date: [["retry-after", date(1000)], now],
    undated: [["retry-after", date(1000)]],
    past: [["retry-after", date(-60_000)], now],
    huge: [["retry-after", "86400"]],
    garbage: [["retry-after", "soon, we hope"]],
    negative: [["retry-after", "-5"]],
  };
  return { status: 429, headers: headers[form], body: Buffer.from("slow down") };
}

function redirect(
  { asked, incoming }: Struck,
  { status, to }: Extract<Effect, { kind: "redirect" }>,
): Answered {
  const location = to === "itself" ? asked.path : `https://elsewhere.invalid${asked.path}`;
  const away = to === "itself" ? `/login?next=${encodeURIComponent(location)}` : location;
  return {
    status,
    headers: [["location", incoming.method === "GET" ? location : away]],
    body: Buffer.alloc(0),
  };
}

function garbage(struck: Struck, form: "bytes" | "json"): void {
  const body = Buffer.from('{"id": "N_');
  if (form === "bytes") endingWith(struck, Buffer.from([0, 255, 22, 3, 1, 10, 10, 200, 13]));
  else answer(struck, { status: 200, headers: [["content-type", "application/json"]], body });
}

async function late(struck: Struck, { ms, told }: Extract<Effect, { kind: "late" }>): Promise<void> {
  const { on, forward, socket } = struck;
  const arrival = delay(ms).then(forward);
  on.pending.add(arrival);
  arrival.then(
    () => on.pending.delete(arrival),
    () => on.pending.delete(arrival),
  );
  if (told === "reset") reset(socket);
  if (told === "status") answer(struck, page(504));
}

const idempotent: readonly string[] = ["GET", "PUT", "DELETE"];

async function repeated(struck: Struck, which: "first" | "second"): Promise<void> {
  const first = await struck.forward();
  if (!idempotent.includes(struck.asked.method)) return answer(struck, first);
  const second = await struck.forward();
  answer(struck, which === "first" ? first : second);
}
