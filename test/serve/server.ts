/** A server for one test, on loopback. It has two fixed environments, and a page that shows who views it. */

import { type IncomingHttpHeaders, request } from "node:http";
import { createServer } from "node:net";
import { Hono } from "hono";
import { expect, onTestFinished } from "vitest";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import type { AuditedAct } from "../../src/serve/access/audit.ts";
import type { AccessPorts } from "../../src/serve/access/identity.ts";
import { loadServeFile } from "../../src/serve/config/serve-file.ts";
import { type RunningServer, startServer, type WebPart } from "../../src/serve/serve.ts";
import type { Served, ServedEnvironment, ServedRequest } from "../../src/serve/served.ts";
import type { WebEnv } from "../../src/serve/web/viewer.ts";
import type { RowsFor } from "../../src/serve/workers/seats.ts";
import { folder } from "../cli/command.ts";

/** A running server, and what a test sees of it. */
export interface TestServer extends RunningServer {
  readonly port: number;
  /** The requests to the server's loop, each with the person who sent it. */
  readonly asked: (ServedRequest & { readonly by: string })[];
  readonly moved: string[];
  readonly proposed: string[];
  readonly commented: string[];
  readonly audit: AuditedAct[];
  readonly logged: string[];
  readonly folder: string;
  /** How far the server's clock is ahead, in milliseconds. */
  readonly clock: { ahead: number };
  /** Reports to the server that an environment has changed. */
  readonly changed: (id: string) => void;
}

/** The options of a test's server. */
export interface TestServerOptions {
  /** Lines that are added to serve.yaml. `PORT` stands for the port. */
  readonly yaml?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly webhook?: string;
  /** The port of the server. Default: a free port. */
  readonly port?: number;
  /** Returns the rows of workers. Default: there are none, as without a database. */
  readonly rowsFor?: RowsFor;
  /** Returns the part that serves pages. Default: the small page of this file. */
  readonly web?: (served: Served) => WebPart;
}

/** Returns the number of a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

function environment(id: string): ServedEnvironment {
  const [repository = "", name = ""] = id.split("/");
  return {
    id,
    repository,
    branch: "main",
    projectFile: "trueup.yaml",
    environment: name,
    state: "inSync",
    reasons: [],
    problems: [],
    targets: [],
    runs: [],
    since: new Map(),
    history: [],
    may: { observeMs: 1, fullReadMs: 1, apply: "asked" },
  };
}

/** Returns a stand-in for the server's loop. Its environments are fixed, and it only records requests. */
function testServed(): {
  readonly served: Served;
  readonly asked: TestServer["asked"];
  readonly moved: string[];
  readonly changed: (id: string) => void;
} {
  const all = ["network/lab", "network/production"].map(environment);
  const asked: TestServer["asked"] = [];
  const moved: string[] = [];
  const listeners = new Set<(id: string) => void>();
  const served: Served = {
    environments: () => all,
    find: (id) => all.find((each) => each.id === id),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask: async (asks, by) => {
      asked.push({ ...asks, by });
      return { is: "accepted", message: "It is done." };
    },
    moved: (repository) => void moved.push(repository),
    status: () => ({ isAlive: true, isReady: true }),
  };
  return {
    served,
    asked,
    moved,
    changed: (id) => {
      for (const listener of listeners) listener(id);
    },
  };
}

/** Returns a minimal page. It shows the viewer and the environments that the viewer may see, and accepts requests. */
function testWeb(served: Served): WebPart {
  const app = new Hono<WebEnv>();
  app.get("/", (c) => c.json({ who: c.var.who, sees: served.environments().map(({ id }) => id) }));
  app.get("/environments/*", (c) => {
    const found = served.find(c.req.path.slice("/environments/".length));
    return found ? c.json({ id: found.id }) : c.json({ error: "unknown" }, 404);
  });
  app.get("/heard", async (c) => {
    const heard: string[] = [];
    const stop = served.listen((id) => heard.push(`${id} ${served.find(id)?.id}`));
    await new Promise((resolve) => setTimeout(resolve, 200));
    stop();
    return c.json(heard);
  });
  app.post("/api/ask", async (c) => {
    const { environment = "network/production", do: what = "look" } = await c.req.json();
    const asked = what === "apply" ? { do: what, environment, fingerprint: "f" } : { do: what, environment };
    const answer = await served.ask(asked, c.var.who.name);
    return c.json(answer, answer.is === "accepted" ? 202 : answer.is === "unknown" ? 404 : 403);
  });
  app.post("/api/none", (c) => c.json({ error: "not for this role" }, 403));
  app.get("/throws", () => {
    throw new Error("canary-reason");
  });
  app.get("/metrics", (c) => c.text("drift 1\n"));
  return { app, close: () => {} };
}

/** Starts a server that ends with the test. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { yaml = "", files = {}, env = {}, webhook = "" } = options;
  const port = options.port ?? (await freePort());
  const path = await folder(files);
  const text = `version: 1
data: data
listen: 127.0.0.1:${port}
repositories:
  network: { url: "https://git.example.net/network.git", branches: { main: {} }${webhook} }
${yaml.replaceAll("PORT", String(port))}`;
  const { config, problems } = loadServeFile({ path: "serve.yaml", text }, path);
  if (!config) throw new Error(problems.map(({ message }) => message).join("\n"));
  const { served, ...rest } = testServed();
  const audit: AuditedAct[] = [];
  const logged: string[] = [];
  const clock = { ahead: 0 };
  const log = (event: string, fields?: object) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const ports: AccessPorts = {
    now: () => Date.now() + clock.ahead,
    env,
    secrets: openRedactor(),
    log: { debug: log, info: log, warn: log },
    audit: { note: (act) => void audit.push(act), close: () => {} },
  };
  const proposed: string[] = [];
  const commented: string[] = [];
  const parts = {
    ...{ served, web: options.web ?? testWeb },
    proposed: (name: string) => void proposed.push(name),
    commented: (name: string, event: string) => void commented.push(`${name} ${event}`),
    rowsFor: options.rowsFor,
  };
  const started = await startServer(config, parts, ports);
  if ("problem" in started) throw new Error(started.problem.message);
  onTestFinished(() => started.close());
  return { ...started, ...rest, port, proposed, commented, audit, logged, folder: path, clock };
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** The parts of a request. It can have headers that `fetch` would change or refuse. */
export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

/** Sends a request to a server. */
export function ask(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: Asking = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const all = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
    );
    const sent = request({ host: "127.0.0.1", port, path, method, headers: all, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Returns cookies as one header. */
export function cookieHeader(cookies: Readonly<Record<string, string>>): string {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
}

/** Fails the test unless every security header is present. */
export function expectSecured({ headers }: Answer): void {
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; .*frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect(headers["content-security-policy"]).not.toContain("unsafe");
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  });
}
