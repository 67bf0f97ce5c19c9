import { describe, expect, test } from "vitest";
import { key, listOf, simulator, textOf } from "./served.ts";

const { call, reset, token } = simulator();
const device = "/api/v1/devices/Q2SM-0001-0001";
const inventory = "/ctl/intent/api/v1/network-device";

describe("Dashboard-style interface: changing a device (open points)", () => {
  test("PUT with the fields to change: 200 with the record, which the list then has", async () => {
    const body = { name: "fw-berlin-9", tags: ["edge", "new"], networkId: "N_000002" };
    const { status, json } = await call("dashboard", device, { method: "PUT", headers: key, body });
    const record = { serial: "Q2SM-0001-0001", model: "Appliance 85", ...body };
    expect([status, json]).toEqual([200, record]);
    const list = await call("dashboard", "/api/v1/organizations/O_1001/devices", { headers: key });
    expect(listOf(list.json)[0]).toEqual(record);
  });

  test("fields that are not sent stay as they are", async () => {
    const put = { method: "PUT", headers: key, body: { tags: [] } };
    expect((await call("dashboard", device, put)).json).toMatchObject({ name: "fw-berlin-1", tags: [] });
  });

  test("200 with errors: a device moved to a network of another organization stays where it is", async () => {
    const put = { method: "PUT", headers: key, body: { networkId: "N_000023", name: "moved" } };
    const { status, json } = await call("dashboard", device, put);
    expect([status, json]).toEqual([200, { errors: [expect.any(String)] }]);
    const list = await call("dashboard", "/api/v1/organizations/O_1001/devices", { headers: key });
    expect(listOf(list.json)[0]).toMatchObject({ name: "fw-berlin-1", networkId: "N_000001" });
  });

  test("an unknown serial is 404; an unknown network, and a field that no device takes, are 400", async () => {
    const put = (body: Record<string, string>) => ({ method: "PUT", headers: key, body });
    expect((await call("dashboard", "/api/v1/devices/none", put({ name: "x" }))).status).toBe(404);
    for (const body of [{ networkId: "none" }, { model: "Switch" }]) {
      const { status, json } = await call("dashboard", device, put(body));
      expect([status, listOf(json, "errors").length]).toEqual([400, 1]);
    }
  });

  test("a switch has no uplinks, and only an access point has a wireless status", async () => {
    const uplink = await call("dashboard", "/api/v1/devices/Q2SM-0001-0002/uplink", { headers: key });
    expect([uplink.status, uplink.json]).toEqual([200, []]);
    expect((await call("dashboard", `${device}/wireless/status`, { headers: key })).status).toBe(404);
    expect((await call("dashboard", "/api/v1/devices/none/uplink", { headers: key })).status).toBe(404);
  });
});

describe("Controller interface: adding a device (open points)", () => {
  const body = { name: "dev-new", type: "Campus Switch 24P", managementIpAddress: "10.30.9.9" };

  test("POST: 201 with the record, which can be read by its id", async () => {
    const headers = await token();
    const { status, json } = await call("controller", inventory, { method: "POST", headers, body });
    expect([status, json]).toEqual([
      201,
      {
        response: { id: expect.any(String), ...body, softwareVersion: "17.9.4", status: "reachable" },
      },
    ]);
    const id = textOf(Object(json).response, "id");
    expect((await call("controller", `${inventory}/${id}`, { headers })).json).toEqual(json);
  });

  test.each([
    [{ ...body, name: "" }],
    [{ ...body, managementIpAddress: "10.30.9" }],
    [{ name: body.name, managementIpAddress: body.managementIpAddress }],
    [{ ...body, status: "reachable" }],
  ])("%j is 400", async (wrong) => {
    const sent = { method: "POST", headers: await token(), body: wrong };
    expect((await call("controller", inventory, sent)).status).toBe(400);
  });

  test("a paged response carries X-Page-Total-Count, one that is whole does not (Pagination 2)", async () => {
    const count = async () => {
      const { headers } = await call("controller", inventory, { headers: await token() });
      return headers.get("x-page-total-count");
    };
    expect(await count()).toBe("300");
    reset({ pageSize: 300 });
    expect(await count()).toBe(null);
  });
});
