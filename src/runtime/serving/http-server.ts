/**
 * Listens for HTTP, with limits on connections, headers and bodies. Renews its certificate. Before it closes, it lets
 * pending requests end.
 */

import { createServer, type Server } from "node:http";
import { createServer as createTlsServer, type Server as TlsServer } from "node:https";
import { isIPv6, type Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { type Problem, problem } from "../../model/problem.ts";
import type { Log } from "../../model/wire.ts";
import { type ServerCertificate, type TlsFiles, watchCertificate } from "./tls-files.ts";

/** The other side of a connection. */
export interface Peer {
  /** The address from the socket. An IPv4 address is never in IPv6-mapped form. */
  readonly address: string;
}

/** The limits for clients. */
interface SocketLimits {
  /** The maximum number of connections of all clients together. No further connections are accepted. */
  readonly connections: number;
  /** The maximum number of connections per address. */
  readonly connectionsPerAddress: number;
  /** The time limit for the headers of a request. */
  readonly headersMs: number;
  /** The time limit for a whole request to arrive. */
  readonly requestMs: number;
  /** How long a connection may be idle. A client that does not read its answer counts as idle. */
  readonly idleMs: number;
}

/** Where a server listens for HTTP, and its limits. */
export interface HttpListener {
  /** The name or address to listen on. An IPv6 address has no brackets. */
  readonly host: string;
  /** The port; 0 means any free port. */
  readonly port: number;
  readonly tls?: TlsFiles | undefined;
  readonly limits: SocketLimits;
  /** True for an address that many clients share, such as a proxy's. */
  readonly isShared: (address: string) => boolean;
  readonly log: Log;
}

/** A listening server. */
export interface HttpServer {
  /** The URL of the listener, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Accepts nothing new, and waits for pending requests. After `graceMs`, cuts them off. */
  close(graceMs: number): Promise<void>;
}

/** Answers one request. If it throws, the answer does not contain the reason. */
export type AnswerRequest = (request: Request, peer: Peer) => Response | Promise<Response>;

/** Starts listening. Returns a problem for people if it cannot. */
export async function openHttpServer(
  on: HttpListener,
  answer: AnswerRequest,
): Promise<HttpServer | { readonly problem: Problem }> {
  const certificate = on.tls && (await watchCertificate(on.tls, on.log));
  if (certificate && "problem" in certificate) return certificate;
  const server = serverFor(on, { answer, certificate });
  try {
    await listening(server, on);
  } catch (error) {
    certificate?.stop();
    return { problem: listenProblem(on, error) };
  }
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : on.port;
  return {
    url: `${on.tls ? "https" : "http"}://${isIPv6(on.host) ? `[${on.host}]` : on.host}:${port}`,
    close: async (graceMs) => {
      certificate?.stop();
      await drained(server, graceMs);
    },
  };
}

interface Answering {
  readonly answer: AnswerRequest;
  readonly certificate: ServerCertificate | undefined;
}

function serverFor(on: HttpListener, { answer, certificate }: Answering): Server | TlsServer {
  const listener = getRequestListener(
    (request, env) => answer(request, { address: plainAddress(env.incoming.socket.remoteAddress ?? "") }),
    {
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        // The host or the path of the request is invalid in a URL.
        if (error instanceof RequestError) return new Response("Bad request.\n", { status: 400 });
        on.log.warn("a request failed", { error: error instanceof Error ? error : String(error) });
        return new Response("Internal error.\n", { status: 500 });
      },
    },
  );
  const { limits } = on;
  const options = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(limits.headersMs, 1000),
    maxHeaderSize: 16 * 1024,
  };
  const take = (...[incoming, outgoing]: Parameters<typeof listener>) => {
    void listener(incoming, outgoing).catch(() => outgoing.destroy());
  };
  const server = certificate
    ? createTlsServer({ ...options, ...certificate.now() }, take)
    : createServer(options, take);
  if (certificate && "setSecureContext" in server)
    certificate.onRenewal((next) => server.setSecureContext(next));
  server.maxConnections = limits.connections;
  server.timeout = limits.idleMs;
  boundPerAddress(server, on);
  return server;
}

/**
 * How long an idle connection stays open. It must be longer than proxies keep connections open: if the server closed a
 * connection that a proxy is about to reuse, the proxy's client would get an error.
 */
const keepAliveMs = 75_000;

function boundPerAddress(server: Server | TlsServer, { limits, isShared }: HttpListener): void {
  const open = new Map<string, number>();
  server.on("connection", (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? "");
    const count = (open.get(address) ?? 0) + 1;
    if (count > limits.connectionsPerAddress && !isShared(address)) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

/** An address without IPv6 mapping. On a dual-stack socket, IPv4 addresses are in IPv6-mapped form. */
function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

function listening(server: Server | TlsServer, { host, port }: HttpListener): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** How often to check which connections have become idle. */
const drainLookMs = 50;

async function drained(server: Server | TlsServer, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const looks = setInterval(() => server.closeIdleConnections(), drainLookMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(looks);
  clearTimeout(cut);
}

function listenProblem({ host, port }: HttpListener, error: unknown): Problem {
  const where = `${host}:${port}`;
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "EADDRINUSE":
      return problem("listen-taken", `another program already listens on ${where}.`, {
        hint: "Stop that program, or choose another port with `listen` in serve.yaml or with --listen.",
      });
    case "EACCES":
    case "EPERM":
      return problem("port-not-allowed", `this user has no permission to listen on ${where}.`, {
        hint: "Choose a port from 1024 on, or let the system open this port: see docs/serve.md.",
      });
    case "EADDRNOTAVAIL":
    case "EAFNOSUPPORT":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return problem("address-not-here", `this machine has no address ${host}.`, {
        hint: "Set `listen` to an address of this machine: 127.0.0.1, 0.0.0.0, [::1] or [::].",
      });
  }
  const why = error instanceof Error ? error.message : String(error);
  return problem("cannot-listen", `trueup cannot listen on ${where}: ${why}.`, {
    hint: "Choose another address with `listen` in serve.yaml or with --listen.",
  });
}
