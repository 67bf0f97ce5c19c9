/**
 * The promises of the wire, over real sockets: it contacts only listed hosts, sends each request once, and reports
 * errors.
 */

import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import type { Target } from "../../../src/model/project.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { Log, WireReply, WireRequest } from "../../../src/model/wire.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";

const certificate = (name: string) => fileURLToPath(new URL(`../certificates/${name}`, import.meta.url));
const quiet: Log = { debug() {}, info() {}, warn() {} };
const never = new AbortController().signal;
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function target(url: string, more: Partial<Target> = {}): Target {
  const at = { file: "trueup.yaml", line: 1, column: 1 };
  const rest = { hosts: [], credential: {}, tls: {}, limits: {}, settings: {}, at };
  return { name: "cloud", interface: "dashboard", dialect: "neutral", url, ...rest, ...more };
}

function wireTo(of: Target, log: Log = quiet) {
  const opened = httpWire(of, log);
  ends.push(() => opened.close());
  return opened.wire;
}

async function ask(of: Target, request: Partial<WireRequest> & { url: string }): Promise<WireReply> {
  return wireTo(of).send({ method: "GET", headers: {}, ...request }, never);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

async function serving(answer: (response: ServerResponse, request: Seen) => void) {
  const seen: Seen[] = [];
  const sockets = new Set<unknown>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    sockets.add(request.socket);
    const { method = "", url = "", headers } = request;
    const one = { method, path: url, headers, body };
    seen.push(one);
    answer(response, one);
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, seen, sockets };
}

const fine = (response: ServerResponse) => response.setHeader("x-page", "2").end('{"ok":true}');

describe("a request", () => {
  test("carries its JSON with secrets opened, its content type untouched and a Content-Length", async () => {
    const { url, seen } = await serving(fine);
    const body = { name: "Köln", psk: new Secret('a"b'), list: [{ key: new Secret("x") }, null, 1.5] };
    await ask(target(url), {
      method: "PUT",
      url: `${url}/x`,
      headers: { "content-type": "application/yang-data+json", accept: "application/yang-data+json" },
      body,
    });
    expect(JSON.parse(seen[0]?.body ?? "")).toEqual({
      name: "Köln",
      psk: 'a"b',
      list: [{ key: "x" }, null, 1.5],
    });
    expect(seen[0]?.headers["content-type"]).toBe("application/yang-data+json");
    expect(seen[0]?.headers.accept).toBe("application/yang-data+json");
    expect(seen[0]?.headers["content-length"]).toBe(String(Buffer.byteLength(seen[0]?.body ?? "")));
    expect(seen[0]?.headers["transfer-encoding"]).toBeUndefined();
  });

  test("keeps its connections: ten in a row need at most two", async () => {
    const { url, sockets, seen } = await serving(fine);
    const wire = wireTo(target(url));
    for (let index = 0; index < 10; index++) await wire.send({ method: "GET", url, headers: {} }, never);
    expect(seen).toHaveLength(10);
    expect(sockets.size).toBeLessThanOrEqual(2);
  });
});

describe("nothing leaves", () => {
  test("when the CA bundle cannot be read", async () => {
    const ca = "/nowhere/ca.pem";
    const reply = await ask(target("https://127.0.0.1:9", { tls: { ca } }), { url: "https://127.0.0.1:9/x" });
    expect(reply).toMatchObject({ outcome: "blocked", problem: { code: "unreadable-ca" } });
    expect(JSON.stringify(reply)).toContain(ca);
  });
});

describe("a request that brings no answer", () => {
  test("was not sent when the connection is refused", async () => {
    const server = createTcpServer();
    const port = await listening(server);
    await ends.pop()?.();
    const url = `http://127.0.0.1:${port}`;
    const reply = await ask(target(url), { method: "POST", url, body: {} });
    expect(reply).toMatchObject({ outcome: "lost", sent: false, problem: { code: "unreachable" } });
    expect(reply.outcome === "lost" && reply.problem.message).toBe(
      `cloud: 127.0.0.1:${port} cannot be reached: the connection was refused (ECONNREFUSED).`,
    );
  });

  test("was not sent when the host's name is not known", async () => {
    const url = "http://no-such-host.invalid";
    const reply = await ask(target(url), { url });
    expect(reply).toMatchObject({ outcome: "lost", sent: false, problem: { code: "unreachable" } });
  });

  test("may have been carried out when the connection breaks before the answer", async () => {
    const { url, seen } = await serving((response) => response.socket?.destroy());
    const reply = await ask(target(url), { method: "POST", url, body: {} });
    expect(reply).toMatchObject({ outcome: "lost", sent: true, problem: { code: "connection-lost" } });
    expect(seen).toHaveLength(1);
  });

  test("is lost when the answer is cut off, never a shorter answer", async () => {
    const { url } = await serving((response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("[]");
      setImmediate(() => response.socket?.destroy());
    });
    expect(await ask(target(url), { url })).toMatchObject({ outcome: "lost", sent: true });
  });

  test("times out over the whole answer, not only its head", async () => {
    const { url } = await serving((response) => response.writeHead(200).write("["));
    const reply = await ask(target(url, { limits: { timeoutSeconds: 0.2 } }), { url });
    expect(reply).toMatchObject({ outcome: "lost", sent: true, problem: { code: "timeout" } });
    expect(reply.outcome === "lost" && reply.problem.hint).toContain("timeoutSeconds");
  });

  test("times out although a byte comes now and then, in the head or in the body", async () => {
    const dripping = (first: string) => (response: ServerResponse) => {
      response.socket?.write(first);
      const drip = setInterval(() => response.socket?.write(" "), 20);
      response.socket?.once("close", () => clearInterval(drip));
    };
    for (const first of ["HTTP/1.1 200 OK\r\nx-drip: ", "HTTP/1.1 200 OK\r\n\r\n["]) {
      const { url } = await serving(dripping(first));
      const reply = await ask(target(url, { limits: { timeoutSeconds: 0.2 } }), { url });
      expect(reply).toMatchObject({ outcome: "lost", sent: true, problem: { code: "timeout" } });
    }
  });

  test("ends when the run is interrupted", async () => {
    const run = new AbortController();
    const { url } = await serving(() => run.abort());
    const reply = await wireTo(target(url)).send({ method: "PUT", url, headers: {}, body: 1 }, run.signal);
    expect(reply).toMatchObject({ outcome: "lost", sent: true, problem: { code: "interrupted" } });
  });
});

describe("TLS", () => {
  async function secure() {
    const [key, cert] = [readFileSync(certificate("server.key")), readFileSync(certificate("server.pem"))];
    const server = createTlsServer({ key, cert }, (_, response) => response.end("{}"));
    return `https://localhost:${await listening(server)}`;
  }

  test("is checked: an unknown authority is a problem that says what to set, and nothing was sent", async () => {
    const url = await secure();
    const reply = await ask(target(url), { url });
    expect(reply).toMatchObject({ outcome: "lost", sent: false, problem: { code: "tls-failure" } });
    expect(reply.outcome === "lost" && reply.problem.hint).toContain("tls.ca of target cloud");
  });

  test("works with the authority of the target", async () => {
    const url = await secure();
    const tls = { ca: certificate("authority.pem") };
    expect(await ask(target(url, { tls }), { url })).toMatchObject({ outcome: "answered", text: "{}" });
  });

  test("checks the name too", async () => {
    const url = (await secure()).replace("localhost", "127.0.0.2");
    const server = createTlsServer({
      key: readFileSync(certificate("server.key")),
      cert: readFileSync(certificate("server.pem")),
    });
    await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), "127.0.0.2", resolve));
    ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
    const reply = await ask(target(url, { tls: { ca: certificate("authority.pem") } }), { url });
    expect(reply).toMatchObject({ outcome: "lost", sent: false, problem: { code: "tls-failure" } });
    expect(reply.outcome === "lost" && reply.problem.hint).toContain("another name");
  });

  test("says so when the server speaks plain HTTP", async () => {
    const plain = (await serving(fine)).url.replace("http:", "https:");
    const reply = await ask(target(plain), { url: plain });
    expect(reply).toMatchObject({ outcome: "lost", sent: false, problem: { code: "tls-failure" } });
  });

  test("is not checked with `insecure`, which is logged once as a warning", async () => {
    const url = await secure();
    const warnings: string[] = [];
    const wire = wireTo(target(url, { tls: { insecure: true } }), {
      ...quiet,
      warn: (event) => warnings.push(event),
    });
    for (const _ of [1, 2])
      expect(await wire.send({ method: "GET", url, headers: {} }, never)).toMatchObject({
        outcome: "answered",
      });
    expect(warnings).toEqual(["TLS certificates are not checked for this target"]);
  });
});
