/** The whole server: access control, webhooks, the page and the API, behind one socket. */

import { Hono } from "hono";
import type { Problem } from "../model/problem.ts";
import { clock } from "../runtime/clock.ts";
import { unwritable } from "../runtime/files/file-problems.ts";
import { makeFolder } from "../runtime/files/folders.ts";
import { openCallScope } from "../runtime/serving/call-scope.ts";
import { type HttpServer, openHttpServer } from "../runtime/serving/http-server.ts";
import { issuerConnection } from "../runtime/serving/issuer-fetch.ts";
import { randomText } from "../runtime/serving/keyed.ts";
import { reloadedSecret } from "../runtime/serving/reloaded-secret.ts";
import { type AccessParts, innerAccess, outerAccess, ownSiteOnly } from "./access/access.ts";
import { clientAddress } from "./access/client-address.ts";
import { openEndedSessions } from "./access/ended-sessions.ts";
import { type Caller, guardedServed } from "./access/guarded-served.ts";
import type { AccessEnv, AccessPorts } from "./access/identity.ts";
import { type LoginRouting, loginRoutes } from "./access/login-routes.ts";
import { loginServer } from "./access/oidc.ts";
import { openSessions } from "./access/sessions.ts";
import { signingKeys } from "./access/signing-keys.ts";
import { tokenCheck } from "./access/tokens.ts";
import { boundedBody } from "./bounded-body.ts";
import type { AccessSettings, ServeConfig } from "./config/serve-config.ts";
import type { Served } from "./served.ts";
import type { WebEnv } from "./web/viewer.ts";
import { webhookRoutes } from "./webhooks/webhooks.ts";
import type { RowsFor } from "./workers/seats.ts";
import { type WorkerApp, workerRoutes } from "./workers/worker-routes.ts";

/** The parts that access control protects. */
export interface ServerParts {
  readonly served: Served;
  /** The page and the API, limited to what the caller may see. */
  readonly web: (served: Served) => WebPart;
  /** Called when a webhook reports a change of a pull request in this repository. */
  readonly proposed?: ((repository: string) => void) | undefined;
  /** Called when a webhook reports a comment; `event` is its content. */
  readonly commented?: ((repository: string, event: string) => void) | undefined;
  /** Returns the database rows of a worker that asks this server. If absent, the server has no database. */
  readonly rowsFor?: RowsFor | undefined;
}

/** The page and the API, and how to end their event streams. */
export interface WebPart {
  readonly app: Hono<WebEnv>;
  close(): void;
}

/** A running server. */
export interface RunningServer {
  /** The URL that people open. */
  readonly url: string;
  /** The address that the server listens on. */
  readonly listening: string;
  /** Accepts no new requests and lets running ones finish, for at most a grace period. */
  close(): Promise<void>;
}

/** How long running requests may take at shutdown. Event streams are ended at once. */
const graceMs = 3_000;

/** Starts the server. Returns a problem if it cannot be started. */
export async function startServer(
  config: ServeConfig,
  parts: ServerParts,
  ports: AccessPorts,
): Promise<RunningServer | { readonly problem: Problem }> {
  try {
    await makeFolder(config.data, 0o700);
  } catch (error) {
    return { problem: unwritable(config.data, error) };
  }
  let app: Hono<AccessEnv> | undefined;
  const { limits, access, listen, tls } = config;
  const socket = await openHttpServer(
    {
      ...listen,
      tls,
      log: ports.log,
      limits: {
        connections: limits.connections,
        connectionsPerAddress: limits.connectionsPerAddress,
        headersMs: Math.min(limits.requestMs, headersMs),
        requestMs: limits.requestMs,
        idleMs,
      },
      isShared: (address) => clientAddress(address, "client", access.behind) !== address,
    },
    (request, peer) => app?.fetch(request, { ...peer }) ?? new Response("Not ready yet.\n", { status: 503 }),
  );
  if ("problem" in socket) return socket;
  // With port 0 the system chooses the port, which is known only now.
  const settings = listen.port === 0 ? { ...access, publicUrl: socket.url } : access;
  const built = await appFor({ ...config, access: settings }, parts, ports);
  if ("problem" in built) {
    await socket.close(0);
    return built;
  }
  app = built.app;
  return running(socket, settings, built);
}

const headersMs = 10_000;
/** The maximum idle time of a connection. Event streams send messages at shorter intervals. */
const idleMs = 120_000;

function running(
  socket: HttpServer,
  { publicUrl }: AccessSettings,
  { endStreams, close }: ServerApp,
): RunningServer {
  return {
    url: publicUrl,
    listening: socket.url,
    close: async () => {
      const ended = socket.close(graceMs);
      endStreams();
      await ended;
      await close();
    },
  };
}

interface ServerApp {
  readonly app: Hono<AccessEnv>;
  readonly endStreams: () => void;
  readonly close: () => Promise<void>;
}

async function appFor(
  config: ServeConfig,
  { served, web, proposed = () => {}, commented = () => {}, rowsFor }: ServerParts,
  ports: AccessPorts,
): Promise<ServerApp | { readonly problem: Problem }> {
  const { access: settings, limits, folder } = config;
  const scope = openCallScope<Caller>();
  const login = await loginFor(config, ports);
  if (login && "problem" in login) return login;
  const access: AccessParts = {
    settings,
    limits,
    scope,
    ports,
    sessions: login?.routing.sessions,
    tokens: tokenCheck(settings.tokens, folder, ports),
    loginOrigin: login?.routing.server.origin,
    loopbackCsrf: randomText(),
  };
  const app = new Hono<AccessEnv>();
  app.onError((error, c) => {
    ports.log.warn("a request failed", { path: c.req.path, error });
    return c.text("Internal error.\n", 500);
  });
  const workers = rowsFor && workersFor(config, rowsFor, ports);
  if (workers) app.route("/", workers.app);
  app.use(outerAccess(access));
  app.get("/healthz", (c) => (served.status().isAlive ? c.text("alive\n") : c.text("not alive\n", 503)));
  app.get("/readyz", (c) => (served.status().isReady ? c.text("ready\n") : c.text("not ready yet\n", 503)));
  const { repositories } = config;
  const moved = (repository: string) => served.moved(repository);
  const maxBytes = limits.webhookBytes;
  app.route("/", webhookRoutes({ repositories, folder, maxBytes, moved, proposed, commented, ports }));
  app.use("/auth/*", boundedBody(limits.bodyBytes), ownSiteOnly(access));
  if (login) app.route("/", loginRoutes(login.routing));
  app.use(boundedBody(limits.bodyBytes), innerAccess(access));
  const page = web(guardedServed(served, scope, ports.audit));
  app.route("/", page.app);
  const endStreams = () => {
    page.close();
    workers?.close();
  };
  return { app, endStreams, close: async () => login?.close() };
}

/**
 * The routes for workers; undefined if serve.yaml lists none. They have rate limits of their own, because a worker
 * sends more requests than people do.
 */
function workersFor(
  { workers = [], folder, access, limits }: ServeConfig,
  rowsFor: RowsFor,
  ports: AccessPorts,
): WorkerApp | undefined {
  const settings = { workers, folder, access, limits };
  return workers.length === 0 ? undefined : workerRoutes({ rowsFor, settings, ports, clock });
}

interface Login {
  readonly routing: LoginRouting;
  readonly close: () => Promise<void>;
}

async function loginFor(
  { access: settings, data, folder }: ServeConfig,
  ports: AccessPorts,
): Promise<Login | { readonly problem: Problem } | undefined> {
  const { oidc, sessions, publicUrl, roles } = settings;
  if (!oidc) return undefined;
  const { now, log, env, secrets } = ports;
  const keys = await signingKeys(sessions, { data, folder, env, secrets, now, log });
  if ("problem" in keys) return keys;
  const ended = await openEndedSessions(`${data}/ended-sessions.json`, { now, log });
  const { issuer, hosts, ca, clientSecret } = oidc;
  const connection = issuerConnection({ issuer, hosts, ca, timeoutMs: issuerTimeoutMs });
  const failed = (problem: Problem) =>
    log.warn("the login server's client secret cannot be read", { problem: problem.message });
  const server = loginServer(oidc, {
    connection,
    now,
    publicUrl,
    clientSecret: clientSecret && reloadedSecret(clientSecret.secret, { folder, env, secrets, now, failed }),
    knownGroups: [...roles.keys()],
  });
  const routing = { settings, server, keys, ports, sessions: openSessions(settings, { keys, ended, now }) };
  return { routing, close: () => connection.close() };
}

const issuerTimeoutMs = 10_000;
