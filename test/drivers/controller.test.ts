import { describe, expect, test } from "vitest";
import { offline, prepared } from "./nocked.ts";
import { calm, opened, writeOf } from "./opened.ts";
import { fetchWire, opened as header, json, scripted } from "./scripted-wire.ts";

const origin = "https://controller.example.net";
const login = {
  method: "POST",
  path: "/ctl/system/api/v1/auth/token",
  body: { token: "tok-canary" },
} as const;
const sites = { collection: "sites", scope: {}, wanted: [] };

offline();

describe("reads of the controller", () => {
  test("sites of all pages are given as they are", async () => {
    const site = (siteName: string) => ({ siteName, healthScore: 10, numberOfClients: 3 });
    const path = "/ctl/intent/api/v1/site-health";
    const more = { version: "1.0", totalRecords: 2 };
    const arrived = prepared(origin, [
      login,
      { method: "GET", path, body: { response: [site("Berlin")], nextPageUri: `${path}?offset=2`, ...more } },
      { method: "GET", path: `${path}?offset=2`, body: { response: [site("Bonn")], ...more } },
    ]);
    expect(await opened("controller", fetchWire).read(sites, calm)).toEqual({
      state: "whole",
      items: [
        { kind: "site", identity: "Berlin", value: site("Berlin") },
        { kind: "site", identity: "Bonn", value: site("Bonn") },
      ],
    });
    expect(arrived[0]?.headers.authorization).toBe(`Basic ${btoa("netops:pass-canary-2")}`);
    expect(arrived[1]?.headers).toMatchObject({ accept: "application/json", "x-auth-token": "tok-canary" });
    expect(JSON.stringify(arrived.slice(1))).not.toContain(btoa("netops:pass-canary-2"));
  });

  test("devices are listed by id", async () => {
    const device = { id: "d1", name: "sw", status: "unreachable", managementIpAddress: "10.1.1.1" };
    prepared(origin, [
      login,
      { method: "GET", path: "/ctl/intent/api/v1/network-device", body: { response: [device] } },
    ]);
    expect(
      await opened("controller", fetchWire).read({ ...sites, collection: "devices" }, calm),
    ).toMatchObject({
      items: [{ kind: "device", identity: "d1", id: "d1", value: device }],
    });
  });

  test("two sites of the same name are both given", async () => {
    const response = [
      { siteName: "Lab", healthScore: 1, numberOfClients: 1 },
      { siteName: "Lab", healthScore: 2, numberOfClients: 1 },
    ];
    const { wire } = scripted(({ method }) =>
      json(200, method === "POST" ? { token: "t" } : { response, totalRecords: 2 }),
    );
    const reply = await opened("controller", wire).read(sites, calm);
    expect(reply.state === "whole" && reply.items).toHaveLength(2);
  });

  test("nothing can be written: a write is a fault of the program", async () => {
    const { wire, sent } = scripted(() => json(200, {}));
    const session = opened("controller", wire);
    const write = writeOf({ operation: "create", kind: "site", identity: "x" });
    await expect(session.write(write, calm)).rejects.toThrow("no kind site");
    expect(() => session.preview(write)).toThrow("no kind site");
    await expect(session.read({ ...sites, collection: "rooms" }, calm)).rejects.toThrow(
      "no collection rooms",
    );
    expect(sent).toEqual([]);
  });
});

describe("settings of a controller target", () => {
  test("the token's field and header are replaced; in Authorization it is a Bearer value", async () => {
    const { wire, sent } = scripted(({ method }) =>
      json(200, method === "POST" ? { access: "t1" } : { response: [] }),
    );
    const settings = { tokenField: "access", tokenHeader: "Authorization" };
    expect((await opened("controller", wire, { settings }).read(sites, calm)).state).toBe("whole");
    expect(header(sent[1]?.headers.authorization ?? "")).toBe("Bearer t1");
  });

  test("a range of time is put into the query, under the names that are set", async () => {
    const { wire, sent } = scripted(({ method }) =>
      json(200, method === "POST" ? { token: "t1" } : { response: [] }),
    );
    const scope = { startTime: "1000", endTime: "2000" };
    await opened("controller", wire).read({ ...sites, scope }, calm);
    await opened("controller", wire, { settings: { timeRange: { start: "from" } } }).read(
      { ...sites, scope },
      calm,
    );
    const queries = sent.filter(({ method }) => method === "GET").map(({ url }) => new URL(url).search);
    expect(queries).toEqual(["?startTime=1000&endTime=2000", "?from=1000&endTime=2000"]);
  });
});
