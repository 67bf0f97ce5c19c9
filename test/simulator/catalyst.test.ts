/** The controller in its Catalyst Center mode: its token, its lists, and writes that become tasks. */

import { describe, expect, test } from "vitest";
import { isArray, type Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { respond } from "../../src/simulator/respond.ts";
import { readJson } from "../../src/simulator/wire/json-text.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { request } from "./asked.ts";

const api = "/dna/intent/api";

/** Returns a Catalyst Center that contains only its global site, with a client that is logged in. */
function center() {
  const seed = {
    inventory: [
      {
        ...{ id: "d1", name: "edge-1", type: "switch", softwareVersion: "17.9" },
        ...{ managementIpAddress: "10.0.0.1", status: "unreachable" },
      },
    ],
    sites: [{ siteName: "Berlin", healthScore: 90, numberOfClients: 3 }],
  };
  let world: World = createWorld(seed, { controllerMode: "catalyst-center" });
  const clock = { ms: 0 };
  const send = (line: string, body: Json = null, token = "simulated-token-000001") => {
    const basic = request("controller", line, body);
    const headers = token === "" ? basic.headers : { "x-auth-token": token };
    const done = respond(world, { ...basic, headers }, clock.ms);
    world = done.world;
    const read = readJson(done.reply.body);
    const whole = "value" in read ? read.value : null;
    return { status: done.reply.status, body: whole, response: at(whole, "/response") ?? null };
  };
  const token = send("POST /dna/system/api/v1/auth/token", null, "").body;
  /** Writes, waits for the task, and returns its result. */
  const done = (line: string, body: Json = null) => {
    const { status, response } = send(line, body);
    if (status !== 202) return { status, response };
    clock.ms += 2000;
    return { status, response: send(`GET ${api}/v1/task/${String(at(response, "/taskId"))}`).response };
  };
  const make = (path: string, body: Json) => String(at(done(`POST ${api}${path}`, body).response, "/data"));
  const list = (path: string) => {
    const { response } = send(`GET ${api}${path}`);
    return isArray(response) ? response : [];
  };
  return { send, done, make, list, clock, token };
}

const area = (name: string, parentId = "site-global") => ({ name, parentId });

test("a token is had for Basic credentials, and another one is 401", () => {
  const { send, token } = center();
  expect(token).toEqual({ Token: "simulated-token-000001" });
  expect(send(`GET ${api}/v1/sites`, null, "other")).toMatchObject({
    status: 401,
    response: { errorCode: "Unauthorized" },
  });
});

describe("a write", () => {
  test("is a task that goes on, is carried out when it ends, and has the id of what it made", () => {
    const { send, clock, list } = center();
    const begun = send(`POST ${api}/v1/areas`, area("Germany"));
    expect([begun.status, at(begun.body, "/version")]).toEqual([202, "1.0"]);
    const task = `GET ${api}/v1/task/${String(at(begun.response, "/taskId"))}`;
    clock.ms = 1999;
    expect(send(task).response).toMatchObject({ isError: false, progress: "In Progress" });
    expect(at(send(task).response, "/endTime")).toBeUndefined();
    expect(list("/v1/sites?type=area")).toEqual([]);
    clock.ms = 2000;
    const { response } = send(task);
    expect(response).toMatchObject({ isError: false, endTime: 2000 });
    expect(list("/v1/sites?type=area")).toMatchObject([
      { id: at(response, "/data"), name: "Germany", nameHierarchy: "Global/Germany" },
    ]);
  });

  test.each<[string, string, Json]>([
    ["a name that is taken", "/v1/areas", area("Germany")],
    ["a parent that is not there", "/v1/areas", area("Berlin", "nowhere")],
    ["a floor in an area", "/v2/floors", floor("site-global")],
  ])("is a task that fails, with a reason and nothing carried out: %s", (_, path, body) => {
    const { done, make, list } = center();
    make("/v1/areas", area("Germany"));
    const before = list("/v1/sites");
    const { response } = done(`POST ${api}${path}`, body);
    expect(response).toMatchObject({ isError: true, failureReason: expect.any(String) });
    expect(at(response, "/data")).toBeUndefined();
    expect(list("/v1/sites")).toEqual(before);
  });

  test("takes one name below several parents, and no area into itself", () => {
    const { done, make, list } = center();
    const [north = "", south = ""] = ["North", "South"].map((name) => make("/v1/areas", area(name)));
    const inner = make("/v1/areas", area("City", north));
    make("/v1/areas", area("City", south));
    make("/v2/buildings", { name: "HQ", parentId: inner, country: "Germany" });
    expect(done(`PUT ${api}/v1/areas/${north}`, area("North", inner)).response).toMatchObject({
      isError: true,
    });
    expect(done(`PUT ${api}/v1/areas/${inner}`, area("City", south)).response).toMatchObject({
      isError: true,
    });
    done(`PUT ${api}/v1/areas/${inner}`, area("Town", south));
    expect(list("/v1/sites").map((each) => at(each, "/nameHierarchy"))).toEqual([
      ...["Global", "Global/North", "Global/South", "Global/South/Town", "Global/South/City"],
      "Global/South/Town/HQ",
    ]);
  });

  test.each<[number, string, Json]>([
    [400, "POST /v1/areas", { name: "x" }],
    [400, "POST /v1/areas", { ...area("x"), colour: "red" }],
    [404, "PUT /v1/areas/nobody", area("x")],
    [404, "DELETE /v1/areas/nobody", null],
    [404, "GET /v1/task/nobody", null],
    [400, "PUT /v1/sites/site-global/timeZoneSettings", {}],
    [404, "PUT /v1/sites/nobody/timeZoneSettings", { timeZone: { identifier: "GMT" } }],
  ])("that cannot be is refused with %i at once: %s", (status, line, body) => {
    expect(center().send(line.replace(" ", ` ${api}`), body)).toMatchObject({
      status,
      response: { errorCode: expect.any(String), message: expect.any(String) },
    });
  });

  test("changes and removes sites, from the innermost on", () => {
    const { done, make, send, list } = center();
    const germany = make("/v1/areas", area("Germany"));
    const building = make("/v2/buildings", { name: "HQ", parentId: germany, country: "Germany" });
    make("/v2/floors", floor(building));
    expect(list("/v1/sites?type=floor")).toMatchObject([{ nameHierarchy: "Global/Germany/HQ/1" }]);
    done(`PUT ${api}/v1/areas/${germany}`, area("Deutschland"));
    expect(send(`GET ${api}/v1/areas/${germany}`).response).toMatchObject({ name: "Deutschland" });
    expect(list("/v1/sites?type=floor")).toMatchObject([{ nameHierarchy: "Global/Deutschland/HQ/1" }]);
    expect(done(`DELETE ${api}/v1/areas/${germany}`).response).toMatchObject({ isError: true });
    const empty = make("/v1/areas", area("Empty"));
    expect(done(`DELETE ${api}/v1/areas/${empty}`).response).toMatchObject({
      isError: false,
      endTime: expect.any(Number),
    });
    expect(list("/v1/sites?type=area").map((each) => at(each, "/name"))).toEqual(["Deutschland"]);
  });
});

function floor(parentId: string): Json {
  return {
    ...{ name: "1", parentId, floorNumber: 1, rfModel: "Free Space", width: 10, length: 20, height: 3 },
    unitsOfMeasure: "meters",
  };
}

describe("a list", () => {
  test("has an offset from 1 on, a limit and a count; zero and too many are refused", () => {
    const { make, list, send } = center();
    for (const name of ["A", "B", "C"]) make("/v1/areas", area(name));
    const names = (query: string) => list(`/v1/sites?type=area&${query}`).map((each) => at(each, "/name"));
    expect(names("offset=1&limit=2")).toEqual(["A", "B"]);
    expect(names("offset=3&limit=2")).toEqual(["C"]);
    expect(names("offset=4&limit=2")).toEqual([]);
    expect(send(`GET ${api}/v1/sites/count?type=area`).response).toEqual({ count: 3 });
    expect(send(`GET ${api}/v1/sites?offset=0`).status).toBe(400);
    expect(send(`GET ${api}/v1/sites?limit=501`).status).toBe(400);
  });

  test("of devices has those of the seed and those that were added", () => {
    const { done, list, send } = center();
    expect(list("/v1/network-device")).toMatchObject([
      { id: "d1", hostname: "edge-1", reachabilityStatus: "Unreachable" },
    ]);
    expect(send(`POST ${api}/v1/network-device`, { ipAddress: [] }).status).toBe(400);
    const { response } = done(`POST ${api}/v1/network-device`, { ipAddress: ["10.0.0.2"], password: "x" });
    const added = `${api}/v1/network-device/${String(at(response, "/data"))}`;
    expect(send(`GET ${api}/v1/network-device/count`).response).toBe(2);
    expect(send(`GET ${added}`).response).toMatchObject({ managementIpAddress: "10.0.0.2" });
    expect(done(`POST ${api}/v1/network-device`, { ipAddress: ["10.0.0.2"] }).response).toMatchObject({
      isError: true,
    });
    expect(done(`DELETE ${added}`).response).toMatchObject({ isError: false });
    expect(send(`GET ${added}`).status).toBe(404);
    expect(send(`GET ${api}/v1/site-health`).response).toMatchObject([{ networkHealthAverage: 90 }]);
    expect(send(`GET ${api}/v1/site-health?limit=51`).status).toBe(400);
  });
});

describe("settings of a site", () => {
  test("are those of what it is in, until it has its own", () => {
    const { make, done, send } = center();
    const site = make("/v1/areas", area("Germany"));
    const shown = (query: string) => send(`GET ${api}/v1/sites/${site}/ntpSettings${query}`).response;
    expect(shown("?_inherited=true")).toEqual({});
    done(`PUT ${api}/v1/sites/site-global/ntpSettings`, { ntp: { servers: ["10.0.0.123"] } });
    expect(shown("?_inherited=true")).toEqual({ ntp: { servers: ["10.0.0.123"] } });
    expect(shown("")).toEqual({});
    done(`PUT ${api}/v1/sites/${site}/ntpSettings`, { ntp: { servers: ["10.1.0.123"] } });
    expect(shown("")).toEqual({ ntp: { servers: ["10.1.0.123"] } });
    expect(send(`GET ${api}/v1/sites/nobody/ntpSettings`).status).toBe(404);
  });

  test("never show a shared secret", () => {
    const { done, send } = center();
    const server = { serverType: "AAA", protocol: "RADIUS", primaryServerIp: "10.0.0.5" };
    done(`PUT ${api}/v1/sites/site-global/aaaSettings`, {
      aaaNetwork: { ...server, sharedSecret: "canary" },
    });
    expect(send(`GET ${api}/v1/sites/site-global/aaaSettings`).response).toEqual({ aaaNetwork: server });
  });
});

test("pools, tags and credentials of devices are made, changed and removed; secrets are never shown", () => {
  const { make, done, list, send } = center();
  const pool = { name: "P", poolType: "Generic", addressSpace: { subnet: "10.0.0.0", prefixLength: 8 } };
  const id = make("/v1/ipam/globalIpAddressPools", pool);
  done(`PUT ${api}/v1/ipam/globalIpAddressPools/${id}`, { ...pool, name: "Q" });
  expect(list("/v1/ipam/globalIpAddressPools")).toEqual([{ id, ...pool, name: "Q" }]);
  const tag = make("/v1/tag", { name: "core" });
  done(`PUT ${api}/v1/tag`, { id: tag, name: "core", description: "the core" });
  expect(list("/v1/tag")).toEqual([{ id: tag, name: "core", description: "the core" }]);
  const cli = { description: "netops", username: "netops", password: "canary" };
  const credential = make("/v2/global-credential", { cliCredential: [cli] });
  done(`PUT ${api}/v2/global-credential`, { cliCredential: { id: credential, ...cli, username: "other" } });
  const { response } = send(`GET ${api}/v2/global-credential`);
  expect(at(response, "/cliCredential")).toEqual([
    { id: credential, description: "netops", username: "other" },
  ]);
  expect(JSON.stringify(response)).not.toContain("canary");
  done(`DELETE ${api}/v2/global-credential/${credential}`);
  expect(at(send(`GET ${api}/v2/global-credential`).response, "/cliCredential")).toEqual([]);
});

describe("what fabrics hold", () => {
  const path = "/v1/sda/layer2VirtualNetworks";
  const begun = () => {
    const on = center();
    const site = { siteId: "s", authenticationProfileName: "No Authentication", isPubSubEnabled: true };
    on.done(`POST ${api}/v1/sda/fabricSites`, [site]);
    const fabricId = String(at(on.list("/v1/sda/fabricSites")[0] ?? null, "/id"));
    const vlan = (vlanName: string) => ({ fabricId, vlanName, trafficType: "DATA" });
    const names = () => on.list(`${path}?fabricId=${fabricId}`).map((each) => at(each, "/vlanName"));
    return { ...on, vlan, names };
  };

  test("is made and changed by lists of twenty at most, each one task", () => {
    const { done, list, vlan, names } = begun();
    expect(done(`POST ${api}${path}`, [vlan("A"), vlan("B")]).response).toMatchObject({ isError: false });
    expect(names()).toEqual(["A", "B"]);
    const changed = list(path).map((each) => ({ ...Object(each), trafficType: "VOICE" }));
    expect(done(`PUT ${api}${path}`, changed).response).toMatchObject({ isError: false });
    expect(list(path).map((each) => at(each, "/trafficType"))).toEqual(["VOICE", "VOICE"]);
    const many = Array.from({ length: 21 }, (_, number) => vlan(`V${number}`));
    for (const body of [many, [], vlan("C"), [{ ...vlan("C"), colour: "red" }]])
      expect(done(`POST ${api}${path}`, body).status).toBe(400);
    expect(done(`PUT ${api}${path}`, [{ id: "nobody", ...vlan("C") }]).status).toBe(404);
  });

  test("is made whole or not at all; the reason names the one that cannot be", () => {
    const { done, vlan, names } = begun();
    done(`POST ${api}${path}`, [vlan("B")]);
    expect(done(`POST ${api}${path}`, [vlan("A"), vlan("B")]).response).toMatchObject({
      isError: true,
      failureReason: "layer 2 virtual network B exists already",
    });
    expect(names()).toEqual(["B"]);
    const { response } = done(`POST ${api}${path}`, [{ ...vlan("A"), fabricId: "nowhere" }]);
    expect(response).toMatchObject({ isError: true });
  });
});
