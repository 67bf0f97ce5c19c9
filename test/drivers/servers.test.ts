import { describe, expect, test } from "vitest";
import { fetchWire, opened as header, json, scripted } from "../servers/scripted-wire.ts";
import { offline, prepared } from "./nocked.ts";
import { calm, differs, opened, writeOf } from "./opened.ts";

const origin = "https://servers.example.net";
const grant = { access_token: "tok-canary", token_type: "Bearer", expires_in: 3600 };
const asJson = { "content-type": "application/json" };
const token = { method: "POST", path: "/oauth/token", body: grant, headers: asJson } as const;
const profiles = { collection: "devices", scope: {}, wanted: [] };
const profile = (at: number) => ({
  id: `P${at}`,
  name: `db-${at}`,
  serial: `S${at}`,
  model: "M5",
  status: "ok",
  description: "",
});

offline();
const session = () => opened("servers", fetchWire);

describe("the list of server profiles", () => {
  test("is followed from page to page, relative or absolute, until no next one is given", async () => {
    const path = "/server-profiles";
    const arrived = prepared(origin, [
      token,
      { method: "GET", path, body: { items: [profile(1)], next: `${path}?after=P1` } },
      {
        method: "GET",
        path: `${path}?after=P1`,
        body: { items: [profile(2)], next: `${origin}${path}?after=P2` },
      },
      { method: "GET", path: `${path}?after=P2`, body: { items: [profile(3)] } },
    ]);
    const wanted = [1, 2, 3].map((at) => ({ kind: "serverProfile", identity: `S${at}`, scope: {} }));
    const reply = await session().read({ ...profiles, wanted }, calm);
    expect(reply.state === "whole" && reply.items.map(({ identity, id }) => [identity, id])).toEqual([
      ["S1", "P1"],
      ["S2", "P2"],
      ["S3", "P3"],
    ]);
    expect(arrived.slice(1).map(({ headers }) => headers.authorization)).toEqual(
      Array(3).fill("Bearer tok-canary"),
    );
    expect(arrived[0]?.body).toContain("grant_type=client_credentials");
  });

  const traps: readonly (readonly [string, string, string])[] = [
    ["another host", "https://evil.example/server-profiles", "foreign-link"],
    ["itself", "/server-profiles", "endless-pages"],
    ["ever new pages", "?", "endless-pages"],
  ];
  test.each(traps)(
    "a next page that leads to %s makes the list unknown, and is not followed",
    async (_, next, code) => {
      let page = 0;
      const { wire, sent } = scripted(({ method }) => {
        page += 1;
        const items = [profile(page)];
        return method === "POST"
          ? json(200, grant, asJson)
          : json(200, { items, next: next === "?" ? `?at=${page}` : next });
      });
      const reply = await opened("servers", wire).read(profiles, calm);
      expect(reply).toMatchObject({ state: "unknown", problem: { code } });
      expect(sent.every(({ url }) => new URL(url).origin === origin)).toBe(true);
      expect(sent.length).toBeLessThan(1003);
    },
  );

  test("a profile without an id, or with neither serial nor name, is not one", async () => {
    for (const bad of [{ serial: "S1" }, { id: "P1", serial: "" }]) {
      const { wire } = scripted(({ method }) =>
        method === "POST" ? json(200, grant, asJson) : json(200, { items: [bad] }),
      );
      expect(await opened("servers", wire).read(profiles, calm)).toMatchObject({
        state: "unknown",
        problem: { code: "unexpected-shape" },
      });
    }
  });

  test("fields, paths and scope are those of the target's settings", async () => {
    const settings = {
      basePath: "/api/v2",
      itemsField: "results",
      nextField: "nextPage",
      tokenPath: "/auth/token",
      scope: "profiles:read",
    };
    const { wire, sent } = scripted(({ method, url }) => {
      if (method === "POST") return json(200, grant, asJson);
      return json(200, { results: [profile(1)], ...(!url.includes("?") && { nextPage: "?page=2" }) });
    });
    await opened("servers", wire, { settings }).read(profiles, calm);
    expect(sent.map(({ url }) => url.slice(origin.length))).toEqual(
      expect.arrayContaining(["/auth/token", "/api/v2/server-profiles", "/api/v2/server-profiles?page=2"]),
    );
  });
});

describe("writing server profiles", () => {
  const path = "/server-profiles";
  const desired = { serial: "S9", name: "db-9", description: "standby" };
  const create = writeOf({ operation: "create", kind: "serverProfile", identity: "S9", desired });

  test("one that is missing is created with all that is declared, and its id comes back", async () => {
    const arrived = prepared(origin, [token, { method: "POST", path, status: 201, body: profile(9) }]);
    expect(await session().write(create, calm)).toMatchObject({ meaning: "accepted", id: "P9" });
    expect(JSON.parse(arrived[1]?.body ?? "")).toEqual(desired);
  });

  test("a create whose answer has no id is lost: the profile is looked for", async () => {
    prepared(origin, [token, { method: "POST", path, status: 201, body: {} }]);
    expect(await session().write(create, calm)).toMatchObject({ meaning: "lost" });
  });

  test("an update sends what differs to the profile's own path", async () => {
    const arrived = prepared(origin, [token, { method: "PUT", path: `${path}/P9`, body: profile(9) }]);
    const write = writeOf({
      operation: "update",
      kind: "serverProfile",
      identity: "S9",
      desired,
      live: { id: "P9", value: { serial: "S9", name: "db-9" } },
      differences: differs("/description"),
    });
    expect((await session().write(write, calm)).meaning).toBe("accepted");
    expect(JSON.parse(arrived[1]?.body ?? "")).toEqual({ description: "standby" });
  });

  test("without the scope for it, the message names the request, what the server says and what was asked for", async () => {
    const forbidden = { error: "Forbidden", message: "profiles:write is missing" };
    const { wire, sent } = scripted(({ url }) =>
      url.endsWith("/token") ? json(200, grant, asJson) : json(403, forbidden),
    );
    const reply = await opened("servers", wire, { settings: { scope: "profiles:read" } }).write(create, calm);
    expect(reply).toMatchObject({ meaning: "refused", problem: { code: "forbidden" } });
    expect(JSON.stringify(reply)).toMatch(/POST \/server-profiles.*profiles:write is missing.*profiles:read/);
    expect(header(sent[1]?.headers.authorization ?? "")).toBe("Bearer tok-canary");
  });
});
