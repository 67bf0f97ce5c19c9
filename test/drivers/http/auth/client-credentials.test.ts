/** The client credentials grant, against scripted answers and against an independent OAuth server. */

import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withClientCredentials } from "../../../../src/drivers/http/auth/access-tokens.ts";
import { answerOf } from "../../../../src/drivers/http/replies/replies.ts";
import { Secret } from "../../../../src/model/secret.ts";
import type { Wire, WireReply, WireRequest } from "../../../../src/model/wire.ts";
import {
  fetchWire,
  opened as header,
  json,
  revealed,
  scripted,
  text,
} from "../../../servers/scripted-wire.ts";
import { calm } from "../../opened.ts";

const tokenUrl = "https://rooms.example.net/oauth/token";
const asJson = { "content-type": "application/json" };
const rooms: WireRequest = { method: "GET", url: "https://rooms.example.net/rooms", headers: {} };
const isToken = ({ url }: WireRequest) => url === tokenUrl;
const bearer = (request: WireRequest) => header(request.headers.authorization ?? "");

function granted(token: string, more: Record<string, unknown> = {}): WireReply {
  return json(200, { access_token: token, token_type: "Bearer", ...more }, asJson);
}

interface Asked {
  readonly url?: string;
  readonly scope?: string;
  readonly now?: () => number;
  readonly secret?: string;
}

function opened(
  wire: Wire,
  { url = tokenUrl, scope, now = () => 0, secret = "s e+cret/&" }: Asked = {},
): Wire {
  const clientId = new Secret("client-1");
  return withClientCredentials(wire, {
    target: "chat",
    url,
    clientId,
    clientSecret: new Secret(secret),
    scope,
    now,
  });
}

/** Returns a server that issues t1, t2 ... and accepts the tokens for which `valid` returns true. */
function serverOf(valid: (token: string) => boolean, more?: Record<string, unknown>) {
  let asked = 0;
  return scripted((request) => {
    if (!isToken(request)) return valid(bearer(request)) ? json(200, []) : text(401, "");
    asked += 1;
    return granted(`t${asked}`, more);
  });
}

describe("a token by client credentials", () => {
  test("is asked for once, with a form, and carried as a Bearer value", async () => {
    const { wire, sent } = serverOf(() => true);
    const session = opened(wire, { scope: "rooms:read rooms:write" });
    await Promise.all([1, 2, 3].map(() => session.send(rooms, calm)));
    expect(sent.filter(isToken)).toHaveLength(1);
    expect(sent[0]).toMatchObject({ method: "POST", url: tokenUrl });
    expect(sent[0]?.headers).toMatchObject({
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
    });
    expect(revealed(sent[0]?.form)).toEqual({
      grant_type: "client_credentials",
      client_id: "client-1",
      client_secret: "s e+cret/&",
      scope: "rooms:read rooms:write",
    });
    expect(sent.slice(1).map(bearer)).toEqual(["Bearer t1", "Bearer t1", "Bearer t1"]);
  });

  test("keeps its secret closed until it leaves, and so is what it brings", async () => {
    const { wire, sent } = serverOf(() => true);
    await opened(wire).send(rooms, calm);
    expect(JSON.stringify(sent)).not.toMatch(/s e\+cret|client-1|"t1"|Bearer t1/);
  });

  test("that is refused is replaced once, for all that wait", async () => {
    let valid = "Bearer t1";
    const { wire, sent } = serverOf((token) => token === valid);
    const session = opened(wire);
    await session.send(rooms, calm);
    valid = "Bearer t2";
    const replies = await Promise.all([1, 2, 3, 4].map(() => session.send(rooms, calm)));
    expect(replies.map((reply) => reply.outcome === "answered" && reply.status)).toEqual([
      200, 200, 200, 200,
    ]);
    expect(sent.filter(isToken)).toHaveLength(2);
  });

  test("that was never taken stops the target with a message", async () => {
    const { wire, sent } = serverOf(() => false);
    const session = opened(wire);
    await session.send(rooms, calm);
    const count = sent.length;
    const reply = await session.send(rooms, calm);
    expect(reply).toMatchObject({ outcome: "blocked", problem: { code: "unauthorized" } });
    expect(reply).toMatchObject({ problem: { message: expect.stringContaining("GET /rooms") } });
    expect(sent).toHaveLength(count);
  });

  test.each([
    [3600, 3_569_000, 3_571_000],
    [10, 8_900, 9_100],
  ])("that holds for %i s is used at %i ms and replaced at %i ms", async (seconds, before, after) => {
    let time = 0;
    const { wire, sent } = serverOf(() => true, { expires_in: seconds });
    const session = opened(wire, { now: () => time });
    await session.send(rooms, calm);
    time = before;
    await session.send(rooms, calm);
    expect(sent.filter(isToken)).toHaveLength(1);
    time = after;
    await session.send(rooms, calm);
    expect(sent.filter(isToken)).toHaveLength(2);
  });

  const failures: readonly [string, WireReply, string, string, RegExp][] = [
    [
      "of a client that the server does not know",
      json(401, { error: "invalid_client", error_description: "no such client" }, asJson),
      "blocked",
      "unauthorized",
      /POST \/oauth\/token .*answered 401: invalid_client: no such client/,
    ],
    [
      "for a scope that it may not have",
      json(400, { error: "invalid_scope" }, asJson),
      "blocked",
      "forbidden",
      /invalid_scope/,
    ],
    ["with HTML", text(200, "<html>", { "content-type": "text/html" }), "blocked", "not-json", /not JSON/],
    [
      "without a token",
      json(200, { token: "t" }, asJson),
      "blocked",
      "no-token",
      /no valid OAuth 2\.0 token/,
    ],
    [
      "of status 202",
      json(202, { access_token: "t", token_type: "Bearer" }, asJson),
      "blocked",
      "no-token",
      /./,
    ],
    ["of another type", granted("t", { token_type: "mac" }), "blocked", "no-token", /token_type/],
    ["that failed", text(503, ""), "lost", "server-error", /503/],
    [
      "elsewhere",
      text(302, "", { location: "https://evil.example/" }),
      "blocked",
      "redirected",
      /evil\.example/,
    ],
  ];
  test.each(failures)("%s: nothing else is sent", async (_, reply, outcome, code, message) => {
    const { wire, sent } = scripted(() => reply);
    const came = await opened(wire, { scope: "rooms:read" }).send(rooms, calm);
    expect(came).toMatchObject({ outcome, problem: { code, message: expect.stringMatching(message) } });
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(came)).not.toContain("evil.example/x");
  });

  test("that a wire may not ask for is barred with the wire's own reason", async () => {
    const reason = { code: "host-not-listed", severity: "error", message: "not listed" } as const;
    const { wire } = scripted(() => ({ outcome: "blocked", problem: reason }));
    expect(await opened(wire).send(rooms, calm)).toEqual({ outcome: "blocked", problem: reason });
  });
});

describe("a 403", () => {
  const request: WireRequest = { ...rooms, method: "POST" };
  const hintOf = (scope: string | undefined, headers: Record<string, string> = {}) => {
    const exchange = { target: "chat", rules: [], scope };
    const answer = answerOf(exchange, request, json(403, { error: "Forbidden", message: "no" }, headers));
    return answer.state === "unknown" ? answer.problem : undefined;
  };

  test("names the request, and the scope that was asked for", () => {
    const found = hintOf("rooms:read");
    expect(found?.message).toMatch(/POST \/rooms .*403/);
    expect(found?.hint).toMatch(/POST \/rooms .*its scope `rooms:read`.*settings\.scope/);
  });

  test("names the scope that is missing, where the server says so", () => {
    const challenge = 'Bearer error="insufficient_scope", scope="rooms:write"';
    expect(hintOf("rooms:read", { "www-authenticate": challenge })?.hint).toContain(
      "needs the scope `rooms:write`",
    );
  });

  test("without scopes speaks of permissions", () => {
    expect(hintOf(undefined)?.hint).toContain("grant this permission");
  });
});

describe("an OAuth server from elsewhere", () => {
  const server = new OAuth2Server();
  beforeAll(async () => {
    await server.issuer.keys.generate("RS256");
    await server.start(0, "127.0.0.1");
  });
  afterAll(() => server.stop());

  /**
   * Requests to the OAuth server's own URL go to that server. Every other request goes to an interface that accepts
   * only the tokens that this server has issued.
   */
  function beside(): { readonly wire: Wire; readonly tokens: string[] } {
    const tokens: string[] = [];
    const wire: Wire = {
      send: async (request, signal) => {
        if (!request.url.startsWith("https://rooms")) return fetchWire.send(request, signal);
        tokens.push(bearer(request));
        return json(200, []);
      },
    };
    return { wire, tokens };
  }

  test("grants a token that carries the scope that was asked for", async () => {
    const { wire, tokens } = beside();
    const url = `${server.issuer.url}/token`;
    expect(await opened(wire, { url, scope: "rooms:read" }).send(rooms, calm)).toMatchObject({ status: 200 });
    const claims = JSON.parse(Buffer.from(tokens[0]?.split(".")[1] ?? "", "base64url").toString());
    expect(claims.scope).toEqual("rooms:read");
  });

  test("that refuses the client is told of in its own words", async () => {
    server.service.once("beforeResponse", (response: { statusCode: number; body: unknown }) => {
      response.statusCode = 401;
      response.body = { error: "invalid_client", error_description: "unknown client" };
    });
    const reply = await opened(beside().wire, { url: `${server.issuer.url}/token` }).send(rooms, calm);
    expect(reply).toMatchObject({
      outcome: "blocked",
      problem: { message: expect.stringContaining("invalid_client: unknown client") },
    });
  });
});
