/**
 * Attacks on access control: from other sites, with host names, cookies and tokens, and with slow or large requests.
 */

import { connect, type Socket } from "node:net";
import { Events, OAuth2Server } from "oauth2-mock-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { clock } from "../../../src/runtime/clock.ts";
import { ownPath } from "../../../src/serve/access/login-routes.ts";
import { webApp } from "../../../src/serve/web/app.ts";
import { Browser } from "../login-server.ts";
import { ask, freePort, type TestServer, testServer } from "../server.ts";

/**
 * Starts a login server that accepts everybody as `ada` in the group `engineers`. It can be made to send false claims.
 */
async function lyingLoginServer(): Promise<OAuth2Server> {
  const login = new OAuth2Server();
  await login.issuer.keys.generate("RS256");
  await login.start(0, "127.0.0.1");
  onTestFinished(() => login.stop());
  login.service.on(Events.BeforeTokenSigning, ({ payload }) => {
    Object.assign(payload, { sub: "ada", email: "ada@example.net", groups: ["engineers"] });
  });
  return login;
}

interface Site {
  readonly login: OAuth2Server;
  readonly server: TestServer;
  readonly url: string;
}

async function site(more = ""): Promise<Site> {
  const [port, login] = [await freePort(), await lyingLoginServer()];
  const server = await testServer({
    port,
    env: { CLIENT_SECRET: "canary-client-secret", CI: "token-of-ci-0123456789" },
    yaml: `oidc: { issuer: "${login.issuer.url}", clientId: trueup, clientSecret: { secret: env:CLIENT_SECRET } }
roles: { engineers: apply }
tokens: { ci: { token: { secret: env:CI }, role: apply } }
${more}`,
  });
  return { login, server, url: `http://127.0.0.1:${port}` };
}

async function session(on: Site): Promise<string> {
  const browser = new Browser();
  await browser.go(`${on.url}/`);
  return browser.jar.getCookieString(`${on.url}/`);
}

const look = JSON.stringify({ do: "look" });

describe("another site's page, in a browser that is logged in", () => {
  const types = [
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
  ];
  const sites: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://127.0.0.1.evil.example" },
    { origin: "https://127.0.0.1:PORT" },
    { origin: "http://127.0.0.1:1" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "http://127.0.0.1:PORT", "sec-fetch-site": "cross-site" },
    { referer: "https://evil.example/" },
    {},
  ];

  test("can have nothing done, whatever content type it sends", async () => {
    const on = await site();
    const cookie = await session(on);
    for (const type of types)
      for (const said of sites) {
        const own = Object.entries(said).map(([name, value]) => [
          name,
          value.replace("PORT", String(on.server.port)),
        ]);
        const headers = { ...Object.fromEntries(own), cookie, "content-type": type };
        const answer = await ask(on.server.port, "/api/ask", { method: "POST", headers, body: look });
        expect([answer.status, said]).toEqual([403, said]);
      }
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const headers = { cookie, origin: "https://evil.example" };
      expect((await ask(on.server.port, "/api/ask", { method, headers })).status).toBe(403);
    }
    expect(on.server.asked).toEqual([]);
    expect(on.server.audit.filter(({ result }) => result === "refused").length).toBeGreaterThan(40);
  });

  test("cannot log it out, nor ask for what other sites may not", async () => {
    const on = await site();
    const cookie = await session(on);
    const headers = { cookie, origin: "https://evil.example" };
    expect((await ask(on.server.port, "/auth/logout", { method: "POST", headers })).status).toBe(403);
    expect((await ask(on.server.port, "/", { headers: { cookie } })).status).toBe(200);
    const before = await ask(on.server.port, "/api/ask", { method: "OPTIONS", headers });
    expect(Object.keys(before.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("our own page can", async () => {
    const on = await site();
    const cookie = await session(on);
    const headers = { cookie, origin: on.url, "sec-fetch-site": "same-origin" };
    expect((await ask(on.server.port, "/api/ask", { method: "POST", headers, body: look })).status).toBe(202);
  });

  test("a token counts alone: a cookie beside a wrong one lets nobody in", async () => {
    const on = await site();
    const cookie = await session(on);
    const headers = { cookie, authorization: "Bearer wrong-token-0123456789" };
    expect((await ask(on.server.port, "/", { headers })).status).toBe(401);
    const right = { authorization: "Bearer token-of-ci-0123456789" };
    expect(
      (await ask(on.server.port, "/api/ask", { method: "POST", headers: right, body: look })).status,
    ).toBe(202);
  });
});

describe("on loopback, where nobody is asked who they are", () => {
  const post = (server: TestServer, headers: Readonly<Record<string, string>>) =>
    ask(server.port, "/api/ask", { method: "POST", headers, body: look });

  test("a name that was made to lead here gets nothing", async () => {
    const server = await testServer();
    const others = ["evil.example", `evil.example:${server.port}`, "127.0.0.1", "0.0.0.0"];
    for (const host of others)
      expect([(await ask(server.port, "/", { headers: { host } })).status, host]).toEqual([421, host]);
    const none = { host: `127.0.0.1:${server.port}.evil.example` };
    expect((await ask(server.port, "/", { headers: none })).status).toBe(400);
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`, `LOCALHOST:${server.port}`])
      expect((await ask(server.port, "/", { headers: { host } })).status).toBe(200);
    expect(server.asked).toEqual([]);
  });

  test("a page elsewhere, or in another port's, has nothing done; a program of this machine has", async () => {
    const server = await testServer();
    for (const origin of [
      "https://evil.example",
      "null",
      "http://127.0.0.1:1",
      `https://127.0.0.1:${server.port}`,
    ])
      expect((await post(server, { origin })).status).toBe(403);
    expect((await post(server, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post(server, { "sec-fetch-mode": "no-cors" })).status).toBe(403);
    expect(server.asked).toEqual([]);
    expect((await post(server, {})).status).toBe(202);
    expect((await post(server, { origin: `http://127.0.0.1:${server.port}` })).status).toBe(202);
    expect(server.asked.map(({ by }) => by)).toEqual(["loopback", "loopback"]);
  });

  test("a program that shows a token needs no Origin, here and where tokens count: Node's fetch sends none", async () => {
    const env = { CI: "token-of-ci-0123456789" };
    const yaml = "tokens: { ci: { token: { secret: env:CI }, role: apply } }\n";
    for (const server of [await testServer(), await testServer({ env, yaml })]) {
      const url = `http://127.0.0.1:${server.port}/api/ask`;
      const headers = { authorization: `Bearer ${env.CI}` };
      expect((await fetch(url, { method: "POST", headers, body: look })).status).toBe(202);
    }
    const server = await testServer();
    const basic = { authorization: "Basic Y2k6Y2k=", "sec-fetch-mode": "cors" };
    const elsewhere = { authorization: `Bearer ${env.CI}`, origin: "https://evil.example" };
    for (const headers of [basic, elsewhere]) expect((await post(server, headers)).status).toBe(403);
    expect(server.asked).toEqual([]);
  });

  test("a program needs no more than the server's Origin; a page also needs the secret of its forms", async () => {
    const server = await testServer({ web: (served) => webApp(served, { clock, version: "0.0.0" }) });
    const origin = `http://127.0.0.1:${server.port}`;
    const body = JSON.stringify({ do: "look", environment: "network/lab" });
    const posted = async (more: Readonly<Record<string, string>>) => {
      const headers = { "content-type": "application/json", ...more };
      const { status, text } = await ask(server.port, "/api/v1/requests", { method: "POST", headers, body });
      return [status, JSON.parse(text).code];
    };
    const page = { origin, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" };
    expect(await posted(page)).toEqual([403, "bad-csrf"]);
    expect(await posted({ origin, referer: `${origin}/` })).toEqual([403, "bad-csrf"]);
    expect(await posted({ origin, cookie: "a=b" })).toEqual([403, "bad-csrf"]);
    expect(await posted({ origin: "https://evil.example", "sec-fetch-mode": "cors" })).toEqual([
      ...[403, "other-site"],
    ]);
    expect(await posted({ "sec-fetch-mode": "cors" })).toEqual([403, "other-site"]);
    expect(await posted({ origin, host: "evil.example" })).toEqual([421, "other-host"]);
    expect(server.asked).toEqual([]);
    expect(await posted({ origin, "sec-fetch-mode": "cors" })).toEqual([202, undefined]);
    const shown = await ask(server.port, "/environments/network/lab");
    const csrf = /name="csrf"\s+value="([^"]+)"/.exec(shown.text)?.[1] ?? "";
    expect(await posted({ ...page, "x-trueup-csrf": csrf })).toEqual([202, undefined]);
    expect(server.asked.map(({ by }) => by)).toEqual(["loopback", "loopback"]);
  });

  test.each(["x-forwarded-for", "forwarded", "via", "x-forwarded-host"])(
    "what comes through a proxy (%s) is refused",
    async (name) => {
      const server = await testServer();
      const answer = await ask(server.port, "/", { headers: { [name]: "10.0.0.1" } });
      expect([answer.status, answer.text]).toEqual([
        403,
        expect.stringContaining("This server has no login"),
      ]);
    },
  );
});

describe("a cookie", () => {
  test("that was changed, cut or signed by others is none", async () => {
    const on = await site();
    const cookie = await session(on);
    const [name = "", value = ""] = cookie.split("=");
    const [payload = "", signature = ""] = value.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const other = Buffer.from(JSON.stringify({ ...claims, name: "root@example.net" })).toString("base64url");
    const tries = [
      `${other}.${signature}`,
      `${payload}.`,
      payload,
      `.${signature}`,
      `${payload}.${signature.slice(0, -1)}`,
      `${payload}.${signature}.${signature}`,
      `${payload.slice(0, -1)}.${signature}`,
      "",
      ".",
      "a".repeat(8000),
      `${payload}.${"A".repeat(43)}`,
    ];
    for (const each of tries) {
      const answer = await ask(on.server.port, "/", { headers: { cookie: `${name}=${each}` } });
      expect([answer.status, each.slice(0, 30)]).toEqual([401, each.slice(0, 30)]);
    }
    expect((await ask(on.server.port, "/", { headers: { cookie } })).status).toBe(200);
  });

  test("that somebody was given beforehand is not the one that they are logged in by", async () => {
    const on = await site();
    const attackers = await session(on);
    const browser = new Browser();
    await browser.jar.setCookie(attackers, `${on.url}/`, { loose: true });
    const page = await browser.go(`${on.url}/auth/login`);
    expect(page.status).toBe(200);
    expect(await browser.jar.getCookieString(`${on.url}/`)).not.toBe(attackers);
  });
});

describe("behind a proxy that ends TLS", () => {
  const own = { host: "trueup.example.net", "x-forwarded-for": "203.0.113.9", accept: "text/html" };

  async function proxied(): Promise<Site> {
    return site("behind: [127.0.0.1]\npublicUrl: https://trueup.example.net\n");
  }

  /** Logs in. Returns the cookies that the proxy would pass to the browser. */
  async function login(on: Site): Promise<readonly string[]> {
    const begun = await ask(on.server.port, "/auth/login", { headers: own });
    const [cookie = ""] = begun.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(
      /^__Host-trueup-login-[\w-]+=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const back =
      (await fetch(begun.headers.location ?? "", { redirect: "manual" })).headers.get("location") ?? "";
    const { origin, pathname, search } = new URL(back);
    expect(origin).toBe("https://trueup.example.net");
    const headers = { ...own, cookie: cookie.split(";")[0] ?? "" };
    const done = await ask(on.server.port, `${pathname}${search}`, { headers });
    return done.headers["set-cookie"] ?? [];
  }

  test("cookies are for this host and for TLS alone, and browsers are told to keep to it", async () => {
    const on = await proxied();
    const [forgotten, set = ""] = await login(on);
    expect(forgotten).toMatch(/^__Host-trueup-login-[\w-]+=; Max-Age=0; /);
    expect(set).toMatch(/^__Host-trueup=[\w.-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const cookie = set.split(";")[0] ?? "";
    const page = await ask(on.server.port, "/", { headers: { ...own, cookie } });
    expect([page.status, page.headers["strict-transport-security"]]).toEqual([200, "max-age=63072000"]);
    expect(page.headers["content-security-policy"]).toContain(`form-action 'self' ${on.login.issuer.url}`);
    expect(on.server.audit.map(({ from }) => from)).toEqual(["203.0.113.9"]);
  });

  test("a session counts for the public name, as the proxy says it", async () => {
    const on = await proxied();
    const [, set = ""] = await login(on);
    const cookie = set.split(";")[0] ?? "";
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await ask(on.server.port, "/", { headers: { ...headers, cookie } })).status;
    expect(await status({ host: "evil.example" })).toBe(421);
    expect(await status({ host: "127.0.0.1:8080" })).toBe(421);
    expect(await status({ host: "127.0.0.1:8080", "x-forwarded-host": "trueup.example.net" })).toBe(200);
    expect(await status({ host: "trueup.example.net", "x-forwarded-host": "evil.example" })).toBe(421);
    const post = async (origin: string) =>
      (
        await ask(on.server.port, "/api/ask", {
          method: "POST",
          headers: { ...own, cookie, origin },
          body: look,
        })
      ).status;
    expect([await post("https://trueup.example.net"), await post("http://trueup.example.net")]).toEqual([
      202, 403,
    ]);
  });
});

test.each([
  ["//evil.example/", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/\n//evil.example", "/"],
  ["https://evil.example/", "/"],
  ["javascript:alert(1)", "/"],
  ["/..//evil.example", "/"],
  ["/./\\evil.example", "/"],
  ["evil.example", "/"],
  ["/@evil.example", "/@evil.example"],
  ["/auth/logout", "/"],
  ["/environments/network/lab?q=a%20b#x", "/environments/network/lab?q=a%20b"],
])("after a login %j leads to %j", (asked, expected) => {
  expect(ownPath(asked, "https://trueup.example.net")).toBe(expected);
});

test("a path that no cookie can hold is not kept", () => {
  expect(ownPath(`/${"a".repeat(2000)}`, "https://trueup.example.net")).toBe("/");
});

test("a login leads to no other site, whatever its link says", async () => {
  const on = await site();
  for (const to of ["//evil.example", "https://evil.example", "/%0d%0aset-cookie:a=b", "/\\evil.example"]) {
    const browser = new Browser();
    const page = await browser.go(`${on.url}/auth/login?to=${encodeURIComponent(to)}`, (url) =>
      url.includes("evil"),
    );
    expect(new URL(page.url).host).toBe(new URL(on.url).host);
    expect(await browser.jar.getCookieString(`${on.url}/`)).not.toContain("a=b");
  }
});

describe("a login server's answer", () => {
  const lie = (change: (payload: Record<string, unknown>) => void) => (on: Site) => {
    on.login.service.on(Events.BeforeTokenSigning, ({ payload }) => change(payload));
  };
  const now = () => Math.floor(Date.now() / 1000);

  test.each([
    ["for another client", lie((payload) => Object.assign(payload, { aud: "another-client" }))],
    ["for several, by another", lie((payload) => Object.assign(payload, { aud: ["trueup", "b"], azp: "b" }))],
    ["of another issuer", lie((payload) => Object.assign(payload, { iss: "https://evil.example" }))],
    ["that has ended", lie((payload) => Object.assign(payload, { exp: now() - 60 }))],
    ["that is not valid yet", lie((payload) => Object.assign(payload, { nbf: now() + 600 }))],
    ["without a subject", lie((payload) => Reflect.deleteProperty(payload, "sub"))],
    ["to another login", lie((payload) => Object.assign(payload, { nonce: "another-nonce" }))],
    ["to no login", lie((payload) => Reflect.deleteProperty(payload, "nonce"))],
  ])("%s logs nobody in", async (_, prepare) => {
    const on = await site();
    prepare(on);
    const page = await new Browser().go(`${on.url}/`);
    expect([page.status, page.headers["set-cookie"]?.join() ?? ""]).toEqual([
      502,
      expect.not.stringContaining("session="),
    ]);
    expect(page.text).not.toContain("canary");
    expect(on.server.audit.map(({ result }) => result)).toEqual(["failed"]);
  });

  test("that names another host for tokens gets no secret there", async () => {
    const on = await site();
    const elsewhere = await testServer();
    on.login.service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }) => {
      if (body !== "") body.token_endpoint = `http://localhost:${elsewhere.port}/token`;
    });
    const page = await new Browser().go(`${on.url}/`);
    expect([page.status, page.text]).toEqual([503, expect.stringContaining("not listed under `oidc.hosts`")]);
    expect(elsewhere.logged).toEqual([]);
  });

  test("that moves a name to the next line leaves one line", async () => {
    const on = await site();
    on.login.service.on(Events.BeforeTokenSigning, ({ payload }) => {
      payload.email = "ada\r\nset-cookie: a=b\u2028\u202e@example.net";
    });
    const browser = new Browser();
    const page = await browser.go(`${on.url}/`);
    expect(JSON.parse(page.text).who.name).toBe("adaset-cookie: a=b@example.net");
  });
});

describe("a client that takes its time", () => {
  const opened = (port: number): Promise<Socket> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(socket));
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
    });
  const answered = (socket: Socket): Promise<string> =>
    new Promise((resolve) => {
      let text = "";
      socket.on("data", (chunk) => {
        text += String(chunk);
      });
      socket.on("close", () => resolve(text));
    });

  test("is cut off: with headers that never end, and with a body that never does", async () => {
    const server = await testServer({ yaml: "limits: { requestSeconds: 1 }\n" });
    const sockets = await Promise.all(Array.from({ length: 20 }, () => opened(server.port)));
    const dripping = setInterval(() => {
      for (const [index, socket] of sockets.entries())
        if (!socket.destroyed) socket.write(index % 2 === 0 ? "X-a: b\r\n" : "a");
    }, 100);
    onTestFinished(() => clearInterval(dripping));
    for (const [index, socket] of sockets.entries())
      socket.write(
        index % 2 === 0
          ? "GET / HTTP/1.1\r\n"
          : `POST /api/ask HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Length: 1000\r\n\r\n`,
      );
    expect((await ask(server.port, "/healthz")).status).toBe(200);
    const ends = await Promise.all(sockets.map(answered));
    expect(ends.filter((text) => text !== "" && !text.includes("408"))).toEqual([]);
    expect(server.asked).toEqual([]);
  }, 10_000);

  test("has so many connections, and others have theirs", async () => {
    const server = await testServer({ yaml: "limits: { connectionsPerAddress: 5 }\n" });
    const sockets = await Promise.all(Array.from({ length: 12 }, () => opened(server.port)));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(5);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await ask(server.port, "/healthz")).status).toBe(200);
  });
});

describe("what no body and no header may be", () => {
  const raw = ({ port }: TestServer, text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.write(text));
      let all = "";
      socket.on("data", (chunk) => {
        all += String(chunk);
      });
      socket.on("close", () => resolve(all));
    });

  test("a body is read to its bound, with its length or without", async () => {
    const server = await testServer({ yaml: "limits: { bodyKilobytes: 1 }\n" });
    const body = JSON.stringify({ do: "look", more: "x".repeat(2000) });
    expect((await ask(server.port, "/api/ask", { method: "POST", body })).status).toBe(413);
    const headers = { "transfer-encoding": "chunked" };
    expect((await ask(server.port, "/api/ask", { method: "POST", headers, body })).status).toBe(413);
    expect((await ask(server.port, "/api/ask", { method: "POST", headers, body: look })).status).toBe(202);
    expect(server.asked).toHaveLength(1);
  });

  test("a request without a body, and without its length, is answered by its path", async () => {
    const server = await testServer({ web: (served) => webApp(served, { clock, version: "0.0.0" }) });
    const head = `HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n`;
    const status = async (request: string) => Number((await raw(server, request)).split(" ")[1]);
    const found: (string | number)[] = [];
    for (const method of ["POST", "PUT", "DELETE"])
      for (const path of ["/nowhere", "/requests", "/api/v1/requests", "/metrics", "/healthz"])
        found.push(`${method} ${path}`, await status(`${method} ${path} ${head}\r\n`));
    const isForm = ["POST /requests", "POST /api/v1/requests"];
    const expected = found.map((one, at) =>
      at % 2 === 0 ? one : isForm.includes(String(found[at - 1])) ? 400 : 404,
    );
    expect(found).toEqual(expected);
    const chunked = `Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n`;
    const body = JSON.stringify({ do: "look", environment: "network/lab" });
    const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect(await status(`POST /api/v1/requests ${head}${chunked}${chunks}`)).toBe(202);
    expect(server.logged.filter((line) => line.includes("failed"))).toEqual([]);
  });

  test("headers that are too large, and two lengths, are refused by the socket", async () => {
    const server = await testServer();
    expect((await ask(server.port, "/", { headers: { "x-a": "a".repeat(20_000) } })).status).toBe(431);
    const host = `Host: 127.0.0.1:${server.port}\r\n`;
    const smuggled = `POST /api/ask HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`;
    expect(await raw(server, smuggled)).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw(server, `GET / HTTP/1.1\r\n${host}${host}Connection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 (?:400|421)/,
    );
    expect(await raw(server, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
    expect(await raw(server, `TRACE / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).not.toMatch(
      /^HTTP\/1\.1 200/,
    );
  });
});
