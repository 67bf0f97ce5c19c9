import { describe, expect, test } from "vitest";
import { fetchWire, json, scripted } from "../servers/scripted-wire.ts";
import { offline, prepared } from "./nocked.ts";
import { calm, differs, opened, writeOf } from "./opened.ts";

const origin = "https://dashboard.example.net";

offline();
const session = () => opened("dashboard", fetchWire);

describe("writes of the dashboard", () => {
  const desired = {
    name: "Berlin",
    timeZone: "Europe/Berlin",
    tags: ["a"],
    netflow: { collectorPort: 2056 },
  };
  const live = {
    id: "N_1",
    value: {
      name: "Berlin Old",
      timeZone: "Europe/Berlin",
      netflow: { enabled: true, collectorIp: "10.0.0.9", collectorPort: 1 },
    },
  };

  test("a network is created with all that is declared, and its id comes back", async () => {
    const arrived = prepared(origin, [
      {
        method: "POST",
        path: "/api/v1/organizations/O1/networks",
        status: 201,
        body: { id: "N_9", name: "Berlin" },
      },
    ]);
    const write = writeOf({
      operation: "create",
      kind: "network",
      identity: "Berlin",
      parentId: "O1",
      desired,
    });
    const said = { meaning: "accepted", id: "N_9", shownAs: "Berlin" };
    expect(await session().write(write, calm)).toMatchObject(said);
    expect(JSON.parse(arrived[0]?.body ?? "")).toEqual(desired);
    expect(arrived[0]?.headers["content-type"]).toBe("application/json");
  });

  test.each([{}, { id: "../x" }, []])(
    "a create answered with %j is lost: the network is looked for",
    async (body) => {
      const { wire } = scripted(() => json(201, body));
      const write = writeOf({
        operation: "create",
        kind: "network",
        identity: "Berlin",
        parentId: "O1",
        desired,
      });
      expect(await opened("dashboard", wire).write(write, calm)).toMatchObject({ meaning: "lost" });
    },
  );

  test("an update sends the changed fields only, an object among them whole over the live one", async () => {
    const arrived = prepared(origin, [{ method: "PUT", path: "/api/v1/networks/N_1", body: { id: "N_1" } }]);
    const differences = differs("/name", "/netflow/collectorPort");
    const write = writeOf({
      operation: "update",
      kind: "network",
      identity: "Berlin",
      parentId: "O1",
      desired,
      live,
      differences,
    });
    expect((await session().write(write, calm)).meaning).toBe("accepted");
    expect(JSON.parse(arrived[0]?.body ?? "")).toEqual({
      name: "Berlin",
      netflow: { enabled: true, collectorIp: "10.0.0.9", collectorPort: 2056 },
    });
  });

  test("a network is removed by DELETE, without a body", async () => {
    const arrived = prepared(origin, [{ method: "DELETE", path: "/api/v1/networks/N_1", status: 204 }]);
    const write = writeOf({ operation: "remove", kind: "network", identity: "Berlin", parentId: "O1", live });
    expect((await session().write(write, calm)).meaning).toBe("accepted");
    expect(arrived[0]).toMatchObject({ body: "" });
    expect(arrived[0]?.headers["content-type"]).toBeUndefined();
  });

  const ssid = { name: "Corp", password: { secret: "env:PSK" }, vlan: 20 };
  const path = "/api/v1/networks/N_1/wireless/ssids/3";

  test("an SSID is first configured by a PUT with all that is declared, its password opened", async () => {
    const arrived = prepared(origin, [{ method: "PUT", path, body: {} }]);
    const write = writeOf({
      operation: "create",
      kind: "ssid",
      identity: "3",
      parentId: "N_1",
      desired: ssid,
    });
    expect((await session().write(write, calm)).meaning).toBe("accepted");
    expect(JSON.parse(arrived[0]?.body ?? "")).toEqual({
      name: "Corp",
      password: "opened:env:PSK",
      vlan: 20,
    });
  });

  test("an SSID's update leaves the password out unless it differs", async () => {
    const arrived = prepared(origin, [
      { method: "PUT", path, body: {} },
      { method: "PUT", path, body: {} },
    ]);
    const write = writeOf({
      operation: "update",
      kind: "ssid",
      identity: "3",
      parentId: "N_1",
      desired: ssid,
    });
    await session().write({ ...write, differences: differs("/vlan") }, calm);
    await session().write({ ...write, differences: differs("/password") }, calm);
    expect(arrived.map(({ body }) => JSON.parse(body))).toEqual([
      { vlan: 20 },
      { password: "opened:env:PSK" },
    ]);
  });

  test("a preview is the request that is sent, with the password closed", async () => {
    const { wire, sent } = scripted(() => json(200, {}));
    const open = opened("dashboard", wire);
    const write = writeOf({
      operation: "create",
      kind: "ssid",
      identity: "3",
      parentId: "N_1",
      desired: ssid,
    });
    const shown = open.preview(write);
    await open.write(write, calm);
    expect(sent[0]).toMatchObject({ method: shown.method, url: shown.url, headers: shown.headers });
    expect(JSON.stringify(shown.body)).toBe('{"name":"Corp","password":"[secret]","vlan":20}');
  });

  test("a preview holds an id that is not known yet in braces, encoded like any other", () => {
    const parentId = "{id of cloud/network/berlin}";
    const write = writeOf({ operation: "create", kind: "ssid", identity: "3", parentId, desired: ssid });
    expect(session().preview(write).url).toBe(
      `${origin}/api/v1/networks/${encodeURIComponent(parentId)}/wireless/ssids/3`,
    );
  });
});

describe("errors of the dashboard, as the specification's table has them", () => {
  const write = writeOf({
    operation: "create",
    kind: "ssid",
    identity: "3",
    parentId: "N_1",
    desired: { name: "a" },
  });
  const rows: readonly [number, unknown, object][] = [
    [
      400,
      { error: "Malformed JSON", details: "line 1 column 2" },
      { meaning: "refused", problem: { message: expect.stringContaining("line 1 column 2") } },
    ],
    [400, { error: "network is not ready" }, { meaning: "busy", reason: "notReady" }],
    [401, "", { meaning: "refused", problem: { code: "unauthorized" } }],
    [403, { error: "Forbidden", message: "scope" }, { meaning: "refused", problem: { code: "forbidden" } }],
    [
      403,
      "",
      {
        meaning: "refused",
        problem: {
          code: "forbidden",
          hint: expect.stringContaining("PUT /api/v1/networks/N_1/wireless/ssids/3"),
        },
      },
    ],
    [409, "", { meaning: "conflict" }],
    [429, "", { meaning: "busy", reason: "throttled" }],
    [
      200,
      { errors: ["network was moved to another organization"] },
      { meaning: "refused", problem: { message: expect.stringContaining("moved to another") } },
    ],
  ];
  test.each(rows)("%i with %j", async (status, body, expected) => {
    prepared(origin, [{ method: "PUT", path: "/api/v1/networks/N_1/wireless/ssids/3", status, body }]);
    expect(await session().write(write, calm)).toMatchObject(expected);
  });
});
