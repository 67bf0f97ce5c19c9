import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { asForm, bearer, listOf, nextIn, type Received, simulator } from "./served.ts";

const { call, form, origin, pass, reset } = simulator();

const verifier = "a-verifier-of-at-least-forty-three-characters";
const asked = {
  response_type: "code",
  client_id: "simulated-firewall-client",
  redirect_uri: "http://127.0.0.1:49152/callback",
  state: "the-state",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};
const refresh = {
  grant_type: "refresh_token",
  client_id: asked.client_id,
  refresh_token: "simulated-firewall-refresh-token",
};

/** Requests a code as a browser does, without following redirects. */
async function authorize(changes: Readonly<Record<string, string>> = {}): Promise<Response> {
  const query = new URLSearchParams({ ...asked, approval: "automatic", ...changes });
  return fetch(`${origin("firewall")}/oauth/authorize?${query}`, { redirect: "manual" });
}

/** Returns the parameters with which the client is redirected. */
function returned(response: Response): Readonly<Record<string, string>> {
  expect(response.status).toBe(302);
  return Object.fromEntries(new URL(response.headers.get("location") ?? "").searchParams);
}

function exchange(code: string, changes: Readonly<Record<string, string>> = {}): Promise<Received> {
  const { client_id, redirect_uri } = asked;
  const fields = { grant_type: "authorization_code", client_id, redirect_uri, code, code_verifier: verifier };
  return form("firewall", { ...fields, ...changes });
}

async function newCode(): Promise<string> {
  return returned(await authorize()).code ?? "";
}

describe("Firewall manager (open points)", () => {
  test("GET /devices: an array of records, in linked pages where a page size is set", async () => {
    const record = {
      serial: "FWL00000001",
      name: "ngfw-berlin-a",
      model: "Firewall 3100",
      softwareVersion: "7.4.1",
      managementIpAddress: "10.50.0.1",
      status: "reachable",
    };
    const whole = await call("firewall", "/devices", { headers: bearer(await form("firewall", refresh)) });
    expect([listOf(whole.json).length, listOf(whole.json)[0]]).toEqual([24, record]);
    reset({ firewallPageSize: 20 });
    const headers = bearer(await form("firewall", refresh));
    const first = await call("firewall", "/devices", { headers });
    const second = await call("firewall", nextIn(first) ?? "", { headers });
    expect([...listOf(first.json), ...listOf(second.json)]).toEqual(whole.json);
  });
});

describe("Authentication: firewall manager, authorization code", () => {
  test("after obtaining the code, the application exchanges it at the token endpoint for a token", async () => {
    const { code = "", state } = returned(await authorize());
    expect(state).toBe("the-state");
    const reply = await exchange(code);
    expect(reply.json).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "devices:read",
    });
    expect((await call("firewall", "/devices", { headers: bearer(reply) })).status).toBe(200);
  });

  test("a person approves on a page, which repeats nothing that it was sent without escaping it", async () => {
    const page = await authorize({ approval: "page", state: '"><script>' });
    const text = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain("simulated-firewall-client asks for devices:read");
    expect(text).not.toContain("<script>");
    const press = (decision: string) =>
      fetch(`${origin("firewall")}/oauth/authorize`, {
        ...asFetch(asForm({ ...asked, decision })),
        redirect: "manual",
      });
    expect(returned(await press("approve"))).toEqual({ code: expect.any(String), state: "the-state" });
    expect(returned(await press("deny"))).toEqual({ error: "access_denied", state: "the-state" });
  });

  test.each([
    [{ redirect_uri: "https://firewall.example.net/callback" }],
    [{ redirect_uri: "http://127.0.0.1.example.net/callback" }],
    [{ redirect_uri: "callback" }],
    [{ client_id: "other" }],
  ] as const)(
    "%j: told on a page, and nobody is sent anywhere (RFC 6749 section 4.1.2.1)",
    async (changes) => {
      const reply = await authorize(changes);
      expect([reply.status, reply.headers.get("location")]).toEqual([400, null]);
    },
  );

  test.each([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ code_challenge: "" }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ scope: "everything" }, "invalid_scope"],
  ] as const)("%j goes back to the client as %s, with its state", async (changes, error) => {
    expect(returned(await authorize(changes))).toEqual({ error, state: "the-state" });
  });

  test("a request without state is refused", async () => {
    expect(returned(await authorize({ state: "" }))).toEqual({ error: "invalid_request" });
  });

  test("any port and host name of loopback will do (RFC 8252)", async () => {
    for (const host of ["127.0.0.1:1", "[::1]:65535", "localhost:8080"]) {
      const reply = await authorize({ redirect_uri: `http://${host}/done?a=b` });
      expect(reply.headers.get("location")?.startsWith(`http://${host}/done?a=b&code=`)).toBe(true);
    }
  });

  test.each([
    ["a verifier that does not fit the challenge", { code_verifier: `${verifier}x` }],
    ["no verifier", { code_verifier: "" }],
    ["another redirect_uri", { redirect_uri: "http://127.0.0.1:49153/callback" }],
  ])("%s gets no token, and the code is used up", async (_, changes) => {
    const code = await newCode();
    const invalid = { status: 400, json: { error: "invalid_grant" } };
    expect(await exchange(code, changes)).toMatchObject(invalid);
    expect(await exchange(code)).toMatchObject(invalid);
  });

  test("a code is good once, and for a minute", async () => {
    const code = await newCode();
    expect([(await exchange(code)).status, (await exchange(code)).status]).toEqual([200, 400]);
    const [inTime, late] = [await newCode(), await newCode()];
    pass(59_999);
    expect((await exchange(inTime)).status).toBe(200);
    pass(1);
    expect((await exchange(late)).json).toEqual({ error: "invalid_grant" });
  });

  test("a request for a token of an unknown client is 401; of another grant type, or none, 400", async () => {
    expect((await form("firewall", { ...refresh, client_id: "other" })).status).toBe(401);
    const other = await form("firewall", { ...refresh, grant_type: "client_credentials" });
    expect([other.status, other.json]).toEqual([400, { error: "unsupported_grant_type" }]);
    expect((await form("firewall", { client_id: asked.client_id })).json).toEqual({
      error: "invalid_request",
    });
  });
});

describe("Authentication: firewall manager, refresh token", () => {
  test("a refresh token gives access tokens again and again", async () => {
    const [first, second] = [await form("firewall", refresh), await form("firewall", refresh)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.json).not.toHaveProperty("refresh_token");
    const wrong = await form("firewall", { ...refresh, refresh_token: "other" });
    expect([wrong.status, wrong.json]).toEqual([400, { error: "invalid_grant" }]);
  });

  test("with rotation it is replaced at each use, and the old one is no good", async () => {
    reset({ rotateRefreshTokens: true });
    const first = await form("firewall", refresh);
    const next = { ...refresh, refresh_token: String(Object(first.json).refresh_token) };
    expect((await form("firewall", refresh)).json).toEqual({ error: "invalid_grant" });
    expect((await form("firewall", next)).status).toBe(200);
    expect((await form("firewall", next)).status).toBe(400);
  });

  test("Rule 1: a missing, invalid or expired token gives status 401", async () => {
    const headers = bearer(await form("firewall", refresh));
    pass(3_600_000);
    const wrong = { Authorization: "Bearer nothing" };
    const replies = [await call("firewall", "/devices", { headers }), await call("firewall", "/devices")];
    replies.push(await call("firewall", "/devices", { headers: wrong }));
    expect(replies).toMatchObject(Array(3).fill({ status: 401, text: "" }));
  });

  test("a login is no write, and the log does not say what was in its form", async () => {
    await exchange(await newCode());
    const { json, text } = await call("firewall", "/_sim/requests");
    expect(json).toMatchObject({ writes: 0, counts: { firewall: { GET: 1, POST: 1 } } });
    expect(text).not.toContain(verifier);
  });
});

function asFetch({ method, headers, body }: ReturnType<typeof asForm>): RequestInit {
  return { method: method ?? "GET", headers: { ...headers }, body: String(body) };
}
