import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import { changeLive } from "../../src/simulator/changes.ts";
import { builtInCompany, emptyCompany } from "../../src/simulator/company.ts";
import { armed } from "../../src/simulator/faults.ts";
import { respond } from "../../src/simulator/respond.ts";
import type { SimRequest } from "../../src/simulator/wire/message.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { played, request } from "./asked.ts";

const networks = "/api/v1/organizations/O_1001/networks";
const hostname = "/devices/10.20.0.1/restconf/data/Vendor-native:native/hostname";
const create = request("dashboard", `POST ${networks}`, { name: "New" });
const login = request("controller", "POST /ctl/system/api/v1/auth/token");
const configure = request("dashboard", "PUT /api/v1/networks/N_000052/wireless/ssids/0", {
  name: "Acme Corp",
  password: "canary-psk",
});

const script: readonly (readonly [number, SimRequest])[] = [
  [0, create],
  [10, login],
  [20, configure],
  [4000, configure],
  [4010, request("dashboard", "PUT /api/v1/networks/N_000001", { name: "Renamed" })],
  [4020, request("dashboard", "DELETE /api/v1/networks/N_000002")],
  [4030, request("fabric", "POST /api/mo/uni/tn-New.json", { fvTenant: { attributes: { name: "New" } } })],
  [4040, request("fabric", "DELETE /api/mo/uni/tn-Production.json")],
  [4050, request("restconf", `PUT ${hostname}`, { "Vendor-native:native": { hostname: "new" } })],
];

function trace(world: World): string {
  return JSON.stringify(played(world, script).replies);
}

describe("a world is a value", () => {
  test("what happens in one leaves the one it came from as it was", () => {
    const world = createWorld(builtInCompany());
    const before = structuredClone(world);
    const { world: after, replies } = played(world, script);
    expect(replies.map(({ status }) => status)).toEqual([201, 200, 400, 200, 200, 204, 200, 204, 204]);
    expect(world).toEqual(before);
    expect(after).not.toEqual(before);
  });

  test("from every step of a script the rest can be played again, with the same replies", () => {
    const steps: World[] = [];
    let world = createWorld(builtInCompany());
    for (const [now, each] of script) {
      steps.push(world);
      world = respond(world, each, now).world;
    }
    const { replies } = played(createWorld(builtInCompany()), script);
    for (const [index, from] of steps.entries()) {
      const again = played(from, script.slice(index));
      expect(again.replies).toEqual(replies.slice(index));
      expect(again.world).toEqual(world);
    }
  });

  test("the same script gives the same bytes", () => {
    expect(trace(createWorld(builtInCompany()))).toBe(trace(createWorld(builtInCompany())));
  });

  test("ids are counted, also over a removal", () => {
    const remove = request("dashboard", "DELETE /api/v1/networks/N_000052");
    const { replies } = played(createWorld(builtInCompany()), [
      [0, create],
      [1, remove],
      [2, create],
    ]);
    expect([replies[0]?.body, replies[2]?.body]).toEqual([
      expect.stringContaining('"N_000052"'),
      expect.stringContaining('"N_000053"'),
    ]);
  });
});

test("an id of an added device is never given again, also after a removal", () => {
  const added = { name: "dev-new", type: "Campus Switch 24P", managementIpAddress: "10.30.9.9" };
  const add = {
    ...request("controller", "POST /ctl/intent/api/v1/network-device", added),
    headers: { "x-auth-token": "simulated-token-000001" },
  };
  const change = { interface: "controller", device: "rtr-berlin-1", remove: true } as const;
  const first = played(createWorld(builtInCompany()), [
    [0, login],
    [1, add],
  ]);
  const world = changeLive(first.world, change) ?? first.world;
  const { devices } = played(world, [[2, add]]).world.controller;
  expect(devices.size).toBe(301);
  expect([...devices.keys()].slice(-2)).toEqual(["device-000301", "device-000302"]);
});

describe("time", () => {
  test("a new network takes an SSID from the end of its window on, not a millisecond earlier", () => {
    const world = createWorld(builtInCompany(), { readinessMs: 700 });
    const { replies } = played(world, [
      [5, create],
      [704, configure],
      [705, configure],
    ]);
    expect(replies.map(({ status }) => status)).toEqual([201, 400, 200]);
  });

  test("networks of the seed are ready", () => {
    const put = request("dashboard", "PUT /api/v1/networks/N_000001/wireless/ssids/0", { vlan: 30 });
    expect(respond(createWorld(builtInCompany()), put, 0).reply.status).toBe(200);
  });

  test("a token lives as long as is set; a new one is another one, and the old one stays good", () => {
    const world = createWorld(builtInCompany(), { tokenLifetimeMs: 100 });
    const health = (token: string): SimRequest => ({
      ...request("controller", "GET /ctl/intent/api/v1/site-health"),
      headers: { "x-auth-token": token },
    });
    const [first, second] = [health("simulated-token-000001"), health("simulated-token-000002")];
    const times = [
      [0, login],
      [50, login],
      [99, first],
      [100, first],
      [149, second],
      [150, second],
    ] as const;
    const { replies } = played(world, times);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 401, 200, 401]);
  });

  test("latency and slow replies are told, not waited for", () => {
    const slow = armed({ effect: { kind: "slow", delayMs: 500 } }, 0);
    const world = { ...createWorld(builtInCompany(), { latencyMs: 20 }), faults: [slow] };
    const { replies } = played(world, [
      [0, create],
      [1, create],
    ]);
    expect(replies.map(({ delayMs }) => delayMs)).toEqual([520, 20]);
  });
});

describe("what goes wrong", () => {
  test("somebody else's change happens at the moment of the conflict", () => {
    const change = { interface: "dashboard", network: "N_000001", set: { name: "Theirs" } } as const;
    const world: World = {
      ...createWorld(builtInCompany()),
      faults: [armed({ effect: { kind: "conflict" }, change }, 0)],
    };
    const put = request("dashboard", "PUT /api/v1/networks/N_000001", { name: "Ours" });
    const read = request("dashboard", "GET /api/v1/networks/N_000001");
    const { replies } = played(world, [
      [0, read],
      [1, put],
      [2, read],
      [3, put],
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 409, 200, 200]);
    expect(replies[2]?.body).toContain('"Theirs"');
  });

  test("a request that may not pass at all uses up no fault", () => {
    const world = { ...createWorld(builtInCompany()), faults: [armed({ effect: { kind: "down" } }, 0)] };
    const { replies } = played(world, [
      [0, { ...create, headers: {} }],
      [1, create],
    ]);
    expect(replies.map(({ status }) => status)).toEqual([401, 503]);
  });
});

describe("the companies", () => {
  test("the built-in one is large enough to be real, and every id and name in it is its own", () => {
    const { dashboard, controller, fabric, restconf } = createWorld(builtInCompany());
    const tenants = [...fabric.objects.values()].filter((each) => each.class === "fvTenant");
    const sites = controller.sites.map(({ siteName }) => siteName);
    const counts = [dashboard.organizations, dashboard.networks, dashboard.devices, controller.devices];
    expect(counts.map(({ size }) => size)).toEqual([3, 51, 306, 300]);
    expect([tenants.length, new Set(sites).size, restconf.routers.size]).toEqual([25, 150, 31]);
    const names = [...controller.devices.values()].map(({ name }) => name);
    expect(new Set(names).size).toBe(300);
    const scores = controller.sites.map(({ healthScore }) => Number(healthScore));
    expect([Math.min(...scores), Math.max(...scores)]).toEqual([10, 100]);
  });

  test("the built-in one has rooms, servers, SD-WAN devices and firewalls, each with a name of its own", () => {
    const { messaging, servers, sdwan, firewall } = createWorld(builtInCompany());
    const lists = [messaging.rooms, servers.profiles, sdwan.devices, firewall.devices];
    const names = lists.map((each) => new Set([...each.values()].map(({ name }) => name)));
    expect(lists.map(({ size }) => size)).toEqual([64, 48, 36, 24]);
    expect(names.map(({ size }) => size)).toEqual([64, 48, 36, 24]);
    const sizes = [...messaging.rooms.values()].map(({ members }) => members.size);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([0, 24]);
  });

  test("the empty one has organizations and routers only", () => {
    const { dashboard, controller, fabric, restconf, ...more } = createWorld(emptyCompany());
    const { messaging, servers, sdwan, firewall } = more;
    expect([...dashboard.organizations.values()]).toEqual(["Acme", "Globex", "Meridian"]);
    expect([dashboard.networks.size, controller.sites.length, fabric.objects.size]).toEqual([0, 0, 1]);
    const others = [messaging.rooms, servers.profiles, sdwan.devices, firewall.devices];
    expect(others.map(({ size }) => size)).toEqual([0, 0, 0, 0]);
    expect(restconf.routers.size).toBe(31);
  });
});

describe("habits that can be switched on", () => {
  const update = (body: JsonObject) => request("dashboard", "PUT /api/v1/networks/N_000001", body);

  test.each([
    [["sortTags"], { tags: ["b", "a"] }, '"tags":["a","b"]'],
    [["lowerCaseTags"], { tags: ["B"] }, '"tags":["b"]'],
    [["timeZoneAlias"], { timeZone: "UTC" }, '"timeZone":"Etc/UTC"'],
    [["portAsText"], { netflow: { enabled: false, collectorPort: 2056 } }, '"collectorPort":"2056"'],
    [["trimName"], { name: " Lab  1 " }, '"name":"Lab 1"'],
    [["upperCaseName"], { name: "Lab 1" }, '"name":"LAB 1"'],
    [["composeName"], { name: "Zu\u0308rich" }, '"name":"Z\u00fcrich"'],
    [[], { tags: ["B", "a"], timeZone: "UTC" }, '"timeZone":"UTC","tags":["B","a"]'],
  ] as const)("%j: %j is shown as %s", (normalise, body, shown) => {
    const world = createWorld(builtInCompany(), { normalise });
    expect(respond(world, update(body), 0).reply.body).toContain(shown);
  });

  test("leaves can be masked, and an absent object can be an empty answer", () => {
    const settings = { maskedLeaves: ["contact"], absentObject: '{"imdata":[]}' } as const;
    const world = createWorld(builtInCompany(), settings);
    const native = request("restconf", "GET /devices/10.20.0.1/restconf/data/Vendor-native:native");
    expect(respond(world, native, 0).reply.body).toContain('"contact":"****"');
    const absent = respond(world, request("fabric", "GET /api/mo/uni/tn-None.json"), 0).reply;
    expect([absent.status, absent.body]).toEqual([200, '{"imdata":[]}']);
  });
});
