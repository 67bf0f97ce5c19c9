/** Catalyst Center's lists: the offsets of pages begin with 1, and a list is checked against a count. */

import { describe, expect, test } from "vitest";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { openRest } from "../../../src/drivers/rest/session.ts";
import { Secret } from "../../../src/model/secret.ts";
import type { WireRequest } from "../../../src/model/wire.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { json, scripted } from "../../servers/scripted-wire.ts";
import { calm, targetOf, writeOf } from "../opened.ts";

const dialect = compileCatalog(catalogsIn().read("catalyst-center"));
const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index + 1}`);

/** Returns a session with a controller that has these records and reports this count. */
function opened(records: readonly object[], count: (of: WireRequest) => unknown) {
  const { wire, sent } = scripted((request) => {
    const url = new URL(request.url);
    if (url.pathname.endsWith("/auth/token")) return json(200, { Token: "t" });
    if (url.pathname.endsWith("/count")) return json(200, { response: count(request), version: "1.0" });
    const from = Number(url.searchParams.get("offset")) - 1;
    return json(200, { response: records.slice(from, from + Number(url.searchParams.get("limit"))) });
  });
  const session = openRest({
    target: { ...targetOf("controller"), url: "https://campus.example.net" },
    ...{ dialect, wire, secret: () => new Secret(""), now: () => 0 },
    credential: { username: new Secret("user"), password: new Secret("password") },
    tokens: { load: async () => ({}), save: async () => undefined },
  });
  const read = (collection: string, parentId?: string) =>
    session.read({ collection, scope: {}, wanted: [], ...(parentId && { parentId }) }, calm);
  return {
    session,
    read,
    paths: () => sent.map(({ url }) => url.replace("https://campus.example.net/dna", "")),
  };
}

const sites = [
  { id: "g", name: "Global", nameHierarchy: "Global", type: "global" },
  ...names(500).map((name) => ({ id: name, name, parentId: "g", type: "area" })),
  { id: "b", name: "HQ", parentId: "n1", type: "building", country: "Germany" },
  { id: "f1", name: "Ground", parentId: "b", type: "floor", floorNumber: 0 },
  { id: "f2", name: "Ground", parentId: "another", type: "floor", floorNumber: 0 },
];

describe("Catalyst Center's list", () => {
  test("of devices is read page by page from 1 on, and counted", async () => {
    const devices = names(503).map((id) => ({ id, hostname: null, managementIpAddress: "10.0.0.1" }));
    const { read, paths } = opened(devices, () => 503);
    expect(await read("devices")).toMatchObject({ state: "whole", items: { length: 503 } });
    expect(paths()).toEqual([
      "/system/api/v1/auth/token",
      "/intent/api/v1/network-device?offset=1&limit=500",
      "/intent/api/v1/network-device?offset=501&limit=500",
      "/intent/api/v1/network-device/count",
    ]);
  });

  test("of sites has areas with the outermost one, buildings, and the floors of one building", async () => {
    const { read } = opened(sites, () => ({ count: sites.length }));
    expect(await read("areas")).toMatchObject({ state: "whole", items: { length: 501 } });
    expect(await read("buildings")).toMatchObject({ items: [{ identity: "Global/n1/HQ", id: "b" }] });
    expect(await read("floors", "b")).toEqual({
      state: "whole",
      items: [{ kind: "floor", identity: "Ground", id: "b/f1", value: expect.anything() }],
    });
  });

  test.each([
    ["another number", () => ({ count: 7 }), "list-moved"],
    ["no number", () => ({}), "unexpected-shape"],
  ])("is unknown where the count says %s", async (_, count, code) => {
    const { read } = opened(sites, count);
    expect(await read("areas")).toMatchObject({ state: "unknown", problem: { code } });
  });
});

describe("Catalyst Center's wireless settings", () => {
  const { session } = opened([], () => 0);
  const shown = ({ method, url, body }: WireRequest) => [method, url.replace(/^.*\/intent\/api/, ""), body];
  const live = { value: {}, id: "i 1" };

  test.each([
    ["wirelessInterface", "interfaces", { interfaceName: "guests", vlanId: 30 }],
    ["dot11beProfile", "dot11beProfiles", { profileName: "fast", ofdmaUpLink: false }],
    ["powerProfile", "powerProfiles", { profileName: "night", rules: [] }],
  ])("are made, changed and removed at their own path: %s", (kind, path, desired) => {
    const one = { kind, identity: "x", desired };
    const at = `/v1/wirelessSettings/${path}`;
    expect(shown(session.preview(writeOf({ ...one, operation: "create" })))).toEqual(["POST", at, desired]);
    const changed = session.preview(writeOf({ ...one, operation: "update", live }));
    expect(shown(changed)).toEqual(["PUT", `${at}/i%201`, desired]);
    const removed = session.preview(writeOf({ ...one, operation: "remove", live }));
    expect(shown(removed)).toEqual(["DELETE", `${at}/i%201`, undefined]);
  });
});
