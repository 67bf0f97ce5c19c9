import { describe, expect, test } from "vitest";
import { armed } from "../../src/simulator/faults.ts";
import { type InterfaceName, interfaceNames } from "../../src/simulator/wire/served-names.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import {
  bearer,
  fabricToken,
  key,
  messagingClient,
  router,
  sdwanToken,
  serversClient,
  simulator,
} from "./served.ts";

const { call, edit, form, now, origin, reset, token } = simulator();

const reads: Readonly<Record<InterfaceName, string>> = {
  dashboard: "/api/v1/organizations",
  controller: "/ctl/intent/api/v1/site-health",
  fabric: "/api/mo/uni.json",
  restconf: "/restconf/data/Vendor-native:native/hostname",
  messaging: "/rooms",
  servers: "/server-profiles",
  sdwan: "/devices",
  firewall: "/devices",
};

const refresh = {
  grant_type: "refresh_token",
  client_id: "simulated-firewall-client",
  refresh_token: defaultSettings.credentials.firewallRefreshToken,
};

/**
 * For each interface, a function that returns a header with a valid credential. Some interfaces issue a credential only
 * on request.
 */
const credentials: Readonly<Record<InterfaceName, () => Promise<Record<string, string>>>> = {
  dashboard: async () => key,
  controller: () => token(),
  fabric: async () => fabricToken,
  restconf: async () => router,
  messaging: async () => bearer(await form("messaging", messagingClient)),
  servers: async () => bearer(await form("servers", serversClient)),
  sdwan: async () => sdwanToken,
  firewall: async () => bearer(await form("firewall", refresh)),
};

describe.each(interfaceNames)("every interface: %s", (name) => {
  const path = reads[name];

  test("200 with a credential; 401, the bare status, without one, whatever the path", async () => {
    expect((await call(name, path, { headers: await credentials[name]() })).status).toBe(200);
    for (const each of [path, "/nowhere"]) {
      const { status, text } = await call(name, each);
      expect([status, text]).toEqual([401, ""]);
    }
  });

  test("403 insufficient privileges: error Forbidden and a message", async () => {
    reset({ permissions: [{ interface: name, path: "*", methods: ["GET"], lacks: "privilege" }] });
    const { status, json } = await call(name, path, { headers: await credentials[name]() });
    expect([status, json]).toEqual([403, { error: "Forbidden", message: expect.any(String) }]);
  });

  test("404 for a path that is not there, 405 for a method that a path does not have", async () => {
    const headers = await credentials[name]();
    expect((await call(name, "/nowhere", { headers })).status).toBe(404);
    expect((await call(name, path, { method: "PATCH", headers })).status).toBe(405);
  });

  test("409 a lock held by another transaction, or a resource modified concurrently: status only", async () => {
    const headers = await credentials[name]();
    const fault = armed({ interface: name, methods: ["GET"], effect: { kind: "conflict" } }, now());
    edit((world) => ({ ...world, faults: [fault] }));
    const { status, text } = await call(name, path, { headers });
    expect([status, text]).toEqual([409, ""]);
    expect((await call(name, path, { headers })).status).toBe(200);
  });

  test("429 request rate exceeded: status only, with Retry-After, where a limit is set", async () => {
    const headers = await credentials[name]();
    edit((world) => ({ ...world, settings: { ...world.settings, [`${name}RequestsPerSecond`]: 1 } }));
    expect((await call(name, path, { headers })).status).toBe(200);
    const over = await call(name, path, { headers });
    expect([over.status, over.text, over.headers.get("retry-after")]).toEqual([429, "", "1"]);
  });

  test("what it was asked is told by every listener, under its name", async () => {
    const headers = await credentials[name]();
    await call("dashboard", "/_sim/reset-log", { method: "POST" });
    await call(name, path, { headers });
    const json: unknown = await (await fetch(`${origin(name)}/_sim/requests`)).json();
    expect(json).toMatchObject({
      counts: { [name]: { GET: 1 } },
      requests: [{ interface: name, status: 200 }],
    });
  });
});
