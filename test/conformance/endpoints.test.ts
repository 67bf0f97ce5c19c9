import { describe, expect, test } from "vitest";
import { isObject } from "../../src/model/json.ts";
import { fabricToken, key, listOf, router, simulator, textOf, user, yang } from "./served.ts";

const { call, token } = simulator();
const native = "/restconf/data/Vendor-native:native";
const intent = "/ctl/intent/api/v1";

describe("Endpoints: controller interface", () => {
  test("POST auth/token: Basic credentials give a token used by later calls", async () => {
    const login = { method: "POST", headers: user };
    const reply = await call("controller", "/ctl/system/api/v1/auth/token", login);
    expect(reply.status).toBe(200);
    const headers = { "X-Auth-Token": textOf(reply.json, "token") };
    expect((await call("controller", `${intent}/site-health`, { headers })).status).toBe(200);
  });

  test("GET site-health: a page of the sites, with totalRecords; query parameters are optional", async () => {
    const headers = await token();
    const path = `${intent}/site-health?startTime=1700000000000&endTime=1700003600000`;
    const { json } = await call("controller", path, { headers });
    expect(listOf(json, "response")).toHaveLength(20);
    expect(json).toMatchObject({ totalRecords: 150 });
    const next = new URL(textOf(json, "nextPageUri")).searchParams;
    expect(Object.fromEntries(next)).toMatchObject({ startTime: "1700000000000", endTime: "1700003600000" });
  });

  test("GET network-device/{id}: a single device record; an unknown one is 404", async () => {
    const headers = await token();
    const id = "5d1e0000-0000-4000-8000-000000000013";
    const { json } = await call("controller", `${intent}/network-device/${id}`, { headers });
    expect(json).toMatchObject({ response: { id } });
    expect((await call("controller", `${intent}/network-device/none`, { headers })).status).toBe(404);
  });

  test("GET network-device: a list of devices", async () => {
    const { json } = await call("controller", `${intent}/network-device`, { headers: await token() });
    expect(json).toMatchObject({ totalRecords: 300, version: expect.any(String) });
  });

  test("POST device inventory path: adds a new device to the inventory", async () => {
    const headers = await token();
    const body = { name: "dev-new", managementIpAddress: "10.30.9.9", type: "Campus Switch 24P" };
    const added = await call("controller", `${intent}/network-device`, { method: "POST", headers, body });
    expect(added.status).toBe(201);
    const { json } = await call("controller", `${intent}/network-device`, { headers });
    expect(json).toMatchObject({ totalRecords: 301 });
    const nameless = { method: "POST", headers, body: { managementIpAddress: "10.30.9.9" } };
    expect((await call("controller", `${intent}/network-device`, nameless)).status).toBe(400);
  });
});

describe("Endpoints: dashboard-style interface", () => {
  test("GET /organizations: list of organizations", async () => {
    const { json } = await call("dashboard", "/api/v1/organizations", { headers: key });
    expect(json).toEqual([
      { id: "O_1001", name: "Acme" },
      { id: "O_1002", name: "Globex" },
      { id: "O_1003", name: "Meridian" },
    ]);
  });

  test("GET /organizations/{organizationId}/networks: list of that organization's networks", async () => {
    const acme = await call("dashboard", "/api/v1/organizations/O_1001/networks", { headers: key });
    const globex = await call("dashboard", "/api/v1/organizations/O_1002/networks", { headers: key });
    expect([listOf(acme.json).length, listOf(globex.json).length]).toEqual([22, 12]);
  });

  test("GET /organizations/{organizationId}/devices: list of that organization's devices", async () => {
    const { json } = await call("dashboard", "/api/v1/organizations/O_1001/devices", { headers: key });
    expect(listOf(json)).toHaveLength(132);
    expect(listOf(json)[0]).toEqual({
      serial: "Q2SM-0001-0001",
      name: "fw-berlin-1",
      model: "Appliance 85",
      networkId: "N_000001",
      tags: ["edge"],
    });
  });

  test("PUT /networks/{networkId}/wireless/ssids/{number}: the updated SSID, other settings as they were", async () => {
    const path = "/api/v1/networks/N_000001/wireless/ssids/0";
    const { status, json } = await call("dashboard", path, {
      method: "PUT",
      headers: key,
      body: { vlan: 21 },
    });
    expect(status).toBe(200);
    expect(json).toEqual({ number: 0, name: "Acme Corp", vlan: 21, enabled: true });
  });

  test("GET /devices/{serial}/uplink: uplink data of an appliance", async () => {
    const { json } = await call("dashboard", "/api/v1/devices/Q2SM-0001-0001/uplink", { headers: key });
    expect(listOf(json)[0]).toMatchObject({ interface: "WAN 1", status: "Active", ip: "198.51.100.10" });
  });

  test("GET /devices/{serial}/wireless/status: wireless status of an access point", async () => {
    const path = "/api/v1/devices/Q2SM-0001-0004/wireless/status";
    const { json } = await call("dashboard", path, { headers: key });
    expect(listOf(json, "basicServiceSets")[0]).toMatchObject({ ssidName: "Acme Corp", channel: 36 });
  });

  test("GET list of SSIDs of a network: a JSON array", async () => {
    const { json } = await call("dashboard", "/api/v1/networks/N_000001/wireless/ssids", { headers: key });
    expect(listOf(json).map((ssid) => isObject(ssid) && ssid.number)).toEqual([0, 1, 2]);
  });

  test("POST create a network: the new network record, which is then listed", async () => {
    const body = {
      name: "Ghent Office",
      timeZone: "Europe/Brussels",
      tags: ["branch"],
      netflow: { enabled: true, collectorPort: 2055, collectorIp: "10.20.0.9" },
    };
    const path = "/api/v1/organizations/O_1001/networks";
    const { status, json } = await call("dashboard", path, { method: "POST", headers: key, body });
    expect(status).toBe(201);
    expect(json).toEqual({ id: "N_000052", organizationId: "O_1001", ...body });
    const list = await call("dashboard", path, { headers: key });
    expect(listOf(list.json)).toContainEqual(json);
  });

  test("PUT and DELETE of a network (open points): changed fields are merged; then it is gone", async () => {
    const path = "/api/v1/networks/N_000001";
    const body = { tags: ["x"], netflow: { enabled: false } };
    const put = await call("dashboard", path, { method: "PUT", headers: key, body });
    expect(put.json).toMatchObject({
      name: "Berlin Office",
      tags: ["x"],
      netflow: { enabled: false, collectorPort: 2055, collectorIp: "10.20.0.9" },
    });
    expect((await call("dashboard", path, { method: "DELETE", headers: key })).status).toBe(204);
    expect((await call("dashboard", path, { headers: key })).status).toBe(404);
    const devices = await call("dashboard", "/api/v1/organizations/O_1001/devices", { headers: key });
    expect(listOf(devices.json)[0]).toMatchObject({ serial: "Q2SM-0001-0001", networkId: null });
  });
});

describe("Endpoints: fabric controller interface", () => {
  const path = "/api/mo/uni/tn-Robotics.json";

  test("POST tn-<tenant_name>.json: the created object, which can be read", async () => {
    const body = { fvTenant: { attributes: { name: "Robotics" } } };
    const made = await call("fabric", path, { method: "POST", headers: fabricToken, body });
    expect(made.status).toBe(200);
    expect(made.json).toEqual(body);
    expect((await call("fabric", path, { headers: fabricToken })).json).toEqual(body);
  });

  test("POST again (open points): attributes that are sent are set, others stay", async () => {
    const body = { fvTenant: { attributes: { name: "Production", alias: "prod" } } };
    const again = { method: "POST", headers: fabricToken, body };
    const { json } = await call("fabric", "/api/mo/uni/tn-Production.json", again);
    const attributes = { name: "Production", description: "production workloads", alias: "prod" };
    expect(json).toEqual({ fvTenant: { attributes } });
  });

  test("an object below a tenant needs its parent, and goes with it (open points)", async () => {
    const body = { fvCtx: { attributes: { name: "lab" } } };
    const below = "/api/mo/uni/tn-Robotics/ctx-lab.json";
    const write = { method: "POST", headers: fabricToken, body };
    expect((await call("fabric", below, write)).status).toBe(404);
    const tenant = { fvTenant: { attributes: { name: "Robotics" } } };
    await call("fabric", path, { method: "POST", headers: fabricToken, body: tenant });
    expect((await call("fabric", below, write)).status).toBe(200);
    expect((await call("fabric", path, { method: "DELETE", headers: fabricToken })).status).toBe(204);
    expect((await call("fabric", below, { headers: fabricToken })).status).toBe(404);
  });

  test("GET class/<class>.json (open points): all objects of a class; a class that has none is an empty list", async () => {
    const { json } = await call("fabric", "/api/class/fvTenant.json", { headers: fabricToken });
    expect(json).toHaveLength(25);
    const production = { name: "Production", description: "production workloads" };
    expect(json).toContainEqual({ fvTenant: { attributes: production } });
    expect((await call("fabric", "/api/class/fvNone.json", { headers: fabricToken })).json).toEqual([]);
  });

  test("the root is always there (open points)", async () => {
    const { json } = await call("fabric", "/api/mo/uni.json", { headers: fabricToken });
    expect(json).toEqual({ polUni: { attributes: {} } });
  });
});

describe("Endpoints: device RESTCONF interface", () => {
  const path = `${native}/interface/GigabitEthernet=1%2F0%2F1`;
  const bodyOf = (element: { readonly name: string; readonly description?: string }) => ({
    "Vendor-native:native": { interface: { GigabitEthernet: [element] } },
  });

  test("GET replies with the media type application/yang-data+json", async () => {
    const headers = { ...router, Accept: "application/yang-data+json" };
    const reply = await call("restconf", path, { headers });
    expect(reply.headers.get("content-type")).toBe("application/yang-data+json");
  });

  test("PUT replaces the target in full: what is not sent is gone", async () => {
    const body = bodyOf({ name: "1/0/1", description: "new" });
    const put = await call("restconf", path, { method: "PUT", headers: { ...router, ...yang }, body });
    expect(put.status).toBe(204);
    const { json } = await call("restconf", path, { headers: router });
    expect(json).toEqual({ "Vendor-native:GigabitEthernet": [{ name: "1/0/1", description: "new" }] });
  });

  test("PUT to one interface leaves the others as they are", async () => {
    const other = `${native}/interface/GigabitEthernet=1%2F0%2F2`;
    const before = await call("restconf", other, { headers: router });
    const body = bodyOf({ name: "1/0/1" });
    await call("restconf", path, { method: "PUT", headers: { ...router, ...yang }, body });
    expect((await call("restconf", other, { headers: router })).text).toBe(before.text);
  });

  test("PUT to the path of the hostname leaf, inside its parent, sets it", async () => {
    const body = { "Vendor-native:native": { hostname: "rtr-new-1" } };
    const put = { method: "PUT", headers: { ...router, ...yang }, body };
    expect((await call("restconf", `${native}/hostname`, put)).status).toBe(204);
    const { json } = await call("restconf", `${native}/hostname`, { headers: router });
    expect(json).toEqual({ "Vendor-native:hostname": "rtr-new-1" });
  });

  test("GET of the whole tree and of other containers (open points)", async () => {
    const tree = await call("restconf", native, { headers: router });
    expect(tree.json).toMatchObject({ "Vendor-native:native": { hostname: "rtr-berlin-1" } });
    const ntp = await call("restconf", `${native}/ntp`, { headers: router });
    expect(ntp.json).toEqual({ "Vendor-native:ntp": { server: [{ ip: "10.0.0.5" }, { ip: "10.0.0.6" }] } });
    const other = await call("restconf", "/restconf/data/Vendor-telemetry:telemetry", { headers: router });
    expect(other.json).toEqual({
      "Vendor-telemetry:telemetry": { receiver: "10.20.0.9", intervalSeconds: 60 },
    });
  });

  test("each device is its own host; behind a host without a device there is nobody", async () => {
    const { json } = await call("restconf", `${native}/hostname`, { headers: router, host: "10.20.0.2" });
    expect(json).toEqual({ "Vendor-native:hostname": "rtr-munich-1" });
    const nobody = await call("restconf", `${native}/hostname`, { headers: router, host: "10.20.0.99" });
    expect(nobody.status).toBe(502);
  });

  test("other media types than application/yang-data+json are refused", async () => {
    const read = await call("restconf", native, { headers: { ...router, Accept: "application/json" } });
    expect(read.status).toBe(406);
    const body = { "Vendor-native:native": { hostname: "x" } };
    const headers = { ...router, "Content-Type": "application/json" };
    const put = await call("restconf", `${native}/hostname`, { method: "PUT", headers, body });
    expect(put.status).toBe(415);
  });
});
