/**
 * The effect of a catalog's authentication settings on a session: what the session sends, and when it logs in,
 * refreshes its token and logs out.
 */

import { describe, expect, test } from "vitest";
import { productFile } from "../../../../src/catalog/schema/product.ts";
import { authorizationAt, withAuthentication } from "../../../../src/drivers/http/auth/authentication.ts";
import { credentialForm } from "../../../../src/drivers/http/auth/credentials.ts";
import { Secret } from "../../../../src/model/secret.ts";
import type { WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { json, opened, revealed, scripted, text } from "../../../servers/scripted-wire.ts";

const url = "https://controller.example";
const calm = new AbortController().signal;
const words = productFile.pick({ authentication: true, ended: true, sessions: true });
const person = { username: new Secret("netops"), password: new Secret("pass-canary-2") };

/** The settings of the APIC: a cookie is valid for ten minutes, and is refreshed earlier. */
const apic = words.parse({
  authentication: {
    by: "login",
    path: "/api/aaaLogin.json",
    body: { aaaUser: { attributes: { name: "{username}", pwd: "{password}" } } },
    token: { at: "imdata.0.aaaLogin.attributes.token" },
    lifetime: { at: "imdata.0.aaaLogin.attributes.refreshTimeoutSeconds" },
    carry: { cookie: "APIC-cookie" },
    refresh: { method: "GET", path: "/api/aaaRefresh.json" },
    logout: {
      method: "POST",
      path: "/api/aaaLogout.json",
      body: { aaaUser: { attributes: { name: "{username}" } } },
    },
  },
  ended: [{ status: 403, text: "Token was invalid (Error: Token timeout)" }],
});
const granted = (token: string) =>
  json(200, { imdata: [{ aaaLogin: { attributes: { token, refreshTimeoutSeconds: "600" } } }] });
const timeout = json(403, {
  imdata: [{ error: { attributes: { code: "403", text: "Token was invalid (Error: Token timeout)" } } }],
});
const get: WireRequest = { method: "GET", url: `${url}/api/class/fvTenant.json`, headers: {} };
const cookieOf = ({ headers }: WireRequest) => (headers.cookie ? opened(headers.cookie) : "");
const pathOf = (request: WireRequest) => `${request.method} ${new URL(request.url).pathname}`;

interface Served {
  readonly of: object;
  readonly answer: (request: WireRequest, index: number) => WireReply;
  readonly credential?: Readonly<Record<string, Secret>>;
}

/** Returns a wire with these settings, the requests that it sent, and a clock. */
function served({ of, answer, credential = person }: Served) {
  const { wire, sent } = scripted(answer);
  const clock = { ms: 0 };
  const exchange = { target: "hub", rules: [{ status: "2xx", means: "accepted" }] } as const;
  const tokens = { load: async () => ({}), save: async () => undefined };
  const asking = { exchange, url, credential, tokens, now: () => clock.ms, ...words.parse(of) };
  return { ...withAuthentication(wire, asking), sent, clock };
}

/** Returns an APIC that issues t1, t2 ..., and accepts the tokens for which `good` returns true. */
function apicOf(good: (token: string) => boolean = () => true) {
  let count = 0;
  return served({
    of: apic,
    answer: (request) => {
      const path = new URL(request.url).pathname;
      const isGood = good(cookieOf(request).replace("APIC-cookie=", ""));
      if (path === "/api/aaaRefresh.json" && !isGood) return timeout;
      if (path === "/api/aaaLogin.json" || path === "/api/aaaRefresh.json") {
        count += 1;
        return granted(`t${count}`);
      }
      return isGood ? json(200, { imdata: [] }) : timeout;
    },
  });
}

describe("a login with a body, carried in a cookie", () => {
  test("sends the credential as the template says, and the token nowhere but in its cookie", async () => {
    const { wire, sent } = apicOf();
    await wire.send(get, calm);
    await wire.send(get, calm);
    expect(sent.map(pathOf)).toEqual([
      "POST /api/aaaLogin.json",
      "GET /api/class/fvTenant.json",
      "GET /api/class/fvTenant.json",
    ]);
    expect(revealed(sent[0]?.body)).toEqual({
      aaaUser: { attributes: { name: "netops", pwd: "pass-canary-2" } },
    });
    expect(JSON.stringify(sent)).not.toContain("canary");
    expect(sent.slice(1).map(cookieOf)).toEqual(["APIC-cookie=t1", "APIC-cookie=t1"]);
    expect(sent[1]?.headers.authorization).toBeUndefined();
  });

  test("asks for a longer life when a request leaves shortly before the end, and for nothing in between", async () => {
    const { wire, sent, clock } = apicOf();
    await wire.send(get, calm);
    clock.ms = 569_000;
    await wire.send(get, calm);
    expect(sent).toHaveLength(3);
    clock.ms = 571_000;
    await Promise.all([wire.send(get, calm), wire.send(get, calm)]);
    expect(sent.slice(3).map((one) => `${pathOf(one)} ${cookieOf(one)}`)).toEqual([
      "GET /api/aaaRefresh.json APIC-cookie=t1",
      "GET /api/class/fvTenant.json APIC-cookie=t2",
      "GET /api/class/fvTenant.json APIC-cookie=t2",
    ]);
  });

  test("logs in anew where the token ended while nothing was sent", async () => {
    const { wire, sent, clock } = apicOf((token) => token !== "t1" || clock.ms < 600_000);
    await wire.send(get, calm);
    clock.ms = 700_000;
    expect(await wire.send(get, calm)).toMatchObject({ status: 200 });
    expect(sent.slice(2).map(pathOf)).toEqual([
      "GET /api/aaaRefresh.json",
      "POST /api/aaaLogin.json",
      "GET /api/class/fvTenant.json",
    ]);
  });

  test("takes the product's 403 for a token that has ended: once more, with a new one, for all that wait", async () => {
    let good = "t1";
    const { wire, sent } = apicOf((token) => token === good);
    await wire.send(get, calm);
    good = "t2";
    const replies = await Promise.all([1, 2, 3].map(() => wire.send(get, calm)));
    expect(replies.map((reply) => reply.outcome === "answered" && reply.status)).toEqual([200, 200, 200]);
    expect(sent.filter((one) => pathOf(one) === "POST /api/aaaLogin.json")).toHaveLength(2);
    expect(sent.some((one) => pathOf(one) === "GET /api/aaaRefresh.json")).toBe(false);
  });

  test("any other 403 is an answer like others", async () => {
    const denied = json(403, {
      imdata: [{ error: { attributes: { code: "403", text: "user may not read" } } }],
    });
    const { wire, sent } = served({
      of: apic,
      answer: (_, index) => (index === 0 ? granted("t1") : denied),
    });
    expect(await wire.send(get, calm)).toMatchObject({ status: 403 });
    expect(sent).toHaveLength(2);
  });

  test("logs out at the end with the last token, and sends nothing where nobody has logged in", async () => {
    const { wire, close, sent } = apicOf();
    await close?.(calm);
    expect(sent).toEqual([]);
    await wire.send(get, calm);
    await close?.(calm);
    const last = sent.at(-1);
    expect(last && `${pathOf(last)} ${cookieOf(last)}`).toBe("POST /api/aaaLogout.json APIC-cookie=t1");
    expect(revealed(last?.body)).toEqual({ aaaUser: { attributes: { name: "netops" } } });
  });

  test("a credential that is refused is told once, and not sent again", async () => {
    const { wire, sent } = served({ of: { ...apic, sessions: 4 }, answer: () => json(401, {}) });
    const replies = [await wire.send(get, calm), await wire.send(get, calm)];
    expect(replies[0]).toMatchObject({
      outcome: "blocked",
      problem: { code: "unauthorized", hint: expect.stringContaining("4 sessions") },
    });
    expect(sent.map(pathOf)).not.toContain("GET /api/class/fvTenant.json");
  });

  test("a login that could not be asked leaves the request unsent, to be sent later", async () => {
    const { wire } = served({ of: apic, answer: () => text(503, "starting") });
    expect(await wire.send(get, calm)).toMatchObject({ outcome: "lost", sent: false });
  });
});

describe("a login with HTTP Basic", () => {
  const inHeader = {
    authentication: {
      by: "login",
      path: "/auth/generatetoken",
      token: { header: "X-auth-access-token" },
      lifetime: { seconds: 1800 },
      carry: { header: "X-auth-access-token" },
    },
    ended: [{ page: true }],
  };
  const noContent = (token: string): WireReply => text(204, "", { "x-auth-access-token": token });

  test("takes the token from a header of an answer without a body", async () => {
    const { wire, sent, clock } = served({
      of: inHeader,
      answer: (request, index) =>
        request.url.endsWith("generatetoken") ? noContent(`t${index}`) : json(200, {}),
    });
    await wire.send(get, calm);
    expect(opened(sent[0]?.headers.authorization ?? "")).toBe(`Basic ${btoa("netops:pass-canary-2")}`);
    expect(opened(sent[1]?.headers["x-auth-access-token"] ?? "")).toBe("t0");
    clock.ms = 1_799_000;
    await wire.send(get, calm);
    expect(sent.map(pathOf).filter((one) => one === "POST /auth/generatetoken")).toHaveLength(2);
  });

  test("a page instead of JSON is a token that has ended; a server's own failure is not", async () => {
    const page = text(200, "<!DOCTYPE html><html>log in</html>");
    const { wire, sent } = served({
      of: inHeader,
      answer: (request, index) => {
        if (request.url.endsWith("generatetoken")) return noContent(`t${index}`);
        return index === 1 ? page : text(503, "<html>down</html>");
      },
    });
    expect(await wire.send(get, calm)).toMatchObject({ status: 503 });
    expect(sent.map(pathOf)).toEqual([
      "POST /auth/generatetoken",
      "GET /api/class/fvTenant.json",
      "POST /auth/generatetoken",
      "GET /api/class/fvTenant.json",
    ]);
  });

  test("takes the token from a cookie, and carries it as a Bearer value", async () => {
    const of = {
      authentication: {
        by: "login",
        path: "/login",
        token: { cookie: "sid" },
        carry: { header: "Authorization" },
      },
    };
    const { wire, sent } = served({
      of,
      answer: (_, index) =>
        index === 0
          ? {
              ...text(200, ""),
              outcome: "answered",
              status: 200,
              headers: {},
              text: "",
              cookies: ["sid=c1; Path=/"],
            }
          : json(200, {}),
    });
    await wire.send(get, calm);
    expect(opened(sent[1]?.headers.authorization ?? "")).toBe("Bearer c1");
  });

  test("an answer without a token is told with where it should be", async () => {
    const { wire } = served({ of: inHeader, answer: () => json(200, {}) });
    expect(await wire.send(get, calm)).toMatchObject({
      outcome: "blocked",
      problem: { code: "no-token", message: expect.stringContaining("the header X-auth-access-token") },
    });
  });
});

describe("other ways", () => {
  test("the credential says which of several ways is used", async () => {
    const of = {
      authentication: [
        { by: "token", header: "X-Cisco-Meraki-API-Key", field: "apiKey" },
        { by: "basic" },
        { by: "client", tokenPath: "/token" },
      ],
    };
    const key = served({ of, answer: () => json(200, {}), credential: { apiKey: new Secret("k1") } });
    await key.wire.send(get, calm);
    expect(opened(key.sent[0]?.headers["x-cisco-meraki-api-key"] ?? "")).toBe("k1");
    const worded = { authentication: { by: "token", header: "Authorization", scheme: "Token" } };
    const token = served({
      of: worded,
      answer: () => json(200, {}),
      credential: { token: new Secret("t1") },
    });
    await token.wire.send(get, calm);
    expect(opened(token.sent[0]?.headers.authorization ?? "")).toBe("Token t1");
    const basic = served({ of, answer: () => json(200, {}) });
    await basic.wire.send(get, calm);
    expect(opened(basic.sent[0]?.headers.authorization ?? "")).toMatch(/^Basic /);
    const client = served({
      of,
      credential: { clientId: new Secret("c"), clientSecret: new Secret("s") },
      answer: (_, index) =>
        index === 0
          ? json(200, { access_token: "a1", token_type: "bearer" }, { "content-type": "application/json" })
          : json(200, {}),
    });
    await client.wire.send(get, calm);
    expect(client.sent.map(pathOf)).toEqual(["POST /token", "GET /api/class/fvTenant.json"]);
    expect(opened(client.sent[1]?.headers.authorization ?? "")).toBe("Bearer a1");
  });

  test("a form logs in, carries its cookie and the token against forgery, and logs out", async () => {
    const of = {
      authentication: {
        by: "form",
        path: "/j_security_check",
        username: "j_username",
        password: "j_password",
        forgery: { path: "/client/token", header: "X-XSRF-TOKEN" },
        logout: "/logout",
      },
      ended: [{ status: 403, text: "SessionTokenFilter" }],
    };
    const { wire, close, sent } = served({
      of,
      answer: (request, index) => {
        const { pathname } = new URL(request.url);
        if (pathname === "/j_security_check")
          return {
            outcome: "answered",
            status: 200,
            headers: {},
            text: "",
            cookies: ["JSESSIONID=s1; Path=/"],
          };
        if (pathname === "/client/token") return text(200, "x1");
        return index === 2 ? text(403, "SessionTokenFilter: token mismatch") : json(200, {});
      },
    });
    expect(await wire.send(get, calm)).toMatchObject({ status: 200 });
    await close?.(calm);
    expect(sent.map(pathOf)).toEqual([
      "POST /j_security_check",
      "GET /client/token",
      "GET /api/class/fvTenant.json",
      "POST /j_security_check",
      "GET /client/token",
      "GET /api/class/fvTenant.json",
      "GET /logout",
    ]);
    expect(opened(sent[2]?.headers["x-xsrf-token"] ?? "")).toBe("x1");
  });

  test("a code names where a person logs in", () => {
    const code = { by: "code", authorizePath: "/authorize", tokenPath: "/token", scope: "all" } as const;
    expect(authorizationAt(url, [{ by: "basic" }, code])).toEqual({
      authorizeUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      scope: "all",
      issuer: url,
    });
    expect(authorizationAt(url, { by: "basic" })).toBeUndefined();
  });
});

describe("the credential of a target", () => {
  const secret = { secret: "env:X" };
  const ways = words.parse({
    authentication: [{ by: "token", header: "Authorization" }, ...[apic.authentication].flat()],
  }).authentication;

  test.each([
    [true, { token: secret }],
    [true, { username: "netops", password: secret }],
    [false, { apiKey: secret }],
    [false, { token: secret, password: secret }],
    [false, { username: "netops" }],
  ])("fits the ways of its product: %s for %j", (fits, credential) => {
    expect(credentialForm(ways).safeParse(credential).success).toBe(fits);
  });
});
