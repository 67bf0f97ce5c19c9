/**
 * The fabric controller in its APIC mode, tested with plain fetch over a socket: the behaviour that a client relies on.
 */

import { expect, test } from "vitest";
import { type Json, parseJson } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { defaultSettings } from "../../src/simulator/wire/settings.ts";
import { simulator } from "./served.ts";

const { call, pass, reset } = simulator();
const { username, password } = defaultSettings.credentials;
const login = { aaaUser: { attributes: { name: username, pwd: password } } };

/** Resets the simulator, and logs in. */
async function loggedIn() {
  reset({ fabricMode: "apic" });
  const { json, headers } = await call("fabric", "/api/aaaLogin.json", { method: "POST", body: login });
  const token = String(at(json ?? null, "/imdata/0/aaaLogin/attributes/token"));
  expect(headers.get("set-cookie")).toContain(`APIC-cookie=${token}`);
  const cookie = { Cookie: `APIC-cookie=${token}` };
  const get = (path: string) => call("fabric", `/api${path}`, { headers: cookie });
  const post = (path: string, body: Json) =>
    call("fabric", `/api${path}`, { method: "POST", headers: cookie, body });
  const remove = (path: string) => call("fabric", `/api${path}`, { method: "DELETE", headers: cookie });
  return { get, post, remove };
}

const outside: Json = {
  fvTenant: {
    attributes: { name: "X" },
    children: [
      {
        l3extOut: {
          attributes: { name: "wan" },
          children: [
            { l3extRsL3DomAtt: { attributes: { tDn: "uni/l3dom-wan" } } },
            {
              l3extInstP: {
                attributes: { name: "any" },
                children: [{ l3extSubnet: { attributes: { ip: "0.0.0.0/0" } } }],
              },
            },
          ],
        },
      },
    ],
  },
};

test("a tree is written in one request and read in one, with what the APIC makes by itself", async () => {
  const { get, post } = await loggedIn();
  expect((await post("/mo/uni.json", outside)).status).toBe(200);
  const whole = await get("/mo/uni/tn-X/out-wan.json?rsp-subtree=full&rsp-prop-include=config-only");
  const attributes = at(whole.json ?? null, "/imdata/0/l3extOut/attributes");
  expect(attributes).toMatchObject({ dn: "uni/tn-X/out-wan", enforceRtctrl: "export" });
  expect(attributes).not.toHaveProperty("modTs");
  const below = JSON.stringify(at(whole.json ?? null, "/imdata/0/l3extOut/children"));
  for (const text of [
    "import-security",
    "uni/l3dom-wan",
    '"l3extRsEctx":{"attributes":{"annotation":"","tnFvCtxName":""',
  ])
    expect(below).toContain(text);
});

test("children of one class come in pages, each with its own tree, and the count of all", async () => {
  const { get, post } = await loggedIn();
  await post("/mo/uni.json", outside);
  for (const name of ["b", "a", "c"])
    await post(`/mo/uni/tn-X/BD-${name}.json`, {
      fvBD: { attributes: {}, children: [{ fvSubnet: { attributes: { ip: "10.0.0.1/24" } } }] },
    });
  const query =
    "query-target=children&target-subtree-class=fvBD&rsp-subtree=full&order-by=fvBD.dn&page-size=2";
  const names = async (page: number) => {
    const { json } = await get(`/mo/uni/tn-X.json?${query}&page=${page}`);
    expect(at(json ?? null, "/totalCount")).toBe("3");
    expect(JSON.stringify(at(json ?? null, "/imdata/0/fvBD/children"))).toContain("10.0.0.1/24");
    return JSON.stringify(json).match(/"dn":"[^"]+"/g);
  };
  expect(await names(0)).toEqual(['"dn":"uni/tn-X/BD-a"', '"dn":"uni/tn-X/BD-b"']);
  expect(await names(1)).toEqual(['"dn":"uni/tn-X/BD-c"']);
});

test("an element goes with its status in the write of what it is in, and by DELETE", async () => {
  const { get, post, remove } = await loggedIn();
  await post("/mo/uni.json", outside);
  const gone = { l3extSubnet: { attributes: { ip: "0.0.0.0/0", status: "deleted" } } };
  await post("/mo/uni/tn-X/out-wan/instP-any.json", { l3extInstP: { attributes: {}, children: [gone] } });
  const subnet = "/mo/uni/tn-X/out-wan/instP-any/extsubnet-%5B0.0.0.0%2F0%5D.json";
  expect((await get(subnet)).json).toEqual({ totalCount: "0", imdata: [] });
  expect((await remove("/mo/uni/tn-X/out-wan.json")).status).toBe(200);
  expect((await get("/mo/uni/tn-X/out-wan/rsectx.json")).json).toEqual({ totalCount: "0", imdata: [] });
});

test.each([
  ["uni/tn-X/BD-b", { fvBD: { attributes: { arpFlood: "true" } } }, "107"],
  ["uni/tn-X/BD-b", { fvBD: { attributes: { status: "modified" } } }, "102"],
  ["uni/tn-X", { fvTenant: { attributes: { status: "created" } } }, "103"],
])("what cannot be is refused with the APIC's own code: %s %j", async (path, body, code) => {
  const { post } = await loggedIn();
  await post("/mo/uni.json", outside);
  const { status, json } = await post(`/mo/${path}.json`, body);
  expect([status, at(json ?? null, "/imdata/0/error/attributes/code")]).toEqual([400, code]);
});

test("a token that has ended is 403, and its text says so", async () => {
  const { get } = await loggedIn();
  pass(600_000);
  const { status, text } = await get("/class/fvTenant.json");
  expect(status).toBe(403);
  expect(at(parseJson(text) ?? null, "/imdata/0/error/attributes/text")).toContain("Token timeout");
});
