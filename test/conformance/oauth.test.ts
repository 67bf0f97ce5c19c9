import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import { asForm, bearer, messagingClient, serversClient, simulator } from "./served.ts";

const { call, form, pass, reset } = simulator();
const { credentials } = defaultSettings;

describe.each([
  { name: "messaging", client: messagingClient, path: "/rooms", read: "rooms:read", write: "rooms:write" },
  {
    name: "servers",
    client: serversClient,
    path: "/server-profiles",
    read: "profiles:read",
    write: "profiles:write",
  },
] as const)("Authentication: $name, client credentials", ({ name, client, path, read, write }) => {
  const create = { method: "POST", body: { name: "New" } };

  test("the token request carries client id, client secret and grant type; the token is sent as Bearer", async () => {
    const reply = await form(name, client);
    expect(reply.json).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: `${read} ${write}`,
    });
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect((await call(name, path, { headers: bearer(reply) })).status).toBe(200);
  });

  test.each([
    ["another id", { ...client, client_id: "other" }, 401, "invalid_client"],
    ["a wrong secret", { ...client, client_secret: "wrong" }, 401, "invalid_client"],
    ["no grant type", { ...client, grant_type: undefined }, 400, "invalid_request"],
    ["another grant type", { ...client, grant_type: "password" }, 400, "unsupported_grant_type"],
    ["a scope that nobody has", { ...client, scope: "everything" }, 400, "invalid_scope"],
  ] as const)("%s: no token (RFC 6749 section 5.2)", async (_, fields, status, error) => {
    const sent = Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    );
    const reply = await form(name, Object.fromEntries(sent));
    expect([reply.status, reply.json]).toEqual([status, { error }]);
  });

  test("a request that is no form, or says a thing twice, is invalid", async () => {
    const asJson = await call(name, "/oauth/token", { method: "POST", body: client });
    const twice = { ...asForm(client), body: `${new URLSearchParams(client)}&client_id=${client.client_id}` };
    const invalid = { status: 400, json: { error: "invalid_request" } };
    expect([asJson, await call(name, "/oauth/token", twice)]).toMatchObject([invalid, invalid]);
  });

  test("Rule 1: a missing, invalid or expired token gives status 401, and nothing else", async () => {
    const headers = bearer(await form(name, client));
    pass(3_599_999);
    expect((await call(name, path, { headers })).status).toBe(200);
    pass(1);
    const wrong = { Authorization: "Bearer nothing" };
    const replies = [await call(name, path, { headers }), await call(name, path, { headers: wrong })];
    expect([...replies, await call(name, path)]).toMatchObject(Array(3).fill({ status: 401, text: "" }));
  });

  test("Rule 2: a token that lacks the scope gives 403 with error Forbidden and a message that names it", async () => {
    const headers = bearer(await form(name, { ...client, scope: read }));
    expect((await call(name, path, { headers })).status).toBe(200);
    const refused = await call(name, path, { ...create, headers });
    expect(refused.status).toBe(403);
    expect(refused.json).toEqual({ error: "Forbidden", message: `the token lacks the scope ${write}` });
  });

  test("what a client may is set for it: a scope beyond that is left out, and the reply says so", async () => {
    const restricted = {
      interface: name,
      id: client.client_id,
      secret: client.client_secret,
      scopes: [read],
    };
    reset({ credentials: { ...credentials, clients: [restricted] } });
    const reply = await form(name, { ...client, scope: `${read} ${write}` });
    expect(reply.json).toMatchObject({ scope: read });
    expect((await call(name, path, { ...create, headers: bearer(reply) })).status).toBe(403);
  });

  test("or the request for it is refused, where that is set", async () => {
    reset({ excessScope: "refuse" });
    const reply = await form(name, { ...client, scope: `${read} everything` });
    expect([reply.status, reply.json]).toEqual([400, { error: "invalid_scope" }]);
  });

  test("a limit counts requests for a token as well, where one is set (Limits 4)", async () => {
    reset({ [`${name}RequestsPerSecond`]: 2 });
    const headers = bearer(await form(name, client));
    expect((await call(name, path, { headers })).status).toBe(200);
    const over = await call(name, path, { headers });
    expect([over.status, over.text, over.headers.get("retry-after")]).toEqual([429, "", "1"]);
  });

  test("malformed JSON is 400 with error and details", async () => {
    const headers = bearer(await form(name, client));
    const { status, json } = await call(name, path, { method: "POST", headers, body: '{"name": }' });
    const details = "line 1 column 10 (position 9)";
    expect([status, json]).toEqual([400, { error: expect.any(String), details }]);
  });
});
