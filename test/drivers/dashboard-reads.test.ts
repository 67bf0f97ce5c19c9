import { describe, expect, test } from "vitest";
import { fetchWire, json, scripted } from "../servers/scripted-wire.ts";
import { offline, prepared } from "./nocked.ts";
import { calm, opened, writeOf } from "./opened.ts";

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
      items: [
        { kind: "dashboardDevice", identity: "Q2-1", id: "Q2-1", value: { serial: "Q2-1", name: "ap" } },
      ],
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
