import { describe, expect, test } from "vitest";
import { basic, listOf, nextIn, sdwanToken, simulator } from "./served.ts";

const { call, reset } = simulator();

describe("SD-WAN manager (open points)", () => {
  test("GET /devices: an array of records", async () => {
    const { json } = await call("sdwan", "/devices", { headers: sdwanToken });
    expect(listOf(json)).toHaveLength(36);
    expect(listOf(json)[0]).toEqual({
      serial: "EDG00000001",
      name: "edge-berlin-1",
      model: "Edge 4000",
      softwareVersion: "20.12.1",
      managementIpAddress: "10.40.0.1",
      site: "Berlin",
      status: "reachable",
    });
  });

  test("pages are linked by rel=next where a page size is set", async () => {
    reset({ sdwanPageSize: 30 });
    const first = await call("sdwan", "/devices", { headers: sdwanToken });
    const second = await call("sdwan", nextIn(first) ?? "", { headers: sdwanToken });
    expect([listOf(first.json).length, listOf(second.json).length, nextIn(second)]).toEqual([
      30,
      6,
      undefined,
    ]);
  });

  test("the inventory is read only", async () => {
    const sent = { method: "POST", headers: sdwanToken, body: { name: "edge-new-1" } };
    expect((await call("sdwan", "/devices", sent)).status).toBe(405);
  });
});

describe("Authentication: SD-WAN manager", () => {
  test("credentials or a token are required; a request without a valid one gets 401", async () => {
    const right = [sdwanToken, basic("simulated-sdwan-user", "simulated-sdwan-password")];
    const wrong = [{ Authorization: "Bearer nothing" }, {}, basic("simulated-sdwan-user", "wrong")];
    const replies = [];
    for (const headers of [...right, ...wrong]) replies.push(await call("sdwan", "/devices", { headers }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401]);
    expect(replies.at(-1)?.text).toBe("");
  });

  test("Rule 2: a credential that lacks the privilege gets 403 with error Forbidden", async () => {
    const credential = "simulated-sdwan-user";
    reset({ permissions: [{ interface: "sdwan", credential, path: "/devices", lacks: "privilege" }] });
    const headers = basic("simulated-sdwan-user", "simulated-sdwan-password");
    const { status, json } = await call("sdwan", "/devices", { headers });
    expect([status, json]).toEqual([403, { error: "Forbidden", message: expect.any(String) }]);
    expect((await call("sdwan", "/devices", { headers: sdwanToken })).status).toBe(200);
  });

  test("a limit can be set (Limits 4)", async () => {
    reset({ sdwanRequestsPerSecond: 1 });
    const ask = async () => (await call("sdwan", "/devices", { headers: sdwanToken })).status;
    expect([await ask(), await ask()]).toEqual([200, 429]);
  });
});
