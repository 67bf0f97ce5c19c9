import { describe, expect, test } from "vitest";
import { fetchWire, opened as header, json, scripted } from "../servers/scripted-wire.ts";
import { offline, prepared } from "./nocked.ts";
import { calm, opened, writeOf } from "./opened.ts";

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

  test("devices are matched by name, and keep their id", async () => {
    const device = { id: "d1", name: "sw", status: "unreachable", managementIpAddress: "10.1.1.1" };
    prepared(origin, [
      login,
      { method: "GET", path: "/ctl/intent/api/v1/network-device", body: { response: [device] } },
    ]);
    expect(
      await opened("controller", fetchWire).read({ ...sites, collection: "devices" }, calm),
    ).toMatchObject({
      items: [{ kind: "controllerDevice", identity: "sw", id: "d1", value: device }],
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

  test("one device is read by its id, and only an answer about that one counts", async () => {
    const device = { id: "d/1", name: "sw", status: "reachable" };
    const answers = [{ response: device }, { response: { ...device, id: "d2" } }, { response: [device] }];
    const { wire, sent } = scripted(({ method }, index) =>
      json(200, method === "POST" ? { token: "t" } : answers[index - 1]),
    );
    const session = opened("controller", wire);
    const request = { collection: "device", scope: { id: "d/1" }, wanted: [] };
    expect(await session.read(request, calm)).toMatchObject({ state: "whole", items: [{ value: device }] });
    expect(sent[1]?.url).toBe(`${origin}/ctl/intent/api/v1/network-device/d%2F1`);
    expect(await session.read(request, calm)).toMatchObject({ state: "unknown" });
    expect(await session.read(request, calm)).toMatchObject({ state: "unknown" });
  });

  const versions: readonly (readonly [string, string, readonly string[]])[] = [
    ["1.0", "1.0", []],
    ["2.0", "2.0", ["is in version 2.0 of its format, but trueup knows 1.0"]],
    ["1.0", "2.0", ["is in versions 1.0 and 2.0 of its format, but trueup knows 1.0"]],
  ];
  test.each(versions)(
    "pages in versions %s and %s of the format: warned %j",
    async (first, second, warned) => {
      const path = "/ctl/intent/api/v1/site-health";
      prepared(origin, [
        login,
        { method: "GET", path, body: { response: [], version: first, nextPageUri: "?offset=1" } },
        { method: "GET", path: `${path}?offset=1`, body: { response: [], version: second } },
      ]);
      const reply = await opened("controller", fetchWire).read(sites, calm);
      const warnings = reply.state === "whole" ? (reply.warnings ?? []) : undefined;
      expect(warnings?.map(({ severity }) => severity)).toEqual(warned.map(() => "warning"));
      for (const [index, text] of warned.entries()) expect(warnings?.[index]?.message).toContain(text);
    },
  );

  test("a version that the target's settings name is known", async () => {
    const { wire } = scripted(({ method }) =>
      json(200, method === "POST" ? { token: "t" } : { response: [], version: "2.0" }),
    );
    const reply = await opened("controller", wire, { settings: { version: "2.0" } }).read(sites, calm);
    expect(reply).toEqual({ state: "whole", items: [] });
  });

  test("what it has no kind for is a fault of the program", async () => {
    const { wire, sent } = scripted(() => json(200, {}));
    const session = opened("controller", wire);
    const write = writeOf({ operation: "create", kind: "site", identity: "x" });
    await expect(session.write(write, calm)).rejects.toThrow("no create of a site");
    expect(() => session.preview(write)).toThrow("no create of a site");
    await expect(session.read({ ...sites, collection: "rooms" }, calm)).rejects.toThrow(
      "this interface has no kind called rooms",
    );
    expect(sent).toEqual([]);
  });
});

describe("adding a device to the inventory", () => {
  const desired = { name: "sw-1", type: "Switch 9300", managementIpAddress: "10.1.1.1" };
  const write = writeOf({ operation: "create", kind: "controllerDevice", identity: "sw-1", desired });
  const path = "/ctl/intent/api/v1/network-device";

  test("all that is declared is sent, and the id comes back", async () => {
    const answer = { response: { id: "d9", ...desired, status: "reachable" } };
    const arrived = prepared(origin, [login, { method: "POST", path, status: 201, body: answer }]);
    expect(await opened("controller", fetchWire).write(write, calm)).toMatchObject({
      meaning: "accepted",
      id: "d9",
    });
    expect(JSON.parse(arrived[1]?.body ?? "")).toEqual(desired);
    expect(arrived[1]?.headers["content-type"]).toBe("application/json");
  });

  test("an answer without a record is no failure: the response's shape is not shown", async () => {
    prepared(origin, [login, { method: "POST", path, status: 202 }]);
    expect(await opened("controller", fetchWire).write(write, calm)).toEqual({ meaning: "accepted" });
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
