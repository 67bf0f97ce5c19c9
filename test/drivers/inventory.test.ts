/**
 * The inventories of the SD-WAN manager and the firewall manager: their requests, their matches, and answers that are
 * no inventory.
 */

import { expect, test } from "vitest";
import type { ReadRequest } from "../../src/drivers/contract/contract.ts";
import { fetchWire, opened as header, json, revealed, scripted, text } from "../servers/scripted-wire.ts";
import { offline, prepared } from "./nocked.ts";
import { calm, opened } from "./opened.ts";

offline();

const origin = "https://sdwan.example.net";
const record = (serial: string, name: string, more: object = {}) => ({ serial, name, ...more });
const wanting = (...identities: readonly string[]): ReadRequest => ({
  collection: "devices",
  scope: {},
  wanted: identities.map((identity) => ({ kind: "sdwanDevice", identity, scope: {} })),
});

test("all pages of an inventory are read, with the token in its header, and numbers as texts", async () => {
  const arrived = prepared(origin, [
    {
      method: "GET",
      path: "/api/inventory",
      body: [record("S1", "one", { softwareVersion: 17.12, uptime: 5, site: "Berlin" })],
      headers: { link: '</api/inventory?page=2>; rel="next"' },
    },
    { method: "GET", path: "/api/inventory?page=2", body: [record("S2", "two", { status: "" })] },
  ]);
  const settings = { basePath: "/api", devicesPath: "/inventory", tokenHeader: "X-Token" };
  const reply = await opened("sdwan", fetchWire, { settings }).read(wanting(), calm);
  expect(reply).toEqual({
    state: "whole",
    items: [
      {
        kind: "sdwanDevice",
        identity: "S1",
        value: { serial: "S1", name: "one", softwareVersion: "17.12", site: "Berlin" },
      },
      { kind: "sdwanDevice", identity: "S2", value: { serial: "S2", name: "two" } },
    ],
  });
  expect(arrived.map(({ headers }) => headers["x-token"])).toEqual(["token-canary-7", "token-canary-7"]);
});

test("a device is found by its serial number, or by its name where no serial number is declared", async () => {
  const { wire } = scripted(() => json(200, [record("S1", "one"), record("S2", "two"), { name: "three" }]));
  const reply = await opened("sdwan", wire).read(wanting("S1", "name two"), calm);
  const items = reply.state === "whole" ? reply.items : [];
  expect(items.map(({ identity }) => identity)).toEqual(["S1", "name two", "name three"]);
});

test.each([
  ["a record without serial number and name", json(200, [record("S1", "one"), { model: "x" }])],
  ["an object", json(200, { devices: [] })],
  ["an empty body", text(200, "")],
])("%s is no inventory: everything is unknown", async (_, answer) => {
  const reply = await opened("sdwan", scripted(() => answer).wire).read(wanting("S1"), calm);
  expect(reply.state).toBe("unknown");
});

test("the firewall's inventory is read with an access token, obtained by the refresh token that is kept", async () => {
  const granted = { access_token: "at", token_type: "bearer" };
  const { wire, sent } = scripted(({ url }) =>
    url.endsWith("/oauth/token")
      ? json(200, granted, { "content-type": "application/json" })
      : json(200, [record("F1", "fw")]),
  );
  const reply = await opened("firewall", wire).read(wanting(), calm);
  expect(reply).toMatchObject({ state: "whole", items: [{ kind: "firewallDevice", identity: "F1" }] });
  expect(revealed(sent[0]?.form)).toEqual({
    grant_type: "refresh_token",
    client_id: "client",
    client_secret: "client-canary-8",
    refresh_token: "refresh-canary-9",
  });
  expect(header(sent[1]?.headers.authorization ?? "")).toBe("Bearer at");
});
