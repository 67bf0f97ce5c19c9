/**
 * The login of the dialect vmanage: a form, a session cookie, a token against forged requests, and a logout at the end.
 */

import { expect, onTestFinished, test } from "vitest";
import { Secret } from "../../src/model/secret.ts";
import { httpWire } from "../../src/runtime/http/http.ts";
import { openRedactor } from "../../src/runtime/secrets/redactor.ts";
import { answering, offline } from "./nocked.ts";
import { calm, driverFor, targetOf } from "./opened.ts";

const devices = { collection: "devices", scope: {}, wanted: [] };
const page = "<!DOCTYPE html><html><body>log in</body></html>";
const log = { debug() {}, info() {}, warn() {} };

const origin = "https://manager.example.net";

offline();

/** Returns a manager that accepts `password`. Its sessions end when `end` is called. */
function manager({ password = "pass-canary-7", forgery = true, logoutBy = "GET" } = {}) {
  let logins = 0;
  let valid = "";
  const arrived = answering(origin, ({ method, url, headers, body }) => {
    const path = url.slice(origin.length);
    if (path === "/j_security_check") {
      if (new URLSearchParams(body).get("j_password") !== password) return { body: page };
      logins += 1;
      valid = `session-canary-${logins}`;
      return { headers: { "set-cookie": ["route=a1; Path=/", `JSESSIONID=${valid}; Path=/; HttpOnly`] } };
    }
    const isInside = valid !== "" && (headers.cookie?.includes(`JSESSIONID=${valid}`) ?? false);
    if (!isInside) return { body: page };
    if (path === "/dataservice/client/token") return { body: forgery ? "xsrf-canary-9" : page };
    if (path === "/logout") return { status: method === logoutBy ? 200 : 405 };
    const record = {
      "board-serial": "FOX1",
      "host-name": "edge-1",
      "site-id": 100,
      reachability: "reachable",
    };
    return {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ header: {}, data: [{ ...record, version: "17.12" }] }),
    };
  });
  const target = { ...targetOf("sdwan"), url: origin, dialect: "vmanage" };
  const secrets = openRedactor();
  const http = httpWire(target, log, { secrets });
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
  const lines = () => arrived.map(({ method, url }) => `${method} ${url.slice(origin.length)}`);
  return { session, arrived, end, secrets, lines };
}

test("it logs in with a form, carries both cookies and the token, and logs out at the end", async () => {
  const { session, arrived, secrets, lines } = manager();
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
  expect(arrived[0]?.body).toBe("j_username=netops&j_password=pass-canary-7");
  expect(arrived[2]?.headers.cookie?.split("; ").sort()).toEqual(["JSESSIONID=session-canary-1", "route=a1"]);
  const tokens = arrived.map(({ headers }) => headers["x-xsrf-token"]);
  expect(tokens).toEqual([undefined, undefined, "xsrf-canary-9", "xsrf-canary-9"]);
  // A value that a server chose is redacted if it has at least 16 characters, and only in texts from that server.
  const said = secrets.value("pass-canary-7 session-canary-1 xsrf-canary-9");
  expect(said).toBe("[secret] session-canary-1 xsrf-canary-9");
});

test("it logs out by a POST where the product takes no GET", async () => {
  const { session, lines } = manager({ logoutBy: "POST" });
  await session.read(devices, calm);
  await session.close?.(calm);
  expect(lines().slice(-2)).toEqual(["GET /logout", "POST /logout"]);
});

test("a login that is answered 200 with a page is refused, and nothing else is sent", async () => {
  const { session, lines } = manager({ password: "another" });
  expect(await session.read(devices, calm)).toMatchObject({
    state: "unknown",
    problem: { code: "unauthorized" },
  });
  await session.close?.(calm);
  expect(lines()).toEqual(["POST /j_security_check"]);
});

test("a session that has ended is answered with a page: one new login, and the inventory is read", async () => {
  const { session, end, lines } = manager();
  await session.read(devices, calm);
  end();
  const replies = await Promise.all([session.read(devices, calm), session.read(devices, calm)]);
  expect(replies.map(({ state }) => state)).toEqual(["whole", "whole"]);
  expect(lines().filter((line) => line.startsWith("POST"))).toHaveLength(2);
});

test("without a token against forged requests it goes on without one", async () => {
  const { session, arrived } = manager({ forgery: false });
  expect((await session.read(devices, calm)).state).toBe("whole");
  expect(arrived.at(-1)?.headers["x-xsrf-token"]).toBeUndefined();
});
