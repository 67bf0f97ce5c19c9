import { expect, test } from "vitest";
import { isObject, type Json } from "../../src/model/json.ts";
import { fabricToken, key, router, simulator } from "./served.ts";

const { call, edit, pass } = simulator();
const network = "/api/v1/networks/N_000001";

async function post(path: string, body: Json): Promise<number> {
  return (await call("dashboard", `/_sim/${path}`, { method: "POST", body })).status;
}

test("the log tells what was asked: counts, writes, and the largest number in any second", async () => {
  await call("controller", "/ctl/system/api/v1/auth/token", { method: "POST" });
  for (let n = 0; n < 7; n += 1) await call("dashboard", network, { headers: key });
  pass(1000);
  await call("dashboard", network, { method: "PUT", headers: key, body: { name: "Renamed" } });
  const { json } = await call("fabric", "/_sim/requests");
  expect(json).toMatchObject({
    counts: { dashboard: { GET: 7, PUT: 1 }, controller: { POST: 1 }, fabric: {} },
    largestPerSecond: { dashboard: { admitted: 5, all: 7 }, fabric: { admitted: 0, all: 0 } },
    throttled: 2,
    writes: 1,
    writesAccepted: 1,
  });
  const requests = isObject(json) && Array.isArray(json.requests) ? json.requests : [];
  expect(requests).toHaveLength(9);
  expect(requests.at(-1)).toMatchObject({ method: "PUT", path: network, status: 200, write: true });
});

test("the log can be emptied", async () => {
  await call("dashboard", network, { headers: key });
  expect(await post("reset-log", null)).toBe(204);
  expect((await call("dashboard", "/_sim/requests")).json).toMatchObject({ requests: [] });
});

test("live state is changed behind a client's back, on every interface", async () => {
  const hostname = "Vendor-native:native/hostname";
  const changes: Json[] = [
    { interface: "dashboard", network: "Berlin Office", set: { timeZone: "Etc/UTC" } },
    { interface: "dashboard", network: "N_000001", ssid: 0, set: { vlan: 99 } },
    { interface: "dashboard", network: "N_000001", ssid: 1, remove: true },
    { interface: "controller", site: "Berlin", set: { healthScore: 12 } },
    { interface: "controller", device: "rtr-berlin-1", set: { status: "unreachable" } },
    { interface: "fabric", path: "uni/tn-Production", set: { description: "by hand" } },
    { interface: "restconf", host: "10.20.0.1", path: hostname, value: "by-hand" },
  ];
  for (const change of changes) expect(await post("change", change)).toBe(204);
  expect((await call("dashboard", network, { headers: key })).json).toMatchObject({ timeZone: "Etc/UTC" });
  expect((await call("dashboard", `${network}/wireless/ssids`, { headers: key })).json).toMatchObject([
    { number: 0, vlan: 99 },
    { number: 2 },
  ]);
  const tenant = await call("fabric", "/api/mo/uni/tn-Production.json", { headers: fabricToken });
  expect(tenant.json).toMatchObject({ fvTenant: { attributes: { description: "by hand" } } });
  const leaf = await call("restconf", `/restconf/data/${hostname}`, { headers: router });
  expect(leaf.json).toEqual({ "Vendor-native:hostname": "by-hand" });
});

test("live state is changed on the managers too: what is not there is made, what is there changed or removed", async () => {
  const changes: Json[] = [
    { interface: "dashboard", device: "Q2SM-0001-0001", set: { networkId: "N_000002", tags: ["moved"] } },
    { interface: "messaging", room: "Incidents", set: { name: "Outages" } },
    { interface: "messaging", room: "Changes", remove: true },
    { interface: "messaging", room: "Outages", member: "engineer-01@acme.example.net", remove: true },
    { interface: "messaging", room: "By Hand", member: "a@acme.example.net", set: { moderator: true } },
    { interface: "servers", profile: "SRV00000001", set: { status: "degraded" } },
    { interface: "servers", profile: "srv-by-hand", set: { serial: "SRV00000099" } },
    { interface: "sdwan", device: "edge-berlin-1", set: { status: "unreachable" } },
    { interface: "firewall", device: "FWL00000001", remove: true },
    { interface: "firewall", device: "FWL00000099", set: { name: "by-hand" } },
  ];
  for (const change of changes) expect(await post("change", change)).toBe(204);
  edit(({ dashboard, messaging, servers, sdwan, firewall, ...world }) => {
    expect(dashboard.devices.get("Q2SM-0001-0001")).toMatchObject({ networkId: "N_000002" });
    const rooms = [...messaging.rooms.values()];
    const people = (wanted: string) =>
      [...(rooms.find(({ name }) => name === wanted)?.members.values() ?? [])].map(({ email }) => email);
    expect(people("Outages")).toHaveLength(7);
    expect(people("By Hand")).toEqual(["a@acme.example.net"]);
    expect(rooms.map(({ name }) => name)).not.toContain("Changes");
    expect(servers.profiles.get("profile-000001")).toMatchObject({ status: "degraded" });
    expect(servers.profiles.get("profile-000049")).toMatchObject({
      name: "srv-by-hand",
      serial: "SRV00000099",
    });
    expect(sdwan.devices.get("EDG00000001")).toMatchObject({ status: "unreachable" });
    expect(firewall.devices.has("FWL00000001")).toBe(false);
    expect(firewall.devices.get("FWL00000099")).toEqual({ serial: "FWL00000099", name: "by-hand" });
    return { dashboard, messaging, servers, sdwan, firewall, ...world };
  });
});

test("a change that cannot be read is 400 with the problem; one of an unknown thing is 404", async () => {
  expect(await post("change", { interface: "dashboard", nett: "x" })).toBe(400);
  expect(await post("change", { interface: "dashboard", network: "Nowhere" })).toBe(404);
  const bad = await call("dashboard", "/_sim/faults", { method: "POST", body: { effect: { kind: "fire" } } });
  expect([bad.status, bad.text.includes("problem")]).toEqual([400, true]);
});

test("faults strike the requests that they name, as often as they say, and can be cleared", async () => {
  const path = "/api/v1/networks/*";
  expect(await post("faults", { interface: "dashboard", path, after: 1, effect: { kind: "down" } })).toBe(
    204,
  );
  const ask = async () => (await call("dashboard", network, { headers: key })).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 503, 200]);
  await post("faults", { times: 9, effect: { kind: "down" } });
  expect((await call("dashboard", "/_sim/faults")).json).toMatchObject([{ times: 9 }]);
  await call("dashboard", "/_sim/faults", { method: "DELETE" });
  expect(await ask()).toBe(200);
});

test("a body that is no JSON, an answer by the book of faults, and a lock for a time", async () => {
  await post("faults", { interface: "dashboard", effect: { kind: "notJson" } });
  const page = await call("dashboard", network, { headers: key });
  expect([page.status, page.headers.get("content-type"), page.json]).toEqual([200, "text/html", undefined]);
  const answer = { kind: "answer", status: 429, headers: { "retry-after": "-1" } };
  await post("faults", { interface: "dashboard", effect: answer });
  expect((await call("dashboard", network, { headers: key })).headers.get("retry-after")).toBe("-1");
  await post("faults", { interface: "dashboard", forMs: 500, effect: { kind: "conflict" } });
  const put = { method: "PUT", headers: key, body: { name: "Renamed" } };
  expect((await call("dashboard", network, put)).status).toBe(409);
  pass(499);
  expect((await call("dashboard", network, put)).status).toBe(409);
  pass(1);
  expect((await call("dashboard", network, put)).status).toBe(200);
});

test("a reply can be lost before or after the write, or cut short", async () => {
  const create = { method: "POST", headers: key, body: { name: "Once" } };
  const list = "/api/v1/organizations/O_1002/networks";
  const made = async () =>
    ((await call("dashboard", list, { headers: key })).text.match(/"Once"/g) ?? []).length;
  for (const [kind, count] of [
    ["lostBefore", 0],
    ["lostAfter", 1],
    ["truncated", 2],
  ] as const) {
    await post("faults", { interface: "dashboard", methods: ["POST"], effect: { kind } });
    await expect(call("dashboard", list, create)).rejects.toThrow();
    expect(await made()).toBe(count);
    pass(1000);
  }
});
