import { expect, test } from "vitest";
import { drivers } from "../../../src/project/drivers.ts";
import { json, text } from "../../servers/scripted-wire.ts";
import { differs, writeOf } from "../opened.ts";
import { keepsTheContract, type Subject } from "./driver-contract.ts";

const linked = (record: object) => (next: string) => json(200, [record], { link: `<${next}>; rel="next"` });
const organization = { id: "O1", name: "Acme" };
const network = { id: "N_1", name: "Berlin" };
const ssid = { number: 0, name: "Corp" };
const acme = { scope: { organization: "Acme" }, wanted: [] };

const dashboard: Subject = {
  interface: "dashboard",
  origin: "https://dashboard.example.net",
  badCredentials: [{ apiKey: "plain" }, { token: { secret: "env:T" } }],
  reads: [
    {
      title: "organizations",
      request: { collection: "organizations", scope: {}, wanted: [] },
      body: [organization],
      leadingTo: linked(organization),
    },
    {
      title: "networks",
      request: { collection: "networks", parentId: "O1", ...acme },
      body: [network],
      leadingTo: linked(network),
    },
    {
      title: "SSIDs",
      request: { collection: "ssids", parentId: "N_1", ...acme },
      body: [ssid],
      leadingTo: linked(ssid),
    },
    {
      title: "devices",
      request: { collection: "devices", parentId: "O1", ...acme },
      body: [{ serial: "Q" }],
      leadingTo: linked({ serial: "Q" }),
    },
    {
      title: "an appliance's uplinks",
      request: { collection: "uplink", scope: { serial: "Q" }, wanted: [] },
      body: [{ interface: "WAN 1", status: "Active" }],
      item: true,
    },
    {
      title: "an access point's wireless status",
      request: { collection: "wirelessStatus", scope: { serial: "Q" }, wanted: [] },
      body: { basicServiceSets: [] },
      item: true,
    },
  ],
  writes: [
    [
      "creating a network",
      writeOf({
        operation: "create",
        kind: "network",
        identity: "Berlin",
        parentId: "O1",
        desired: { name: "Berlin" },
      }),
      json(201, network),
    ],
    [
      "updating a network",
      writeOf({
        operation: "update",
        kind: "network",
        identity: "Berlin",
        desired: { name: "Berlin", netflow: { enabled: true } },
        live: { id: "N_1", value: { name: "Bonn", netflow: { enabled: false, collectorPort: 1 } } },
        differences: differs("/name", "/netflow/enabled"),
      }),
      json(200, network),
    ],
    [
      "removing a network",
      writeOf({ operation: "remove", kind: "network", identity: "Berlin", live: { id: "N_1", value: {} } }),
      text(204, ""),
    ],
    [
      "moving a device",
      writeOf({
        operation: "update",
        kind: "dashboardDevice",
        identity: "Q",
        desired: { serial: "Q", tags: [], network: "berlin" },
        referredIds: { "cloud/network/berlin": "N_1" },
        live: { id: "Q", value: { serial: "Q", tags: ["a"], network: "munich" } },
        differences: differs("/network", "/tags"),
      }),
      json(200, { serial: "Q" }),
    ],
    [
      "configuring an SSID",
      writeOf({
        operation: "create",
        kind: "ssid",
        identity: "0",
        parentId: "N_1",
        desired: { name: "Corp", password: { secret: "env:canary" } },
        secrets: ["/password"],
      }),
      json(200, ssid),
    ],
  ],
};

const netflow = { reportingEnabled: true, collectorIp: "10.0.0.9", collectorPort: 2055 };
const meraki: Subject = {
  ...dashboard,
  dialect: "meraki",
  settings: { removals: ["network"] },
  reads: [
    // Uplinks are left out, because they are not part of a device's record.
    ...dashboard.reads.filter(({ request }) => request.collection !== "uplink"),
    {
      title: "netflow of a network",
      request: { collection: "netflow", parentId: "N_1", ...acme },
      body: netflow,
    },
  ],
  writes: [
    ...dashboard.writes,
    [
      "changing netflow",
      writeOf({
        operation: "update",
        kind: "networkNetflow",
        identity: "netflow",
        parentId: "N_1",
        desired: { enabled: true },
        differences: differs("/enabled"),
      }),
      json(200, netflow),
    ],
    [
      "emptying an SSID",
      writeOf({ operation: "remove", kind: "ssid", identity: "0", parentId: "N_1", live: { value: {} } }),
      json(200, ssid),
    ],
  ],
};

const site = { siteName: "Berlin", healthScore: 90, numberOfClients: 3 };
const device = { id: "d1", name: "sw" };
const enveloped = (record: object) => ({ response: [record], version: "1.0" });
const controller: Subject = {
  interface: "controller",
  origin: "https://controller.example.net",
  badCredentials: [{ username: "u" }, { username: "u", password: "plain" }],
  reads: [
    {
      title: "sites",
      request: { collection: "sites", scope: {}, wanted: [] },
      body: enveloped(site),
      leadingTo: (nextPageUri) => json(200, { ...enveloped(site), nextPageUri }),
    },
    {
      title: "devices",
      request: { collection: "devices", scope: {}, wanted: [] },
      body: enveloped(device),
      leadingTo: (nextPageUri) => json(200, { ...enveloped(device), nextPageUri }),
    },
    {
      title: "one device",
      request: { collection: "device", scope: { id: "d1" }, wanted: [] },
      body: { response: device },
      item: true,
    },
  ],
  writes: [
    [
      "adding a device",
      writeOf({
        operation: "create",
        kind: "controllerDevice",
        identity: "sw",
        desired: { name: "sw", managementIpAddress: "10.1.1.1" },
      }),
      json(201, { response: device }),
    ],
  ],
};

const pool = { name: "Lab", poolType: "Generic", addressSpace: { subnet: "10.9.0.0", prefixLength: 16 } };
const catalystCenter: Subject = {
  ...controller,
  dialect: "catalyst-center",
  badCredentials: [...controller.badCredentials, { token: { secret: "env:T" } }],
  reads: [
    {
      title: "address pools",
      request: { collection: "ipPools", scope: {}, wanted: [] },
      body: { response: [{ id: "p1", ...pool }] },
      leadingTo: (next) =>
        json(200, { response: [{ id: "p1", ...pool }] }, { link: `<${next}>; rel="next"` }),
    },
    {
      title: "settings of an area",
      request: { collection: "ntp", scope: {}, parentId: "a1", wanted: [] },
      body: { response: { ntp: { servers: ["10.0.0.5"] } }, version: "1.0" },
    },
  ],
  writes: [
    [
      "changing a pool",
      writeOf({
        operation: "update",
        kind: "ipPool",
        identity: "Lab",
        desired: { name: "Lab", poolType: "Generic", subnet: "10.9.0.0", prefixLength: 16 },
        differences: differs("/prefixLength"),
        live: { value: {}, id: "p1" },
      }),
      json(200, { response: "done" }),
    ],
    [
      "changing settings of an area",
      writeOf({
        operation: "update",
        kind: "areaNtp",
        identity: "ntp",
        parentId: "a1",
        desired: { servers: ["10.0.0.6"] },
        differences: differs("/servers"),
        live: { value: {} },
      }),
      json(200, { response: "done" }),
    ],
  ],
};

const object = (kind: string, identity: string) => ({
  collection: `${kind}s`,
  scope: {},
  wanted: [{ kind, identity, scope: {} }],
});
const fabric: Subject = {
  interface: "fabric",
  origin: "https://fabric.example.net",
  badCredentials: [{ token: "plain" }, { username: "u" }],
  reads: [
    {
      title: "a tenant",
      request: object("tenant", "uni/tn-A"),
      body: { fvTenant: { attributes: { name: "A" } } },
      item: true,
    },
    {
      title: "all tenants",
      request: { collection: "all tenants", scope: {}, wanted: [] },
      body: [{ fvTenant: { attributes: { name: "A" } } }],
    },
    {
      title: "a managed object",
      request: object("managedObject", "uni/tn-A/ctx-b"),
      body: { fvCtx: { attributes: { name: "b" } } },
      item: true,
    },
  ],
  writes: [
    [
      "creating a tenant",
      writeOf({ operation: "create", kind: "tenant", identity: "uni/tn-A", desired: { description: "d" } }),
      json(200, {}),
    ],
    [
      "updating a tenant",
      writeOf({ operation: "update", kind: "tenant", identity: "uni/tn-A", desired: { description: "e" } }),
      text(200, ""),
    ],
    [
      "removing a tenant",
      writeOf({ operation: "remove", kind: "tenant", identity: "uni/tn-A", live: { value: {} } }),
      text(204, ""),
    ],
    [
      "creating a managed object",
      writeOf({
        operation: "create",
        kind: "managedObject",
        identity: "uni/tn-A/ctx-b",
        desired: { class: "fvCtx", attributes: { name: "b" } },
      }),
      json(200, {}),
    ],
  ],
};

const apic: Subject = {
  interface: "fabric",
  dialect: "apic",
  settings: { removals: ["tenant"] },
  credential: { username: "netops", password: "pass-canary-3" },
  loginInBody: true,
  origin: "https://fabric.example.net",
  badCredentials: [{ token: "plain" }, { username: "u" }],
  reads: [
    {
      title: "all tenants",
      request: { collection: "tenants", scope: {}, wanted: [] },
      body: { totalCount: "1", imdata: [{ fvTenant: { attributes: { dn: "uni/tn-A", name: "A" } } }] },
    },
  ],
  writes: [
    [
      "creating a tenant",
      writeOf({ operation: "create", kind: "tenant", identity: "A", desired: { description: "d" } }),
      json(200, { totalCount: "0", imdata: [] }),
    ],
    [
      "removing a tenant",
      writeOf({ operation: "remove", kind: "tenant", identity: "A", live: { value: {} } }),
      json(200, { totalCount: "0", imdata: [] }),
    ],
  ],
};

const host = "10.20.0.1";
const scope = { host };
const restconf: Subject = {
  interface: "restconf",
  origin: `https://${host}`,
  badCredentials: [{ username: "u" }, { token: "plain" }],
  reads: [
    {
      title: "a device's tree",
      request: {
        collection: "tree",
        scope,
        wanted: [{ kind: "deviceHostname", identity: `${host} hostname`, scope }],
      },
      body: { "Vendor-native:native": { hostname: "rtr-1" } },
    },
  ],
  writes: [
    [
      "updating a hostname",
      writeOf({
        operation: "update",
        kind: "deviceHostname",
        identity: `${host} hostname`,
        scope,
        desired: "rtr-2",
      }),
      text(204, ""),
    ],
    [
      "updating an interface",
      writeOf({
        operation: "update",
        kind: "deviceInterface",
        identity: `${host} GigabitEthernet 1/0/1`,
        scope,
        desired: { description: "new" },
        live: { value: { description: "old" }, raw: { name: "1/0/1", description: "old", mtu: 9000 } },
        differences: differs("/description"),
      }),
      text(204, ""),
    ],
    [
      "updating configuration",
      writeOf({
        operation: "update",
        kind: "deviceConfiguration",
        identity: `${host} /Vendor-native:native/ntp`,
        scope,
        desired: { server: [{ ip: "a" }] },
        live: { value: {}, raw: { server: [] } },
        differences: differs("/server"),
      }),
      text(204, ""),
    ],
  ],
};

const room = { id: "R1", name: "NOC" };
const member = { id: "M1", email: "Alice@example.net", moderator: true };
const messaging: Subject = {
  interface: "messaging",
  origin: "https://messaging.example.net",
  badCredentials: [{ clientId: "c" }, { clientId: "c", clientSecret: "plain" }],
  reads: [
    {
      title: "rooms",
      request: { collection: "rooms", scope: {}, wanted: [] },
      body: [room],
      leadingTo: linked(room),
    },
    {
      title: "members",
      request: { collection: "members", parentId: "R1", scope: {}, wanted: [] },
      body: [member],
      leadingTo: linked(member),
    },
  ],
  writes: [
    [
      "creating a room",
      writeOf({ operation: "create", kind: "room", identity: "NOC", desired: { name: "NOC" } }),
      json(201, room),
    ],
    [
      "renaming a room",
      writeOf({
        operation: "update",
        kind: "room",
        identity: "NOC",
        desired: { name: "NOC" },
        live: { id: "R1", value: { name: "Old" } },
        differences: differs("/name"),
      }),
      json(200, room),
    ],
    [
      "removing a room",
      writeOf({ operation: "remove", kind: "room", identity: "NOC", live: { id: "R1", value: {} } }),
      text(204, ""),
    ],
    [
      "adding a member",
      writeOf({
        operation: "create",
        kind: "member",
        identity: "alice@example.net",
        scope: { member: "Alice@example.net" },
        parentId: "R1",
        desired: { moderator: true },
      }),
      json(201, member),
    ],
    [
      "removing a member",
      writeOf({
        operation: "remove",
        kind: "member",
        identity: "alice@example.net",
        parentId: "R1",
        live: { id: "M1", value: {} },
      }),
      text(204, ""),
    ],
  ],
};

/**
 * NETCONF's reads and writes are not HTTP. The good and bad answers to them are tested in test/drivers/yang/netconf.
 */
const netconf: Subject = {
  interface: "netconf",
  origin: "ssh://10.20.0.1",
  badCredentials: [
    { token: { secret: "env:T" } },
    { username: "admin", password: "plain" },
    { username: "admin", passphrase: { secret: "env:P" } },
  ],
  reads: [],
  writes: [],
};

const profile = { id: "P1", name: "db-1", serial: "S1", model: "M5", status: "ok" };
const servers: Subject = {
  interface: "servers",
  origin: "https://servers.example.net",
  badCredentials: [{ clientId: "c" }, { clientId: "c", clientSecret: "plain" }],
  reads: [
    {
      title: "server profiles",
      request: { collection: "devices", scope: {}, wanted: [] },
      body: { items: [profile] },
      leadingTo: (next) => json(200, { items: [profile], next }),
    },
  ],
  writes: [
    [
      "creating a server profile",
      writeOf({ operation: "create", kind: "serverProfile", identity: "S1", desired: { serial: "S1" } }),
      json(201, profile),
    ],
    [
      "changing a server profile",
      writeOf({
        operation: "update",
        kind: "serverProfile",
        identity: "S1",
        desired: { serial: "S1", description: "primary" },
        live: { id: "P1", value: { serial: "S1" } },
        differences: differs("/description"),
      }),
      json(200, profile),
    ],
  ],
};

const title = { id: "R1", title: "NOC", type: "group", lastActivity: "2026-01-01T00:00:00Z" };
const membership = { id: "M1", roomId: "R1", personEmail: "Alice@example.net", isModerator: true };
const within = (record: object) => (next: string) =>
  json(200, { items: [record] }, { link: `<${next}>; rel="next"` });
const webex: Subject = {
  ...messaging,
  dialect: "webex",
  reads: [
    {
      title: "rooms",
      request: { collection: "rooms", scope: {}, wanted: [] },
      body: { items: [title] },
      leadingTo: within(title),
    },
    {
      title: "members",
      request: { collection: "member", parentId: "R1", scope: {}, wanted: [] },
      body: { items: [membership] },
      leadingTo: within(membership),
    },
  ],
};

const shown = { serial: "FOX1", name: "edge-1" };
const inventoryOf = (name: "sdwan" | "firewall", badCredentials: readonly unknown[]): Subject => ({
  interface: name,
  origin: `https://${name}.example.net`,
  badCredentials,
  reads: [
    {
      title: "the inventory",
      request: { collection: "devices", scope: {}, wanted: [] },
      body: [shown],
      leadingTo: linked(shown),
    },
  ],
  writes: [],
});
const sdwan = inventoryOf("sdwan", [{ token: "plain" }, { username: "u" }]);
const edge = { "board-serial": "FOX1", "host-name": "edge-1" };
const vmanage: Subject = {
  ...sdwan,
  dialect: "vmanage",
  reads: [
    {
      title: "the inventory",
      request: { collection: "devices", scope: {}, wanted: [] },
      body: { data: [edge] },
      leadingTo: (next) => json(200, { data: [edge] }, { link: `<${next}>; rel="next"` }),
    },
  ],
};
const firewall = inventoryOf("firewall", [
  { clientSecret: { secret: "env:S" } },
  { clientId: "c", clientSecret: "plain" },
  { clientId: "c", store: {} },
  { clientId: "c", refreshToken: { secret: "env:R" }, store: { file: "f" } },
]);
const shownHost = { id: "H1", name: "DNS", type: "Host", value: "10.0.0.53" };
const fmc: Subject = {
  interface: "firewall",
  dialect: "fmc",
  credential: { token: "token-canary-9" },
  origin: "https://firewall.example.net",
  badCredentials: [{ token: "plain" }, { username: "u" }, { clientId: "c" }],
  reads: [
    {
      title: "hosts",
      request: { collection: "objects.hosts", scope: {}, wanted: [] },
      body: { items: [shownHost], paging: { offset: 0, limit: 1000, count: 1, pages: 1 } },
    },
  ],
  writes: [
    [
      "creating a host",
      writeOf({
        ...{ operation: "create", kind: "host", identity: "DNS" },
        desired: { name: "DNS", value: "10.0.0.53" },
      }),
      json(201, shownHost),
    ],
    [
      "changing a host",
      writeOf({
        ...{ operation: "update", kind: "host", identity: "DNS", differences: differs("/value") },
        desired: { name: "DNS", value: "10.0.0.54" },
        live: { id: "H1", value: { name: "DNS", value: "10.0.0.53" } },
      }),
      json(200, shownHost),
    ],
    [
      "removing a host",
      writeOf({ operation: "remove", kind: "host", identity: "DNS", live: { id: "H1", value: {} } }),
      json(200, shownHost),
    ],
  ],
};

const clock = {
  ...{ ClassId: "ntp.Policy", ObjectType: "ntp.Policy", Moid: "a".repeat(24), Name: "clock" },
  ...{ ModTime: "2026-02-01T10:00:00.000Z", NtpServers: ["10.0.0.1"] },
};
const inOrganization = { parentId: "b".repeat(24), scope: {} };
const ntp = { kind: "ntpPolicy", identity: "clock", ...inOrganization };
const intersight: Subject = {
  ...{ interface: "servers", dialect: "intersight", origin: servers.origin },
  badCredentials: servers.badCredentials,
  reads: [
    {
      title: "NTP policies",
      request: { collection: "policies.ntp", ...inOrganization, wanted: [] },
      body: { Count: 1, Results: [clock] },
    },
    {
      title: "any object by its type and name",
      request: {
        ...{ collection: "managedObjects", ...inOrganization },
        wanted: [{ kind: "managedObject", identity: "ntp.Policy,clock", scope: {} }],
      },
      body: { Count: 1, Results: [clock] },
    },
  ],
  writes: [
    [
      "creating an NTP policy",
      writeOf({ operation: "create", ...ntp, desired: { name: "clock", ntpServers: ["10.0.0.1"] } }),
      json(201, clock),
    ],
    [
      "changing an NTP policy",
      writeOf({
        ...{ operation: "update", ...ntp, desired: { name: "clock", enabled: false } },
        ...{ live: { id: clock.Moid, value: { name: "clock" }, version: clock.ModTime } },
        differences: differs("/enabled"),
      }),
      json(200, clock),
    ],
    [
      "removing an NTP policy",
      writeOf({ operation: "remove", ...ntp, live: { id: clock.Moid, value: {} } }),
      json(200, {}),
    ],
  ],
};

const subjects = [controller, dashboard, fabric, restconf, netconf, messaging, servers, sdwan, firewall];
const dialects: readonly Subject[] = [
  catalystCenter,
  apic,
  webex,
  meraki,
  { ...restconf, dialect: "rfc8040" },
  vmanage,
  fmc,
  intersight,
];
for (const subject of [...subjects, ...dialects]) keepsTheContract(subject);

test("every driver keeps the contract", () => {
  // A project's own catalog has no dialect here. It is tested in test/project/own-catalogs.
  const own = drivers.filter(({ dialects: all }) => Object.keys(all).length > 0);
  expect(subjects.map((subject) => subject.interface)).toEqual(own.map((driver) => driver.interface));
});

test("so does every dialect beyond the neutral one", () => {
  const others = drivers.flatMap(({ interface: of, dialects: all }) =>
    Object.keys(all).flatMap((dialect) => (dialect === "neutral" ? [] : [`${of} ${dialect}`])),
  );
  expect(dialects.map((subject) => `${subject.interface} ${subject.dialect}`).sort()).toEqual(others.sort());
});
