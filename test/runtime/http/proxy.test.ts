/**
 * Proxies from the environment. They are used for remote hosts and never for loopback, with the target's own TLS inside
 * the tunnel.
 */

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { Target } from "../../../src/model/project.ts";
import { httpWire } from "../../../src/runtime/http/http.ts";
import { isWithoutProxy } from "../../../src/runtime/http/no-proxy.ts";

const certificate = (name: string) => fileURLToPath(new URL(`../certificates/${name}`, import.meta.url));
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  vi.unstubAllEnvs();
});

async function ask(url: string, tls: Target["tls"] = {}) {
  const at = { file: "trueup.yaml", line: 1, column: 1 };
  const rest = { hosts: [], credential: {}, tls, limits: {}, settings: {}, at };
  const target: Target = { name: "cloud", interface: "dashboard", dialect: "neutral", url, ...rest };
  const { wire, close } = httpWire(target, { debug() {}, info() {}, warn() {} });
  ends.push(close);
  return wire.send({ method: "GET", url: `${url}/x`, headers: {} }, new AbortController().signal);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

/** Starts a proxy that resolves every name to loopback. If `tunnels` is false, the proxy opens no tunnels. */
async function proxying(tunnels = true): Promise<readonly string[]> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end("by proxy");
  });
  server.on("connect", (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    if (!tunnels) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const upstream = connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on("error", () => upstream.destroy());
    return undefined;
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"]) vi.stubEnv(name, url);
  for (const name of ["NO_PROXY", "no_proxy"]) vi.stubEnv(name, undefined);
  return asked;
}

async function secure(): Promise<number> {
  const [key, cert] = [readFileSync(certificate("server.key")), readFileSync(certificate("server.pem"))];
  return listening(createTlsServer({ key, cert }, (_, response) => response.end("{}")));
}

test("a far host is asked through the proxy", async () => {
  const asked = await proxying();
  expect(await ask("http://far.invalid")).toMatchObject({ outcome: "answered", text: "by proxy" });
  expect(asked).toEqual(["GET http://far.invalid/x"]);
});

test.each(["http_proxy", "HTTPS_PROXY"])(
  "a proxy in %s that is no URL is named, without its value",
  async (name) => {
    vi.stubEnv(name, "proxy.example.net pa55word");
    const reply = await ask("http://far.invalid");
    expect(reply).toMatchObject({ outcome: "blocked", problem: { code: "unusable-proxy" } });
    expect(JSON.stringify(reply)).toContain(`${name} is not the URL of a proxy`);
    expect(JSON.stringify(reply)).not.toContain("pa55word");
  },
);

test("loopback is not", async () => {
  const asked = await proxying();
  const port = await listening(createServer((_, response) => response.end("{}")));
  expect(await ask(`http://127.0.0.1:${port}`)).toMatchObject({ outcome: "answered", text: "{}" });
  expect(await ask(`http://localhost:${port}`)).toMatchObject({ outcome: "answered", text: "{}" });
  expect(asked).toEqual([]);
});

test("hosts in NO_PROXY are not", async () => {
  const asked = await proxying();
  vi.stubEnv("NO_PROXY", "far.invalid");
  expect(await ask("http://far.invalid")).toMatchObject({
    outcome: "lost",
    problem: { code: "unreachable" },
  });
  vi.stubEnv("NO_PROXY", "*");
  expect(await ask("http://other.invalid")).toMatchObject({
    outcome: "lost",
    problem: { code: "unreachable" },
  });
  expect(asked).toEqual([]);
});

test("TLS behind a tunnel is checked with the target's authority, for the target's name", async () => {
  const asked = await proxying();
  const url = `https://far.invalid:${await secure()}`;
  const reply = await ask(url, { ca: certificate("authority.pem") });
  expect(reply).toMatchObject({ outcome: "lost", sent: false, problem: { code: "tls-failure" } });
  expect(await ask(url, { insecure: true })).toMatchObject({ outcome: "answered", text: "{}" });
  expect(asked).toEqual([`CONNECT ${url.slice(8)}`, `CONNECT ${url.slice(8)}`]);
});

test("a proxy that refuses the tunnel: nothing was sent, and the problem says so", async () => {
  await proxying(false);
  const reply = await ask("https://far.invalid");
  expect(reply).toMatchObject({ outcome: "lost", sent: false, problem: { code: "unreachable" } });
  expect(reply.outcome === "lost" && reply.problem.message).toContain("Proxy response (403)");
});

test("addresses in a network of NO_PROXY are not, and names are not looked up for it", async () => {
  const asked = await proxying();
  vi.stubEnv("NO_PROXY", "192.0.2.0/24, 2001:db8::/32");
  expect(await ask("http://198.51.100.7")).toMatchObject({ text: "by proxy" });
  expect(await ask("http://[2001:db9::1]")).toMatchObject({ text: "by proxy" });
  expect(await ask("http://far.invalid")).toMatchObject({ text: "by proxy" });
  expect(asked).toHaveLength(3);
});

const urlOf = (host: string) => new URL(`https://${host}/x`);

test.each([
  ["10.0.0.0/8", ["10.1.2.3", "10.255.0.1:8443"], ["11.0.0.1", "host.example.net"]],
  ["10.20.0.0/16,fd00::/8", ["10.20.1.1", "[fd12::1]"], ["10.21.0.1", "[fe80::1]"]],
  ["192.0.2.7", ["192.0.2.7"], ["192.0.2.70", "a.192.0.2.7.example"]],
  ["::2", ["[0:0:0:0:0:0:0:2]"], ["[::3]"]],
  ["[fd00::1]:8443", ["[fd00::1]:8443"], ["[fd00::1]", "[fd00::1]:443"]],
  ["example.net", ["example.net", "a.example.net", "EXAMPLE.net."], ["badexample.net", "example.com"]],
  [".example.net", ["example.net", "a.b.example.net"], ["badexample.net"]],
  ["*.example.net", ["a.example.net"], ["example.net"]],
  ["example.net:8443 other.net", ["example.net:8443", "other.net"], ["example.net"]],
  ["example.net:443", ["example.net"], ["example.net:444"]],
  ["*", ["anything.example", "192.0.2.1"], []],
  ["10.0.0.0/33, 10.0.0.0/x, /, :, 300.0.0.0/8", [], ["10.0.0.1", "example.net"]],
  ["", ["localhost", "127.0.0.1", "127.9.9.9", "[::1]"], ["example.net", "128.0.0.1"]],
])("NO_PROXY %j", (list, without, through) => {
  expect(without.filter((host) => !isWithoutProxy(urlOf(host), list))).toEqual([]);
  expect(through.filter((host) => isWithoutProxy(urlOf(host), list))).toEqual([]);
});
