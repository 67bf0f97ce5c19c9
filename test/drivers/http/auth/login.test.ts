import { describe, expect, test } from "vitest";
import type { WireReply, WireRequest } from "../../../../src/model/wire.ts";
import { opened as header, json, scripted, text } from "../../../servers/scripted-wire.ts";
import { calm, opened } from "../../opened.ts";

const sites = { collection: "sites", scope: {}, wanted: [] };
const page = json(200, { response: [], totalRecords: 0 });
const isLogin = (request: WireRequest) => request.url.endsWith("/auth/token");
const tokenOf = (request: WireRequest) => header(request.headers["x-auth-token"] ?? "");

/** Returns a controller that issues t1, t2 ... at its logins, and accepts the tokens for which `valid` returns true. */
function controllerOf(valid: (token: string) => boolean, login?: (attempt: number) => WireReply) {
  let logins = 0;
  return scripted((request) => {
    if (!isLogin(request)) return valid(tokenOf(request)) ? page : text(401, "");
    logins += 1;
    return login?.(logins) ?? json(200, { token: `t${logins}` });
  });
}

describe("logging in", () => {
  test("the token is obtained once with Basic credentials and then carried in its header only", async () => {
    const { wire, sent } = controllerOf(() => true);
    const session = opened("controller", wire);
    await session.read(sites, calm);
    await session.read({ ...sites, collection: "devices" }, calm);
    expect(sent.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      "POST /ctl/system/api/v1/auth/token",
      "GET /ctl/intent/api/v1/site-health",
      "GET /ctl/intent/api/v1/network-device",
    ]);
    expect(header(sent[0]?.headers.authorization ?? "")).toBe(`Basic ${btoa("netops:pass-canary-2")}`);
    expect(sent.slice(1).map(tokenOf)).toEqual(["t1", "t1"]);
    expect(sent.slice(1).every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  test("requests that start together share one login", async () => {
    const { wire, sent } = controllerOf(() => true);
    const session = opened("controller", wire);
    await Promise.all([1, 2, 3, 4].map(() => session.read(sites, calm)));
    expect(sent.filter(isLogin)).toHaveLength(1);
  });

  test("an expired token leads to one new login for all that wait", async () => {
    let valid = "t1";
    const { wire, sent } = controllerOf((token) => token === valid);
    const session = opened("controller", wire);
    await session.read(sites, calm);
    valid = "t2";
    const replies = await Promise.all([1, 2, 3, 4].map(() => session.read(sites, calm)));
    expect(replies.map(({ state }) => state)).toEqual(["whole", "whole", "whole", "whole"]);
    expect(sent.filter(isLogin)).toHaveLength(2);
  });

  test("a late 401 for the old token does not throw the new one away", async () => {
    let valid = "t1";
    const waiting: (() => void)[] = [];
    const { wire, sent } = controllerOf((token) => token === valid);
    const slow = {
      send: async (request: WireRequest, signal: AbortSignal) => {
        const reply = await wire.send(request, signal);
        if (reply.outcome === "answered" && reply.status === 401 && waiting.length === 0)
          await new Promise<void>((resolve) => waiting.push(resolve));
        return reply;
      },
    };
    const session = opened("controller", slow);
    await session.read(sites, calm);
    valid = "t2";
    const late = session.read(sites, calm);
    await session.read(sites, calm);
    waiting[0]?.();
    expect((await late).state).toBe("whole");
    expect(sent.filter(isLogin)).toHaveLength(2);
  });

  test("a second 401 is final, and nothing more is sent when no token was ever taken", async () => {
    const { wire, sent } = controllerOf(() => false);
    const session = opened("controller", wire);
    const first = await session.read(sites, calm);
    expect(first).toMatchObject({ state: "unknown", problem: { code: "unauthorized" } });
    expect(sent).toHaveLength(4);
    const second = await session.read(sites, calm);
    expect(second).toMatchObject({
      problem: { code: "unauthorized", hint: expect.stringContaining("my-controller") },
    });
    expect(sent).toHaveLength(4);
  });

  test("one request that is refused twice leaves the others alone once the token was taken", async () => {
    const devices = { ...sites, collection: "devices" };
    const { wire } = scripted((request) => {
      if (isLogin(request)) return json(200, { token: "t" });
      return request.url.endsWith("site-health") ? page : text(401, "");
    });
    const session = opened("controller", wire);
    expect((await session.read(sites, calm)).state).toBe("whole");
    expect((await session.read(devices, calm)).state).toBe("unknown");
  });

  const failures: readonly [string, WireReply, string][] = [
    ["is refused", text(401, ""), "unauthorized"],
    ["is forbidden", json(403, { error: "Forbidden", message: "no" }), "forbidden"],
    ["is answered with HTML", text(200, "<html>"), "not-json"],
    ["is answered without a token", json(200, { Token: "t" }), "no-token"],
    ["is answered with an empty token", json(200, { token: "" }), "no-token"],
    ["fails at the controller", text(500, ""), "server-error"],
    ["is redirected", text(302, "", { location: "https://evil.example/" }), "redirected"],
    [
      "is lost",
      { outcome: "lost", sent: false, problem: { code: "unreachable", severity: "error", message: "down" } },
      "unreachable",
    ],
  ];
  test.each(failures)("a login that %s sends nothing else and says so", async (_, reply, code) => {
    const { wire, sent } = controllerOf(
      () => true,
      () => reply,
    );
    const found = await opened("controller", wire).read(sites, calm);
    expect(found).toMatchObject({ state: "unknown", problem: { code } });
    expect(sent.every(isLogin)).toBe(true);
  });

  test.each([401, 403])(
    "a password that is answered with %i is sent once, however many reads there are",
    async (status) => {
      const { wire, sent } = controllerOf(
        () => true,
        () => text(status, ""),
      );
      const session = opened("controller", wire);
      const states = [(await session.read(sites, calm)).state];
      for (const collection of ["sites", "devices"])
        states.push((await session.read({ ...sites, collection }, calm)).state);
      expect([states, sent.length]).toEqual([["unknown", "unknown", "unknown"], 1]);
    },
  );

  test("the problem of a refused login names the login's path", async () => {
    const { wire } = controllerOf(
      () => true,
      () => text(401, ""),
    );
    expect(await opened("controller", wire).read(sites, calm)).toMatchObject({
      problem: { message: expect.stringContaining("POST /ctl/system/api/v1/auth/token") },
    });
  });

  test.each([
    [1, "whole", 2],
    [2, "unknown", 2],
  ])(
    "a login of which %i replies are lost: what waits for it is %s, after %i logins",
    async (lost, state, logins) => {
      const problem = { code: "connection-lost", severity: "error", message: "gone" } as const;
      const { wire, sent } = controllerOf(
        () => true,
        (attempt) => (attempt > lost ? json(200, { token: "t" }) : { outcome: "lost", sent: true, problem }),
      );
      expect((await opened("controller", wire).read(sites, calm)).state).toBe(state);
      expect(sent.filter(isLogin)).toHaveLength(logins);
    },
  );

  test("a login that failed for now is tried again by the next request", async () => {
    const { wire } = controllerOf(
      () => true,
      (attempt) => (attempt === 1 ? text(503, "") : json(200, { token: "t" })),
    );
    const session = opened("controller", wire);
    expect((await session.read(sites, calm)).state).toBe("unknown");
    expect((await session.read(sites, calm)).state).toBe("whole");
  });
});
