import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { armed, type Fault } from "../../src/simulator/faults.ts";
import { fabricToken, key, router, simulator, user, yang } from "./served.ts";

const { call, edit, now, pass, reset, token } = simulator();
const native = "/restconf/data/Vendor-native:native";
const network = "/api/v1/networks/N_000001";
const tenant = "/api/mo/uni/tn-Robotics.json";

function arm(fault: Fault): void {
  edit((world) => ({ ...world, faults: [armed(fault, now())] }));
}

describe("Errors: 400 malformed JSON in the request body", () => {
  test.each([
    ['{"name": }', "line 1 column 10 (position 9)"],
    ['{"name": "x"', "line 1 column 13 (position 12)"],
    ['{"name": "x",}', "line 1 column 14 (position 13)"],
    ['{\n  "tags": [x]\n}', "line 2 column 12 (position 13)"],
    ["", "line 1 column 1 (position 0)"],
    ['{"a": 1} {"b": 2}', "line 1 column 10 (position 9)"],
  ])("%j: error and details, which give the position of the fault", async (body, details) => {
    const { status, json } = await call("dashboard", network, { method: "PUT", headers: key, body });
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.any(String), details });
  });

  test("on every interface that takes bodies", async () => {
    const shape = { error: expect.any(String), details: "line 1 column 1 (position 0)" };
    const sent = { method: "POST", body: "nonsense" };
    expect((await call("fabric", tenant, { ...sent, headers: fabricToken })).json).toEqual(shape);
    const device = "/ctl/intent/api/v1/network-device";
    expect((await call("controller", device, { ...sent, headers: await token() })).json).toEqual(shape);
    const put = { ...sent, method: "PUT", headers: { ...router, ...yang } };
    expect((await call("restconf", `${native}/hostname`, put)).json).toEqual(shape);
  });
});

describe("Errors: 400 mandatory property missing (fabric controller)", () => {
  test.each<[Json, string]>([
    [{}, "fvTenant"],
    [{ tenant: { attributes: { name: "Robotics" } } }, "fvTenant"],
    [{ fvTenant: {} }, "fvTenant.attributes"],
    [{ fvTenant: { attributes: {} } }, "fvTenant.attributes.name"],
  ])("%j: error with code and a message that names %s", async (body, property) => {
    const { status, json } = await call("fabric", tenant, { method: "POST", headers: fabricToken, body });
    expect(status).toBe(400);
    const message = expect.stringMatching(new RegExp(`: ${property.replaceAll(".", "\\.")}$`));
    expect(json).toEqual({ error: { code: expect.any(String), message } });
  });

  test("a tenant name that differs from the path's, be it in case only, is 400", async () => {
    for (const name of ["robotics", "Other"]) {
      const body = { fvTenant: { attributes: { name } } };
      const { status, json } = await call("fabric", tenant, { method: "POST", headers: fabricToken, body });
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { message: expect.stringContaining("fvTenant.attributes.name") } });
    }
    expect((await call("fabric", "/api/mo/uni/tn-production.json", { headers: fabricToken })).status).toBe(
      404,
    );
  });
});

describe("Errors: 400 RESTCONF PUT with an incomplete resource hierarchy", () => {
  const element = { name: "1/0/1", description: "x" };
  test.each<[string, Json]>([
    ["the bare element", element],
    ["the list without parents", { "Vendor-native:GigabitEthernet": [element] }],
    ["the top container missing", { interface: { GigabitEthernet: [element] } }],
    ["a container in between missing", { "Vendor-native:native": { GigabitEthernet: [element] } }],
    ["the module missing", { native: { interface: { GigabitEthernet: [element] } } }],
    ["an empty list", { "Vendor-native:native": { interface: { GigabitEthernet: [] } } }],
    ["another element", { "Vendor-native:native": { interface: { GigabitEthernet: [{ name: "1/0/2" }] } } }],
  ])("%s", async (_, body) => {
    const path = `${native}/interface/GigabitEthernet=1%2F0%2F1`;
    const before = await call("restconf", path, { headers: router });
    const put = await call("restconf", path, { method: "PUT", headers: { ...router, ...yang }, body });
    expect(put.status).toBe(400);
    expect((await call("restconf", path, { headers: router })).text).toBe(before.text);
  });

  test.each<[string, Json]>([
    ["the leaf without its parent", { "Vendor-native:hostname": "rtr-new-1" }],
    ["the bare value", "rtr-new-1"],
    ["the parent without the leaf", { "Vendor-native:native": {} }],
    ["an object in place of the leaf", { "Vendor-native:native": { hostname: { name: "x" } } }],
    ["null, which is no value (RFC 7951)", { "Vendor-native:native": { hostname: null } }],
  ])("the path of the hostname leaf: %s", async (_, body) => {
    const put = { method: "PUT", headers: { ...router, ...yang }, body };
    expect((await call("restconf", `${native}/hostname`, put)).status).toBe(400);
    const { json } = await call("restconf", `${native}/hostname`, { headers: router });
    expect(json).toEqual({ "Vendor-native:hostname": "rtr-berlin-1" });
  });
});

describe("Errors: 400 SSID configured on a network that is not ready yet", () => {
  test("a message that the network is not ready", async () => {
    const create = { method: "POST", headers: key, body: { name: "New" } };
    await call("dashboard", "/api/v1/organizations/O_1001/networks", create);
    const put = { method: "PUT", headers: key, body: { name: "Acme Corp" } };
    const { status, text } = await call("dashboard", "/api/v1/networks/N_000052/wireless/ssids/0", put);
    expect(status).toBe(400);
    expect(text).toMatch(/network .*is not ready/);
  });
});

describe("Errors: 401 and 403", () => {
  test("401 token or key missing, invalid or expired: status only", async () => {
    const replies = [
      await call("dashboard", "/api/v1/organizations"),
      await call("controller", "/ctl/intent/api/v1/site-health"),
      await call("fabric", "/api/mo/uni.json"),
      await call("restconf", native),
    ];
    expect(replies.map(({ status, text }) => [status, text])).toEqual(replies.map(() => [401, ""]));
  });

  test("403 insufficient privileges: error Forbidden and a message", async () => {
    const permissions = [{ interface: "fabric", methods: ["POST"], path: "*", lacks: "privilege" }] as const;
    reset({ permissions });
    const body = { fvTenant: { attributes: { name: "Robotics" } } };
    const { status, json } = await call("fabric", tenant, { method: "POST", headers: fabricToken, body });
    expect(status).toBe(403);
    expect(json).toEqual({ error: "Forbidden", message: expect.any(String) });
    expect((await call("fabric", tenant, { headers: fabricToken })).status).toBe(404);
    const create = { method: "POST", headers: key, body: { name: "New" } };
    expect((await call("dashboard", "/api/v1/organizations/O_1001/networks", create)).status).toBe(201);
  });

  test("403 insufficient privileges: a token or a user that is good, on the other interfaces", async () => {
    reset({ permissions: [{ path: "*", methods: ["GET"], lacks: "privilege" }] });
    const replies = [
      await call("dashboard", network, { headers: key }),
      await call("controller", "/ctl/intent/api/v1/site-health", { headers: await token() }),
      await call("restconf", native, { headers: router }),
    ];
    const forbidden = { status: 403, json: { error: "Forbidden", message: expect.any(String) } };
    expect(replies).toMatchObject([forbidden, forbidden, forbidden]);
    expect((await call("dashboard", network)).status).toBe(401);
  });

  test("403 key lacks permission for one endpoint while others work: status only", async () => {
    reset({ permissions: [{ path: "/api/v1/networks/*/wireless/ssids", lacks: "endpoint" }] });
    const refused = await call("dashboard", `${network}/wireless/ssids`, { headers: key });
    expect([refused.status, refused.text]).toEqual([403, ""]);
    expect((await call("dashboard", network, { headers: key })).status).toBe(200);
  });
});

describe("Errors: 404, 409 and 429: status only", () => {
  test("404 RESTCONF target resource does not exist: GET and PUT", async () => {
    const path = `${native}/interface/GigabitEthernet=1%2F0%2F99`;
    const read = await call("restconf", path, { headers: router });
    expect([read.status, read.text]).toEqual([404, ""]);
    const body = { "Vendor-native:native": { interface: { GigabitEthernet: [{ name: "1/0/99" }] } } };
    const put = await call("restconf", path, { method: "PUT", headers: { ...router, ...yang }, body });
    expect([put.status, put.text]).toEqual([404, ""]);
    expect((await call("restconf", path, { headers: router })).status).toBe(404);
  });

  test("409 resource modified concurrently by another client: once, nothing is written", async () => {
    arm({ interface: "dashboard", path: network, effect: { kind: "conflict" } });
    const put = { method: "PUT", headers: key, body: { name: "Renamed" } };
    const refused = await call("dashboard", network, put);
    expect([refused.status, refused.text]).toEqual([409, ""]);
    const read = await call("dashboard", network, { headers: key });
    expect(read.json).toMatchObject({ name: "Berlin Office" });
    expect((await call("dashboard", network, put)).status).toBe(200);
  });

  test("409 resource modified concurrently: a create and a removal likewise, a read never", async () => {
    arm({ interface: "fabric", times: 2, effect: { kind: "conflict" } });
    const body = { fvTenant: { attributes: { name: "Robotics" } } };
    const read = async () => (await call("fabric", tenant, { headers: fabricToken })).status;
    expect(await read()).toBe(404);
    const post = await call("fabric", tenant, { method: "POST", headers: fabricToken, body });
    const production = "/api/mo/uni/tn-Production.json";
    const remove = await call("fabric", production, { method: "DELETE", headers: fabricToken });
    expect([post.status, remove.status, await read()]).toEqual([409, 409, 404]);
    expect((await call("fabric", production, { headers: fabricToken })).status).toBe(200);
  });

  test("409 a lock held by another transaction: until it is given back", async () => {
    const path = "/devices/10.20.0.1/*";
    arm({ interface: "restconf", path, forMs: 200, effect: { kind: "conflict" } });
    const body = { "Vendor-native:native": { hostname: "rtr-new-1" } };
    const put = { method: "PUT", headers: { ...router, ...yang }, body };
    expect((await call("restconf", `${native}/hostname`, put)).status).toBe(409);
    expect((await call("restconf", `${native}/hostname`, { headers: router })).status).toBe(200);
    expect((await call("restconf", `${native}/hostname`, { ...put, host: "10.20.0.2" })).status).toBe(204);
    pass(200);
    expect((await call("restconf", `${native}/hostname`, put)).status).toBe(204);
  });

  test("429 request rate exceeded", async () => {
    for (let n = 0; n < 5; n += 1) await call("dashboard", network, { headers: key });
    const over = await call("dashboard", network, { headers: key });
    expect([over.status, over.text, over.headers.get("retry-after")]).toEqual([429, "", "1"]);
  });

  test("429 request rate exceeded: what was refused is not carried out", async () => {
    for (let n = 0; n < 5; n += 1) await call("dashboard", network, { headers: key });
    const put = { method: "PUT", headers: key, body: { name: "Renamed" } };
    expect((await call("dashboard", network, put)).status).toBe(429);
    pass(1000);
    const read = await call("dashboard", network, { headers: key });
    expect(read.json).toMatchObject({ name: "Berlin Office" });
  });
});

describe("Errors: status 200", () => {
  test("200 with an empty array: a list endpoint for a resource with no items", async () => {
    const { status, text } = await call("dashboard", "/api/v1/networks/N_000007/wireless/ssids", {
      headers: key,
    });
    expect([status, text]).toEqual([200, "[]"]);
  });

  test("200 with errors: a network moved to another organization stays where it is", async () => {
    const put = { method: "PUT", headers: key, body: { organizationId: "O_1002", name: "Moved" } };
    const { status, json } = await call("dashboard", network, put);
    expect(status).toBe(200);
    expect(json).toEqual({ errors: [expect.any(String)] });
    const read = await call("dashboard", network, { headers: key });
    expect(read.json).toMatchObject({ organizationId: "O_1001", name: "Berlin Office" });
  });
});

test("a wrong password gets no token: 401", async () => {
  const headers = { Authorization: user.Authorization?.replace(/.{4}$/, "AAAA") ?? "" };
  const reply = await call("controller", "/ctl/system/api/v1/auth/token", { method: "POST", headers });
  expect([reply.status, reply.text]).toEqual([401, ""]);
});
