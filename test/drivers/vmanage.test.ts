/** The dialect vmanage: a form, a session cookie, a token against forged requests, and a logout at the end. */

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Secret } from "../../src/model/secret.ts";
import { httpWire } from "../../src/runtime/http/http.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import { calm, driverFor, targetOf } from "./opened.ts";

const devices = { collection: "devices", scope: {}, wanted: [] };
const page = "<!DOCTYPE html><html><body>log in</body></html>";
const log = { debug() {}, info() {}, warn() {} };

interface Asked {
  readonly line: string;
  readonly cookie: string | undefined;
  readonly xsrf: IncomingMessage["headers"][string];
  readonly body: string;
}

/** A manager on loopback; `password` is the one that it takes. Its sessions end when `end` is called. */
async function manager({ password = "pass-canary-7", forgery = true, logoutBy = "GET" } = {}) {
  const asked: Asked[] = [];
  let logins = 0;
  let valid = "";
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { cookie } = request.headers;
    asked.push({
      line: `${request.method} ${request.url}`,
      cookie,
      xsrf: request.headers["x-xsrf-token"],
      body,
    });
    const inside = valid !== "" && (cookie?.includes(`JSESSIONID=${valid}`) ?? false);
    if (request.url === "/j_security_check") {
      if (new URLSearchParams(body).get("j_password") !== password) return response.end(page);
      logins += 1;
      valid = `session-canary-${logins}`;
      response.setHeader("set-cookie", ["route=a1; Path=/", `JSESSIONID=${valid}; Path=/; HttpOnly`]);
      return response.end("");
    }
    if (!inside) return response.end(page);
    if (request.url === "/dataservice/client/token") return response.end(forgery ? "xsrf-canary-9" : page);
    if (request.url === "/logout") {
      response.statusCode = request.method === logoutBy ? 200 : 405;
      return response.end("");
    }
    const record = {
      "board-serial": "FOX1",
      "host-name": "edge-1",
      "site-id": 100,
      reachability: "reachable",
    };
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ header: {}, data: [{ ...record, version: "17.12" }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const target = { ...targetOf("sdwan"), url: `http://127.0.0.1:${port}`, dialect: "vmanage" };
  const secrets = openRedactor();
  const http = httpWire(target, log, secrets);
  onTestFinished(() => http.close());
  const credential = { username: new Secret("netops"), password: new Secret("pass-canary-7") };
  const driver = driverFor("sdwan");
  const session = driver.open({
    target,
    dialect: driver.dialect("vmanage", {}),
    wire: http.wire,
    credential,
    secret: () => new Secret(""),
    now: () => 0,
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  const end = () => {
    valid = "";
  };
  return { session, asked, end, secrets, lines: () => asked.map(({ line }) => line) };
}

test("it logs in with a form, carries both cookies and the token, and logs out at the end", async () => {
  const { session, asked, secrets, lines } = await manager();
  expect(await session.read(devices, calm)).toEqual({
    state: "whole",
    items: [
      {
        kind: "sdwanDevice",
        identity: "FOX1",
        value: { serial: "FOX1", name: "edge-1", site: "100", status: "reachable", softwareVersion: "17.12" },
      },
    ],
  });
  await session.close?.(calm);
  expect(lines()).toEqual([
    "POST /j_security_check",
    "GET /dataservice/client/token",
    "GET /dataservice/device",
    "GET /logout",
  ]);
  expect(asked[0]?.body).toBe("j_username=netops&j_password=pass-canary-7");
  expect(asked[2]?.cookie?.split("; ").sort()).toEqual(["JSESSIONID=session-canary-1", "route=a1"]);
  expect(asked.map(({ xsrf }) => xsrf)).toEqual([undefined, undefined, "xsrf-canary-9", "xsrf-canary-9"]);
  const said = secrets.value("pass-canary-7 session-canary-1 xsrf-canary-9");
  expect(said).toBe("[secret] [secret] [secret]");
});

test("it logs out by a POST where the product takes no GET", async () => {
  const { session, lines } = await manager({ logoutBy: "POST" });
  await session.read(devices, calm);
  await session.close?.(calm);
  expect(lines().slice(-2)).toEqual(["GET /logout", "POST /logout"]);
});

test("a login that is answered 200 with a page is refused, and nothing else is sent", async () => {
  const { session, lines } = await manager({ password: "another" });
  expect(await session.read(devices, calm)).toMatchObject({
    state: "unknown",
    problem: { code: "unauthorized" },
  });
  await session.close?.(calm);
  expect(lines()).toEqual(["POST /j_security_check"]);
});

test("a session that has ended is answered with a page: one new login, and the inventory is read", async () => {
  const { session, end, lines } = await manager();
  await session.read(devices, calm);
  end();
  const replies = await Promise.all([session.read(devices, calm), session.read(devices, calm)]);
  expect(replies.map(({ state }) => state)).toEqual(["whole", "whole"]);
  expect(lines().filter((line) => line.startsWith("POST"))).toHaveLength(2);
});

test("without a token against forged requests it goes on without one", async () => {
  const { session, asked } = await manager({ forgery: false });
  expect((await session.read(devices, calm)).state).toBe("whole");
  expect(asked.at(-1)?.xsrf).toBeUndefined();
});
