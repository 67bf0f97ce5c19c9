/**
 * A whole server over a socket. On the real page, each person sees and does only what the person's role in each
 * environment allows.
 */

import { expect, test } from "vitest";
import { clock } from "../../src/runtime/clock.ts";
import { webApp } from "../../src/serve/web/app.ts";
import { Browser, testLoginServer } from "./login-server.ts";
import { ask, freePort, testServer } from "./server.ts";

test("login, page, form, token and events, each held to its environments", async () => {
  const port = await freePort();
  const login = await testLoginServer(port);
  login.who = { id: "ada", claims: { email: "ada@example.net", groups: ["engineers"] } };
  const server = await testServer({
    port,
    web: (served) => webApp(served, { clock, version: "0.0.0" }),
    env: { CLIENT_SECRET: "canary-client-secret", CI_TOKEN: "token-of-ci-0123456789" },
    yaml: `oidc: { issuer: "${login.issuer}", clientId: trueup, clientSecret: { secret: env:CLIENT_SECRET }, scopes: [email, groups] }
roles: { engineers: [{ role: apply, environments: ["network/lab"] }] }
tokens: { ci: { token: { secret: env:CI_TOKEN }, role: plan } }
`,
  });
  const url = `http://127.0.0.1:${port}`;
  const browser = new Browser();
  const page = await browser.go(`${url}/environments/network/lab`);
  expect(page.status).toBe(200);
  const csrf = /name="csrf"\s+value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  expect(csrf).not.toBe("");
  const headers = { origin: url, "content-type": "application/x-www-form-urlencoded" };
  const post = async (
    fields: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const body = new URLSearchParams({ do: "look", environment: "network/lab", csrf, ...fields }).toString();
    return (await browser.step(`${url}/requests`, { method: "POST", headers: { ...headers, ...more }, body }))
      .status;
  };
  expect(await post({})).toBe(202);
  expect(await post({ csrf: "x" })).toBe(403);
  expect(await post({ environment: "network/production" })).toBe(404);
  expect(await post({}, { origin: "https://evil.example" })).toBe(403);
  expect(await post({}, { "transfer-encoding": "chunked" })).toBe(202);
  for (const path of ["/", "/api/v1/environments", "/resources?state=any", "/runs"])
    expect((await browser.step(`${url}${path}`)).text).not.toContain("production");
  expect((await browser.step(`${url}/metrics`)).status).toBe(403);
  const authorization = "Bearer token-of-ci-0123456789";
  const metrics = await ask(port, "/metrics", { headers: { authorization } });
  expect([metrics.status, metrics.text.includes("production")]).toEqual([200, true]);
  const asked = (body: object) =>
    ask(port, "/api/v1/requests", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect((await asked({ do: "look", environment: "network/lab" })).status).toBe(202);
  const apply = { do: "apply", environment: "network/lab", fingerprint: "a".repeat(64) };
  expect((await asked(apply)).status).toBe(403);
  expect(server.audit.map(({ act, result }) => `${act} ${result}`)).toContain("request refused");
  expect(page.text).toMatch(/action="\/auth\/logout"/);
  const out = await browser.step(`${url}/auth/logout`, { method: "POST", headers });
  expect(out.status).toBe(303);
  expect((await browser.step(`${url}/environments/network/lab`)).text).not.toContain("Plan now");
});
