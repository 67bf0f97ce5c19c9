import { describe, expect, test } from "vitest";
import { isObject } from "../../src/model/json.ts";
import { fabricToken, key, listOf, router, simulator } from "./served.ts";

const { call, token } = simulator();
const native = "/restconf/data/Vendor-native:native";

describe("Resources: site health record", () => {
  test("siteName is a string, healthScore and numberOfClients are integers", async () => {
    const { json } = await call("controller", "/ctl/intent/api/v1/site-health", { headers: await token() });
    expect(listOf(json, "response")[0]).toEqual({
      siteName: "Berlin",
      healthScore: 100,
      numberOfClients: 20,
    });
  });

  test("the list response is an object with response, version and totalRecords", async () => {
    const { json } = await call("controller", "/ctl/intent/api/v1/site-health", { headers: await token() });
    expect(json).toMatchObject({
      response: expect.any(Array),
      version: expect.any(String),
      totalRecords: 150,
    });
  });

  test("a value of 10 denotes a badly degraded site, and there is one", async () => {
    const path = "/ctl/intent/api/v1/site-health";
    const { json } = await call("controller", path, { headers: await token() });
    const scores = listOf(json, "response").map((site) => isObject(site) && site.healthScore);
    expect(Math.min(...scores.map(Number))).toBe(10);
  });
});

describe("Resources: network device record", () => {
  test("the single-device response has one field, response, an object of six strings", async () => {
    const headers = { Accept: "application/json", ...(await token()) };
    const id = "5d1e0000-0000-4000-8000-000000000001";
    const { status, json } = await call("controller", `/ctl/intent/api/v1/network-device/${id}`, { headers });
    expect(status).toBe(200);
    expect(json).toEqual({
      response: {
        id,
        name: "rtr-berlin-1",
        type: "Branch Router 4G",
        softwareVersion: "17.9.4",
        managementIpAddress: "10.20.0.1",
        status: "reachable",
      },
    });
  });

  test("`unreachable` is one value of status, and there is such a device", async () => {
    const path = "/ctl/intent/api/v1/network-device?offset=40";
    const { json } = await call("controller", path, { headers: await token() });
    const unreachable = listOf(json, "response").filter(
      (each) => isObject(each) && each.status === "unreachable",
    );
    expect(unreachable).toHaveLength(1);
  });
});

describe("Resources: network record", () => {
  test("has id, name, timeZone, tags and netflow with enabled, collectorPort and collectorIp", async () => {
    const { json } = await call("dashboard", "/api/v1/organizations/O_1001/networks", { headers: key });
    expect(listOf(json)[0]).toMatchObject({
      id: "N_000001",
      name: "Berlin Office",
      timeZone: "Europe/Berlin",
      tags: ["branch", "emea"],
      netflow: { enabled: true, collectorPort: 2055, collectorIp: "10.20.0.9" },
    });
  });
});

describe("Resources: tenant managed object", () => {
  test("fvTenant wraps attributes, which hold the name", async () => {
    const { json } = await call("fabric", "/api/mo/uni/tn-Production.json", { headers: fabricToken });
    expect(json).toEqual({
      fvTenant: { attributes: { name: "Production", description: "production workloads" } },
    });
  });
});

describe("Resources: interface data (RESTCONF)", () => {
  test("one array field named <module>:GigabitEthernet with name, description, address and mask", async () => {
    const headers = { ...router, Accept: "application/yang-data+json" };
    const reply = await call("restconf", `${native}/interface/GigabitEthernet=1%2F0%2F1`, { headers });
    expect(reply.status).toBe(200);
    expect(Object.keys(isObject(reply.json) ? reply.json : {})).toEqual(["Vendor-native:GigabitEthernet"]);
    expect(listOf(reply.json, "Vendor-native:GigabitEthernet")).toMatchObject([
      {
        name: "1/0/1",
        description: "uplink to core",
        ip: { address: { primary: { address: "10.20.1.1", mask: "255.255.255.252" } } },
      },
    ]);
  });
});

describe("Resources: other resources", () => {
  test("an SSID is addressed by network and number; name, password and VLAN assignment are set", async () => {
    const body = { name: "Acme Lab", password: "not-to-be-seen", vlan: 77 };
    const path = "/api/v1/networks/N_000001/wireless/ssids/3";
    const put = await call("dashboard", path, { method: "PUT", headers: key, body });
    expect(put.json).toEqual({ number: 3, name: "Acme Lab", vlan: 77 });
    const list = await call("dashboard", "/api/v1/networks/N_000001/wireless/ssids", { headers: key });
    expect(listOf(list.json)).toContainEqual({ number: 3, name: "Acme Lab", vlan: 77 });
    expect(put.text + list.text).not.toContain("not-to-be-seen");
  });

  test("an SSID has a number from 0 to 14 (open points)", async () => {
    const put = { method: "PUT", headers: key, body: { name: "Acme Lab" } };
    const ssids = "/api/v1/networks/N_000001/wireless/ssids";
    expect((await call("dashboard", `${ssids}/14`, put)).status).toBe(200);
    expect((await call("dashboard", `${ssids}/15`, put)).status).toBe(404);
  });
});
