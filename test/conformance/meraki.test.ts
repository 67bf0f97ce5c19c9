import { describe, expect, test } from "vitest";
import { isObject, type Json } from "../../src/model/json.ts";
import { defaultSettings, type SimulatorSettings } from "../../src/simulator/wire/settings.ts";
import { Description } from "../servers/description/description.ts";
import { merakiDocument } from "../servers/description/meraki-document.ts";
import { listOf, type Received, type Sent, simulator, textOf } from "./served.ts";

const { call, origin, pass, reset } = simulator();
const { apiKey } = defaultSettings.credentials;
const bearer = { Authorization: `Bearer ${apiKey}` };
const api = "/api/v1";
const organization = `${api}/organizations/O_1001`;

function mode(settings: Partial<SimulatorSettings> = {}): void {
  reset({ dashboardMode: "meraki", dashboardRequestsPerSecond: 0, ...settings });
}

function send(method: string, path: string, body?: Json): Promise<Received> {
  const sent: Sent = { method, headers: bearer, ...(body !== undefined && { body }) };
  return call("dashboard", path, sent);
}

async function network(productTypes: readonly string[] = ["wireless"]): Promise<string> {
  const made = await send("POST", `${organization}/networks`, { name: "New", productTypes });
  expect(made.status).toBe(201);
  pass(3000);
  return `${api}/networks/${textOf(made.json, "id")}`;
}

function errorsOf({ json }: Received): string {
  return listOf(json, "errors").map(String).join(" ");
}

describe("Meraki's keys", () => {
  test("one is sent as a bearer value or in X-Cisco-Meraki-API-Key; another is 401 with errors", async () => {
    mode();
    const status = async (headers: Record<string, string>) =>
      (await call("dashboard", organization.replace(/\/O_1001/, ""), { headers })).status;
    expect(await status(bearer)).toBe(200);
    expect(await status({ "X-Cisco-Meraki-API-Key": apiKey })).toBe(200);
    expect(await status({ "X-Vendor-API-Key": apiKey })).toBe(401);
    expect(errorsOf(await call("dashboard", `${api}/organizations`))).toBe("Invalid API key");
  });
});

describe("Meraki's pages", () => {
  test.each([undefined, 3, 7])(
    "a list with perPage=%s is read through Link, each item once",
    async (perPage) => {
      mode({ dashboardPageSize: 4 });
      const ids: string[] = [];
      let path: string | undefined =
        `${organization}/networks${perPage === undefined ? "" : `?perPage=${perPage}`}`;
      while (path !== undefined) {
        const reply = await send("GET", path);
        expect(listOf(reply.json).length).toBeLessThanOrEqual(perPage ?? 4);
        ids.push(...listOf(reply.json).map((each) => textOf(each, "id")));
        const link = reply.headers.get("link") ?? "";
        expect(link).toContain("rel=first");
        path = /<([^>]*)>; rel=next/.exec(link)?.[1]?.replace(origin("dashboard"), "");
      }
      expect(ids.length).toBeGreaterThan(10);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  test("perPage has bounds", async () => {
    mode();
    for (const perPage of ["2", "100001", "x"]) {
      expect((await send("GET", `${organization}/networks?perPage=${perPage}`)).status).toBe(400);
    }
  });
});

describe("Meraki's networks", () => {
  test("one needs a name and product types", async () => {
    mode();
    for (const body of [
      { name: "a" },
      { productTypes: ["wireless"] },
      { name: "a", productTypes: ["toaster"] },
    ]) {
      const reply = await send("POST", `${organization}/networks`, body);
      expect([reply.status, listOf(reply.json, "errors").length]).toEqual([400, 1]);
    }
  });

  test("one is created, changed, read and removed; what is unknown is ignored", async () => {
    mode();
    const path = await network();
    expect((await send("PUT", path, { name: "Newer", tags: ["a"], nonsense: 1 })).json).toMatchObject({
      name: "Newer",
      tags: ["a"],
      productTypes: ["wireless"],
      isBoundToConfigTemplate: false,
    });
    expect((await send("GET", path)).json).not.toHaveProperty("netflow");
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("GET", path)).status).toBe(404);
    expect(errorsOf(await send("DELETE", path))).toBe("Not found");
  });

  test("NetFlow is a resource of its own", async () => {
    mode();
    const path = `${await network()}/netflow`;
    expect((await send("GET", path)).json).toEqual({ reportingEnabled: false, etaEnabled: false });
    const body = { reportingEnabled: true, collectorIp: "10.0.0.9", collectorPort: 2055 };
    expect((await send("PUT", path, body)).json).toEqual({ ...body, etaEnabled: false });
    expect((await send("PUT", path, { collectorPort: 9996 })).json).toMatchObject({
      ...body,
      collectorPort: 9996,
    });
    expect((await send("PUT", path, { collectorIp: "nowhere" })).status).toBe(400);
  });
});

describe("Meraki's SSIDs", () => {
  test("a network has 15, from the beginning, and no other", async () => {
    mode();
    const path = `${await network()}/wireless/ssids`;
    const all = listOf((await send("GET", path)).json);
    expect(all.map((each) => isObject(each) && [each.number, each.name, each.enabled])).toEqual(
      Array.from({ length: 15 }, (_, at) => [at, `Unconfigured SSID ${at + 1}`, false]),
    );
    expect((await send("PUT", `${path}/15`, { name: "a" })).status).toBe(404);
    expect((await send("DELETE", `${path}/0`)).status).toBe(405);
    expect((await send("POST", path, { name: "a" })).status).toBe(405);
  });

  test("a PUT changes what it says, and shows no key", async () => {
    mode();
    const path = `${await network()}/wireless/ssids/2`;
    const body = {
      name: "Guest",
      enabled: true,
      authMode: "psk",
      encryptionMode: "wpa",
      wpaEncryptionMode: "WPA2 only",
      ipAssignmentMode: "Bridge mode",
      useVlanTagging: true,
      defaultVlanId: 30,
    };
    expect((await send("PUT", path, { ...body, psk: "very secret" })).json).toMatchObject(body);
    expect((await send("PUT", path, { name: "Guests" })).json).toMatchObject({ ...body, name: "Guests" });
    expect((await send("GET", path)).text).not.toContain("secret");
  });

  test.each([
    [{ psk: "very secret" }, "psk"],
    [{ authMode: "psk" }, "psk"],
    [{ authMode: "psk", psk: "short" }, "psk"],
    [{ defaultVlanId: 30 }, "defaultVlanId"],
    [{ ipAssignmentMode: "Bridge mode", vlanId: 30 }, "vlanId"],
    [{ name: "a".repeat(33) }, "name"],
    [{ authMode: "guess" }, "authMode"],
  ])("what does not fit together is 400: %j", async (body, member) => {
    mode();
    const reply = await send("PUT", `${await network()}/wireless/ssids/0`, body);
    expect([reply.status, errorsOf(reply).startsWith(`'${member}'`)]).toEqual([400, true]);
  });

  test("what a GET shows for 802.1X is nothing that a PUT takes", async () => {
    mode();
    const path = `${await network()}/wireless/ssids/0`;
    await send("PUT", path, { authMode: "8021x-meraki" });
    expect((await send("GET", path)).json).toMatchObject({ encryptionMode: "wpa-eap" });
    expect((await send("PUT", path, { encryptionMode: "wpa-eap" })).status).toBe(400);
  });

  test("a network that is new is not ready; one without wireless never is", async () => {
    mode();
    const made = await send("POST", `${organization}/networks`, { name: "New", productTypes: ["wireless"] });
    const path = `${api}/networks/${textOf(made.json, "id")}/wireless/ssids/0`;
    expect(errorsOf(await send("PUT", path, { name: "a" }))).toMatch(/not ready/);
    pass(3000);
    expect((await send("PUT", path, { name: "a" })).status).toBe(200);
    const wired = await send("PUT", `${await network(["switch"])}/wireless/ssids/0`, { name: "a" });
    expect([wired.status, errorsOf(wired)]).toEqual([400, "This endpoint only supports wireless networks"]);
  });
});

describe("Meraki's devices", () => {
  test("one is renamed, taken out of its network and put into another", async () => {
    mode();
    const [device] = listOf((await send("GET", `${organization}/devices`)).json);
    const serial = textOf(device, "serial");
    const renamed = await send("PUT", `${api}/devices/${serial}`, { name: "renamed", moveMapMarker: true });
    expect(renamed.json).toMatchObject({ serial, name: "renamed" });
    expect(renamed.json).not.toHaveProperty("moveMapMarker");
    expect((await send("PUT", `${api}/devices/${serial}`, { notes: "a".repeat(256) })).status).toBe(400);
    const [from, to] = [`${api}/networks/${textOf(device, "networkId")}`, await network()];
    expect((await send("POST", `${to}/devices/claim`, { serials: [serial] })).status).toBe(400);
    expect((await send("POST", `${from}/devices/remove`, { serial })).status).toBe(204);
    expect((await send("POST", `${to}/devices/claim`, { serials: [serial] })).status).toBe(200);
    expect(listOf((await send("GET", `${to}/devices`)).json)).toHaveLength(1);
  });

  test("availabilities, uplinks and wireless status are there", async () => {
    mode();
    const devices = listOf((await send("GET", `${organization}/devices`)).json);
    const access = devices.find((each) => isObject(each) && each.productType === "wireless");
    expect(listOf((await send("GET", `${organization}/devices/availabilities`)).json)).toHaveLength(
      devices.length,
    );
    const [appliance] = listOf((await send("GET", `${organization}/uplinks/statuses`)).json);
    const one = `${organization}/uplinks/statuses?serials[]=${textOf(appliance, "serial")}`;
    expect((await send("GET", one)).json).toEqual([appliance]);
    const status = await send("GET", `${api}/devices/${textOf(access, "serial")}/wireless/status`);
    expect(listOf(status.json, "basicServiceSets").length).toBeGreaterThan(0);
    expect((await send("GET", `${api}/devices/${textOf(appliance, "serial")}/wireless/status`)).status).toBe(
      400,
    );
  });
});

test("each organization has a bucket of its own: 30 requests in the first 2 seconds, then 429 with Retry-After", async () => {
  reset({ dashboardMode: "meraki" });
  const statuses: number[] = [];
  for (let at = 0; at < 40; at += 1) {
    statuses.push((await send("GET", `${organization}/networks?perPage=3`)).status);
    pass(50);
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(29);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
  for (let at = 0; at < 10; at += 1) await send("GET", `${organization}/networks?perPage=3`);
  const over = await send("GET", `${organization}/networks?perPage=3`);
  expect([over.status, over.headers.get("retry-after"), listOf(over.json, "errors").length]).toEqual([
    429,
    "1",
    1,
  ]);
  expect((await send("GET", `${api}/organizations/O_2001/networks`)).status).not.toBe(429);
});

test("VLANs are refused while the appliance has them disabled, then made, changed and removed", async () => {
  mode();
  const of = `${await network(["appliance"])}/appliance/vlans`;
  const vlan = { id: 20, name: "Users", subnet: "10.0.20.0/24", applianceIp: "10.0.20.1" };
  for (const refused of [await send("GET", of), await send("POST", of, vlan)])
    expect([refused.status, errorsOf(refused)]).toEqual([400, "VLANs are not enabled for this network"]);
  await send("PUT", `${of}/settings`, { vlansEnabled: true });
  expect(listOf((await send("GET", of)).json)).toMatchObject([{ id: 1 }]);
  expect(await send("POST", of, vlan)).toMatchObject({ status: 201, json: vlan });
  expect(await send("POST", of, vlan)).toMatchObject({ status: 400 });
  expect(await send("PUT", `${of}/20`, { name: "Staff" })).toMatchObject({
    json: { ...vlan, name: "Staff" },
  });
  expect(await send("DELETE", `${of}/20`)).toMatchObject({ status: 204 });
  expect(await send("GET", `${of}/20`)).toMatchObject({ status: 404 });
  await send("PUT", `${of}/settings`, { vlansEnabled: false });
  expect(await send("GET", of)).toMatchObject({ status: 400 });
});

const description = new Description(JSON.stringify(merakiDocument()));

const rename = { resource: "/networks/N_000001", operation: "update", body: { name: "Newer" } };

const asked: readonly (readonly [string, string, Json?])[] = [
  ["GET", "/organizations"],
  ["GET", "/organizations/O_1001/networks"],
  ["POST", "/organizations/O_1001/networks", { name: "New", productTypes: ["wireless"] }],
  ["GET", "/networks/N_000001"],
  ["PUT", "/networks/N_000001", { name: "Newer" }],
  ["GET", "/networks/N_000001/netflow"],
  ["PUT", "/networks/N_000001/netflow", { reportingEnabled: false }],
  ["GET", "/networks/N_000001/devices"],
  ["GET", "/networks/N_000001/wireless/ssids"],
  ["GET", "/networks/N_000001/wireless/ssids/0"],
  ["PUT", "/networks/N_000001/wireless/ssids/0", { name: "a", enabled: true }],
  ["GET", "/networks/N_000001/appliance/vlans/settings"],
  ["PUT", "/networks/N_000001/appliance/vlans/settings", { vlansEnabled: true }],
  ["GET", "/networks/N_000001/wireless/ssids/0/identityPsks"],
  ["GET", "/networks/N_000001/wireless/ssids/0/trafficShaping/rules"],
  ["GET", "/organizations/O_1001/devices"],
  ["GET", "/organizations/O_1001/devices/availabilities"],
  ["GET", "/organizations/O_1001/uplinks/statuses"],
  ["GET", "/devices/{serial}/wireless/status"],
  ["POST", "/organizations/O_1001/actionBatches", { confirmed: true, actions: [rename] }],
  ["POST", "/organizations/O_1001/actionBatches", { confirmed: true, synchronous: true, actions: [rename] }],
  ["GET", "/organizations/O_1001/actionBatches"],
  ["GET", "/organizations/O_1001/configurationChanges"],
];

test.for(asked)("the maker's description fits what is said to %s %s", async ([method, path, body]) => {
  mode();
  const devices = listOf((await send("GET", `${organization}/devices`)).json);
  const access = devices.find((each) => isObject(each) && each.productType === "wireless");
  const filled = path.replace("{serial}", textOf(access, "serial"));
  const { status, json } = await send(method, `${api}${filled}`, body);
  const request = { method, path: filled, query: new URLSearchParams() };
  expect(description.replyFaultsOf(request, status, json)).toEqual([]);
});
