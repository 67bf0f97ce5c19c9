import { describe, expect, test } from "vitest";
import { offline, prepared } from "./nocked.ts";
import { calm, differs, opened, writeOf } from "./opened.ts";
import { fetchWire, json, scripted } from "./scripted-wire.ts";

const origin = "https://dashboard.example.net";
const organizations = { collection: "organizations", scope: {}, wanted: [] };
const networks = { collection: "networks", scope: { organization: "Acme" }, parentId: "O 1", wanted: [] };
const ssids = { collection: "ssids", scope: { organization: "Acme" }, parentId: "N_1", wanted: [] };

offline();
const session = () => opened("dashboard", fetchWire);

describe("reads of the dashboard", () => {
  test("organizations come with their ids; the key is in its header and nowhere else", async () => {
    const arrived = prepared(origin, [
      { method: "GET", path: "/api/v1/organizations", body: [{ id: 7, name: "Acme", url: "x" }] },
    ]);
    expect(await session().read(organizations, calm)).toEqual({
      state: "whole",
      items: [{ kind: "organization", identity: "Acme", id: "7", value: { name: "Acme", url: "x" } }],
    });
    const [{ headers, url, body }] = arrived as [(typeof arrived)[0]];
    expect(headers).toMatchObject({ "x-vendor-api-key": "key-canary-1", accept: "application/json" });
    const elsewhere = JSON.stringify([{ ...headers, "x-vendor-api-key": "" }, url, body]);
    expect(elsewhere).not.toContain("canary");
    expect(headers.authorization).toBeUndefined();
  });

  test("networks are canonical: tags a sorted set, time zones in one spelling; unknown fields stay", async () => {
    const live = {
      id: "N_1",
      organizationId: "O 1",
      name: "Berlin",
      timeZone: "Asia/Calcutta",
      tags: ["b", "a", "b"],
      netflow: { enabled: false },
      notes: "kept",
    };
    const arrived = prepared(origin, [
      { method: "GET", path: "/api/v1/organizations/O%201/networks", body: [live] },
    ]);
    expect(await session().read(networks, calm)).toMatchObject({
      items: [
        {
          kind: "network",
          identity: "Berlin",
          id: "N_1",
          value: {
            name: "Berlin",
            timeZone: "Asia/Kolkata",
            tags: ["a", "b"],
            netflow: { enabled: false },
            notes: "kept",
          },
        },
      ],
    });
    expect(arrived).toHaveLength(1);
  });

  test("two networks of one name are both given", async () => {
    const body = [
      { id: "N_1", name: "Same" },
      { id: "N_2", name: "Same" },
    ];
    prepared(origin, [{ method: "GET", path: "/api/v1/organizations/O%201/networks", body }]);
    const reply = await session().read(networks, calm);
    expect(reply.state === "whole" && reply.items.map(({ id }) => id)).toEqual(["N_1", "N_2"]);
  });

  test("SSIDs are matched by number, and a password that is shown is dropped", async () => {
    const body = [{ number: 3, name: "Corp", vlan: 20, password: "psk-canary", enabled: true }];
    prepared(origin, [{ method: "GET", path: "/api/v1/networks/N_1/wireless/ssids", body }]);
    expect(await session().read(ssids, calm)).toEqual({
      state: "whole",
      items: [{ kind: "ssid", identity: "3", value: { name: "Corp", vlan: 20, enabled: true } }],
    });
  });

  test("an empty array is a whole list without items", async () => {
    prepared(origin, [{ method: "GET", path: "/api/v1/networks/N_1/wireless/ssids", body: [] }]);
    expect(await session().read(ssids, calm)).toEqual({ state: "whole", items: [] });
  });

  test("devices of an organization are listed by serial", async () => {
    const body = [{ serial: "Q2-1", name: "ap" }];
    prepared(origin, [{ method: "GET", path: "/api/v1/organizations/O%201/devices", body }]);
    expect(await session().read({ ...networks, collection: "devices" }, calm)).toMatchObject({
      items: [{ kind: "device", identity: "Q2-1", id: "Q2-1", value: { serial: "Q2-1", name: "ap" } }],
    });
  });

  const records = [
    { id: "N_1" },
    { name: "no id" },
    { id: "../N_2", name: "x" },
    { id: "a\r\nb", name: "x" },
    { id: "", name: "x" },
    7,
    null,
  ];
  test.each(records)("a record %j makes the list unknown", async (record) => {
    const { wire } = scripted(() => json(200, [{ id: "N_0", name: "good" }, record]));
    expect(await opened("dashboard", wire).read(networks, calm)).toMatchObject({
      state: "unknown",
      problem: { code: "unexpected-shape" },
    });
  });

  test("an SSID number outside 0 to 14 makes the list unknown", async () => {
    const { wire } = scripted(() => json(200, [{ number: 15, name: "x" }]));
    expect((await opened("dashboard", wire).read(ssids, calm)).state).toBe("unknown");
  });

  test.each(["..", "a/../b", "N\r\n1", ""])(
    "an id %j is refused before anything is sent",
    async (parentId) => {
      const { wire, sent } = scripted(() => json(200, []));
      const read = await opened("dashboard", wire).read({ ...ssids, parentId }, calm);
      expect(read).toMatchObject({ state: "unknown", problem: { code: "bad-id" } });
      const write = writeOf({ operation: "update", kind: "ssid", identity: "0", parentId, desired: {} });
      expect(await opened("dashboard", wire).write(write, calm)).toMatchObject({
        problem: { code: "bad-id" },
      });
      expect(sent).toEqual([]);
    },
  );
});

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
    expect(await session().write(write, calm)).toMatchObject({ meaning: "accepted", id: "N_9" });
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

  test("a preview shows an id that is not known yet in braces", () => {
    const parentId = "{id of cloud/network/berlin}";
    const write = writeOf({ operation: "create", kind: "ssid", identity: "3", parentId, desired: ssid });
    expect(session().preview(write).url).toBe(`${origin}/api/v1/networks/${parentId}/wireless/ssids/3`);
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

describe("settings of a dashboard target", () => {
  const settings = {
    basePath: "/api/v9",
    keyHeader: "X-Other-Key",
    ssidFields: { number: "slot", password: "psk", vlan: "defaultVlanId" },
    notReady: "come back (later)",
    budget: "organization",
  };

  test("the base path, the header of the key and the budget are replaced", async () => {
    const { wire, sent } = scripted(() => json(200, []));
    await opened("dashboard", wire, { settings }).read(networks, calm);
    expect(sent[0]).toMatchObject({ url: `${origin}/api/v9/organizations/O%201/networks`, budget: "Acme" });
    expect(Object.keys(sent[0]?.headers ?? {})).toEqual(["accept", "x-other-key"]);
  });

  test("all requests share the origin's budget unless set otherwise", async () => {
    const { wire, sent } = scripted(() => json(200, []));
    await opened("dashboard", wire).read(networks, calm);
    expect(sent[0]?.budget).toBeUndefined();
  });

  test("the names of an SSID's fields are replaced, both ways", async () => {
    const { wire, sent } = scripted(() => json(200, [{ slot: 4, name: "Corp", defaultVlanId: 9, psk: "x" }]));
    const open = opened("dashboard", wire, { settings });
    expect(await open.read(ssids, calm)).toMatchObject({
      items: [{ identity: "4", value: { name: "Corp", vlan: 9 } }],
    });
    const desired = { name: "Corp", vlan: 9, password: { secret: "env:X" } };
    await open.write(
      writeOf({ operation: "create", kind: "ssid", identity: "4", parentId: "N", desired }),
      calm,
    );
    expect(Object.keys(sent[1]?.body ?? {})).toEqual(["name", "defaultVlanId", "psk"]);
  });

  test("the text that means not ready is replaced, and taken literally", async () => {
    const write = writeOf({
      operation: "create",
      kind: "ssid",
      identity: "3",
      parentId: "N",
      desired: { name: "a" },
    });
    const answered = async (error: string) => {
      const { wire } = scripted(() => json(400, { error }));
      return (await opened("dashboard", wire, { settings }).write(write, calm)).meaning;
    };
    expect(await answered("please COME BACK (later)!")).toBe("busy");
    expect(await answered("come back later")).toBe("refused");
    expect(await answered("not ready")).toBe("refused");
  });
});
