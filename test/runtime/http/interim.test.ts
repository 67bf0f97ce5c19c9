/** An unrequested `100 Continue` is skipped, however its bytes arrive. Any other answer is used. */

import { createServer as createHttp } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import type { Target } from "../../../src/model/project.ts";
import type { WireRequest } from "../../../src/model/wire.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

async function listening(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => {
    for (const socket of open) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Starts a server that sends these pieces for each request, with a pause between them. Also returns the number of
 * connections.
 */
async function sending(...pieces: readonly string[]) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("data", async (data) => {
      if (!/^(?:GET|PUT) /.test(data.toString("latin1"))) return;
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    });
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  return { url, connections: () => connections };
}

function wireTo(url: string) {
  const at = { file: "trueup.yaml", line: 1, column: 1 };
  const rest = { hosts: [], credential: {}, tls: {}, limits: { timeoutSeconds: 3 }, settings: {}, at };
  const target: Target = { name: "cloud", interface: "dashboard", dialect: "neutral", url, ...rest };
  const { wire, close } = httpWire(target, { debug() {}, info() {}, warn() {} });
  ends.push(close);
  return (request: Partial<WireRequest> = {}) =>
    wire.send({ method: "GET", url: `${url}/x`, headers: {}, ...request }, new AbortController().signal);
}

const asked = "HTTP/1.1 100 Continue\r\n\r\n";
const withFields = "HTTP/1.1 100 Continue\r\nServer: x\r\nDate: now\r\n\r\n";
const body = '{"a":"HTTP/1.1 100 Continue\\r\\n\\r\\n"}';
const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

test.each([
  ["in one piece with the answer", [asked + answer]],
  ["in a piece of its own", [asked, answer]],
  [
    "in pieces that end anywhere",
    ["HTT", "P/1.1 10", "0 Continue\r", "\n\r", "\nHTTP/1.1 2", answer.slice(10)],
  ],
  ["several times, with fields", [asked + withFields, asked, answer]],
  ["beside other interim answers", ["HTTP/1.1 102 Processing\r\n\r\n", asked, answer]],
  ["of the older version", ["HTTP/1.0 100 Continue\r\n\r\n", answer]],
  ["not at all", [answer.slice(0, 5), answer.slice(5, 60), answer.slice(60)]],
])("it comes %s", async (_, pieces) => {
  const { url, connections } = await sending(...pieces);
  const ask = wireTo(url);
  const write = {
    method: "PUT",
    body: { name: "a" },
    headers: { "content-type": "application/json" },
  } as const;
  for (const request of [{}, write, {}])
    expect(await ask(request)).toMatchObject({ outcome: "answered", status: 200, text: body });
  expect(connections()).toBe(1);
});

test("it comes through a proxy", async () => {
  const { url } = await sending(asked, answer);
  const proxy = createHttp();
  proxy.on("connect", (_, socket) => {
    const upstream = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on("error", () => upstream.destroy());
  });
  proxy.on("request", (request) => {
    const upstream = connect(Number(new URL(url).port), "127.0.0.1", () =>
      upstream.write("GET /x HTTP/1.1\r\n\r\n"),
    );
    upstream.pipe(request.socket);
  });
  const through = `http://127.0.0.1:${await listening(proxy)}`;
  for (const name of ["HTTP_PROXY", "http_proxy"]) vi.stubEnv(name, through);
  for (const name of ["NO_PROXY", "no_proxy"]) vi.stubEnv(name, undefined);
  expect(await wireTo("http://far.invalid")()).toMatchObject({
    outcome: "answered",
    status: 200,
    text: body,
  });
});

test("one without an answer behind it is a lost answer, and one without an end is one too", async () => {
  const silent = await sending(asked);
  expect(await wireTo(silent.url)()).toMatchObject({ outcome: "lost", sent: true });
  const endless = await sending(`HTTP/1.1 100 Continue\r\nX: ${"a".repeat(20_000)}`, "b".repeat(20_000));
  expect(await wireTo(endless.url)()).toMatchObject({ outcome: "lost", sent: true });
}, 15_000);
