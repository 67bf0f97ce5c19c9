/** People log in at a login server with a code, PKCE and groups. Faulty logins are tested too. */

import { describe, expect, test } from "vitest";
import { type Account, Browser, type TestLoginServer, testLoginServer } from "../login-server.ts";
import { ask, cookieHeader, freePort, type TestServer, testServer } from "../server.ts";

const ada: Account = {
  id: "ada-1",
  claims: { email: "ada@example.net", email_verified: true, groups: ["engineers", "choir"] },
};
const noel: Account = {
  id: "noel-2",
  claims: { email: "noel@example.net", email_verified: false, groups: ["choir", "<b>brass</b>"] },
};

interface Site {
  readonly login: TestLoginServer;
  readonly server: TestServer;
  readonly url: string;
}

async function site(
  more: { readonly yaml?: string; readonly provider?: object; readonly roles?: string } = {},
): Promise<Site> {
  const port = await freePort();
  const login = await testLoginServer(port, more.provider);
  const server = await testServer({
    port,
    env: { CLIENT_SECRET: "canary-client-secret" },
    yaml: `oidc:
  issuer: ${login.issuer}
  clientId: trueup
  clientSecret: { secret: env:CLIENT_SECRET }
  scopes: [email, groups]
roles: ${more.roles ?? "{ engineers: apply }"}
tokens: { ci: { token: { secret: env:CI }, role: view } }
${more.yaml ?? ""}`,
  });
  return { login, server, url: `http://127.0.0.1:${port}` };
}

async function loggedIn(on: Site, who: Account = ada, path = "/"): Promise<Browser> {
  on.login.who = who;
  const browser = new Browser();
  await browser.go(`${on.url}${path}`);
  return browser;
}

test.each([
  ["in the ID token", { conformIdTokenClaims: false }],
  ["when they are asked for", {}],
])("somebody of a group with a role gets where they wanted to; the groups come %s", async (_, provider) => {
  const on = await site({ provider });
  on.login.who = ada;
  const browser = new Browser();
  const page = await browser.go(`${on.url}/environments/network/lab?view=all`);
  expect(page).toMatchObject({ status: 200, url: `${on.url}/environments/network/lab?view=all` });
  const asked = new URL(browser.visited.find((url) => url.includes("code_challenge=")) ?? "").searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    scope: "openid email groups",
    state: expect.stringMatching(/^.{40,}$/),
    nonce: expect.stringMatching(/^.{40,}$/),
  });
  const who = JSON.parse((await browser.step(`${on.url}/`)).text);
  expect(who).toMatchObject({ who: { name: "ada@example.net", role: "apply", csrf: expect.any(String) } });
  expect(on.server.audit).toMatchObject([{ act: "login", result: "accepted", who: "ada@example.net" }]);
});

test("a session's cookie is out of reach of scripts and of other sites, and holds no group without a role", async () => {
  const on = await site();
  on.login.who = ada;
  const browser = new Browser();
  const back = await browser.go(`${on.url}/`, (url) => url.includes("/auth/callback"));
  const [set = ""] =
    (await browser.step(back.url)).headers["set-cookie"]?.filter((each) => each.includes("session")) ?? [];
  expect(set).toMatch(/^trueup-session=[\w-]+\.[\w-]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/);
  const [, payload = ""] = /=([\w-]+)\./.exec(set) ?? [];
  const held = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(held).toMatchObject({ name: "ada@example.net", groups: ["engineers"], issuer: on.login.issuer });
});

test("somebody without a role is told which groups they have, and gets no session", async () => {
  const on = await site();
  on.login.who = noel;
  const page = await new Browser().go(`${on.url}/`);
  expect([page.status, page.headers["set-cookie"]?.join()]).toEqual([
    403,
    expect.not.stringContaining("session="),
  ]);
  expect(page.text).toContain("<li>choir</li>");
  expect(page.text).toContain("&lt;b&gt;brass");
  expect(on.server.audit).toMatchObject([{ act: "login", result: "refused", who: "noel-2" }]);
});

test("everybody's role is that of *; a role in some environments shows no others", async () => {
  const on = await site({ roles: '{ "*": view, choir: [{ role: plan, environments: ["network/lab"] }] }' });
  const browser = await loggedIn(on, noel);
  const post = async (environment: string) => {
    const headers = { origin: on.url, "content-type": "application/json" };
    const body = JSON.stringify({ do: "look", environment });
    return (await browser.step(`${on.url}/api/ask`, { method: "POST", headers, body })).status;
  };
  expect([await post("network/lab"), await post("network/production")]).toEqual([202, 403]);
  // The metrics cover all environments, so they need a role in all environments.
  expect((await browser.step(`${on.url}/metrics`)).status).toBe(200);
});

test("who changes their mind at the login server is told so", async () => {
  const on = await site();
  on.login.who = undefined;
  const page = await new Browser().go(`${on.url}/`);
  expect([page.status, page.text]).toEqual([403, expect.stringContaining("changed their mind")]);
});

test("logins that nobody finishes leave few cookies, and two windows can log in at once", async () => {
  const on = await site();
  const browser = new Browser();
  for (let count = 0; count < 12; count++) await browser.step(`${on.url}/auth/login`);
  const begun = (await browser.jar.getCookies(`${on.url}/auth/callback`)).filter(({ key }) =>
    key.includes("login"),
  );
  expect(begun).toHaveLength(5);
  on.login.who = ada;
  const ways = [];
  for (const path of ["/environments/network/lab", "/environments/network/production"])
    ways.push(await browser.go(`${on.url}/auth/login?to=${path}`, (url) => url.includes("/auth/callback")));
  const ends = [];
  for (const { url } of ways) ends.push((await browser.step(url)).headers.location);
  expect(ends).toEqual(["/environments/network/lab", "/environments/network/production"]);
});

test("a program is told to show a token, and is led nowhere", async () => {
  const on = await site();
  const answer = await ask(on.server.port, "/", { headers: { accept: "application/json" } });
  expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="trueup"']);
});

test("logging out ends the session, here and there; a cookie that was kept opens nothing", async () => {
  const on = await site();
  const browser = await loggedIn(on);
  const kept = await browser.jar.getCookieString(`${on.url}/`);
  const out = await browser.step(`${on.url}/auth/logout`, { method: "POST", headers: { origin: on.url } });
  expect([out.status, out.headers.location]).toEqual([
    303,
    expect.stringMatching(/\/session\/end\?.*auth%2Fout/),
  ]);
  expect((await browser.step(`${on.url}/auth/out`)).status).toBe(200);
  expect((await browser.step(`${on.url}/`)).headers.location).toBe("/auth/login?to=%2F");
  expect((await ask(on.server.port, "/", { headers: { cookie: kept } })).status).toBe(401);
});

test("a session ends with its time, whatever the browser keeps", async () => {
  const on = await site({ yaml: "sessions: { lifetime: 1h }\n" });
  const browser = await loggedIn(on);
  const status = async () => (await browser.step(`${on.url}/`)).status;
  on.server.clock.ahead = 3_599_000;
  expect(await status()).toBe(200);
  on.server.clock.ahead = 3_601_000;
  expect(await status()).toBe(302);
  on.server.clock.ahead = -3_600_000;
  expect(await status()).toBe(302);
});

describe("a login that comes back", () => {
  /** Returns the URL that leads back to the server, without requesting it. */
  async function wayBack(on: Site, browser: Browser): Promise<URL> {
    on.login.who = ada;
    const { url } = await browser.go(`${on.url}/`, (to) => to.includes("/auth/callback"));
    return new URL(url);
  }

  test("a second time is refused", async () => {
    const on = await site();
    const browser = new Browser();
    const back = await wayBack(on, browser);
    const cookies = await browser.jar.getCookieString(back.href);
    expect((await browser.step(back.href)).status).toBe(302);
    expect((await browser.step(back.href)).status).toBe(400);
    // A copy of the login's cookie is useless, because the code has already been used.
    const again = await ask(on.server.port, `${back.pathname}${back.search}`, {
      headers: { cookie: cookies },
    });
    expect([again.status, again.headers["set-cookie"]?.join()]).toEqual([
      400,
      expect.not.stringContaining("session="),
    ]);
  });

  test("in another browser is refused: nobody is logged in as somebody else", async () => {
    const on = await site();
    const back = await wayBack(on, new Browser());
    const victim = new Browser();
    const page = await victim.step(back.href);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("started in another browser")]);
    expect(await victim.jar.getCookieString(`${on.url}/`)).toBe("");
  });

  test.each([
    ["another state", (url: URL) => url.searchParams.set("state", "x".repeat(43)), 400],
    ["no state", (url: URL) => url.searchParams.delete("state"), 400],
    [
      "the first letters of its state",
      (url: URL) => url.searchParams.set("state", `${url.searchParams.get("state")?.slice(0, 12)}x`),
      400,
    ],
    ["another code", (url: URL) => url.searchParams.set("code", "nobodys-code"), 400],
    ["no code", (url: URL) => url.searchParams.delete("code"), 502],
    ["another issuer", (url: URL) => url.searchParams.set("iss", "https://evil.example"), 502],
  ])("with %s is refused", async (_, change, status) => {
    const on = await site();
    const browser = new Browser();
    const back = await wayBack(on, browser);
    change(back);
    const page = await browser.step(back.href);
    expect([page.status, page.headers["set-cookie"]?.join() ?? ""]).toEqual([
      status,
      expect.not.stringContaining("session="),
    ]);
    expect(on.server.audit.map(({ result }) => result)).not.toContain("accepted");
  });

  test("after ten minutes is refused", async () => {
    const on = await site();
    const browser = new Browser();
    const back = await wayBack(on, browser);
    on.server.clock.ahead = 600_001;
    expect((await browser.step(back.href)).status).toBe(400);
  });
});

test("while the login server is down people are told so, and sessions and tokens go on", async () => {
  const on = await site();
  const browser = await loggedIn(on);
  const late = new Browser();
  const back = await late.go(`${on.url}/`, (url) => url.includes("/auth/callback"));
  await on.login.close();
  const page = await late.step(back.url);
  expect([page.status, page.text]).toEqual([
    503,
    expect.stringContaining("The login is not available right now"),
  ]);
  expect(page.text).toContain("the connection was refused");
  expect((await browser.step(`${on.url}/`)).status).toBe(200);
  expect((await ask(on.server.port, "/healthz")).status).toBe(200);
});

test("one that was never reached is told in words, and is used once it is there", async () => {
  const [port, own] = [await freePort(), await freePort()];
  const server = await testServer({
    port,
    env: { CI: "token-of-ci-0123456789" },
    yaml: `oidc: { issuer: "http://127.0.0.1:${own}", clientId: trueup }
roles: { engineers: apply }
tokens: { ci: { token: { secret: env:CI }, role: view } }
`,
  });
  const page = await new Browser().go(`http://127.0.0.1:${port}/`);
  expect(page.status).toBe(503);
  expect(page.text).toContain("The login is not available right now");
  expect(page.text).toContain("the connection was refused");
  const headers = { authorization: "Bearer token-of-ci-0123456789" };
  expect((await ask(port, "/", { headers })).status).toBe(200);
  expect(server.logged.join("\n")).toContain("the connection was refused");
});

test("a cookie of another issuer, of a login or of no key of ours is no session", async () => {
  const [on, other] = [await site(), await site()];
  const cookie = await (await loggedIn(other)).jar.getCookieString(`${other.url}/`);
  expect((await ask(on.server.port, "/", { headers: { cookie } })).status).toBe(401);
  const browser = new Browser();
  await browser.step(`${on.url}/auth/login`);
  const begun = await browser.jar.getCookieString(`${on.url}/auth/callback`);
  const value = begun.slice(begun.indexOf("=") + 1);
  const as = cookieHeader({ "trueup-session": value });
  expect((await ask(on.server.port, "/", { headers: { cookie: as } })).status).toBe(401);
});
