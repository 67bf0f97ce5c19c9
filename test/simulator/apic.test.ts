/**
 * The fabric controller in its APIC mode: sessions, reads of objects and trees, writes of trees, and objects that the
 * APIC creates itself.
 */

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.ts";
import { at } from "../../src/model/pointer.ts";
import { respond } from "../../src/simulator/respond.ts";
import { readJson } from "../../src/simulator/wire/json-text.ts";
import { isList, type SimReply } from "../../src/simulator/wire/message.ts";
import { createWorld, type World } from "../../src/simulator/world.ts";
import { request } from "./asked.ts";

const credentials = { name: "simulated-user", pwd: "simulated-password" };
const loginBody = { aaaUser: { attributes: credentials } };

/** Returns an APIC that answers one request after another. Each request has the cookie of the last login. */
function apic(objects = {}) {
  let world: World = createWorld({ managedObjects: objects }, { fabricMode: "apic" });
  const clock = { ms: 0 };
  let cookie = "";
  const send = (line: string, body: Json = null, own = cookie) => {
    const headers: Record<string, string> = own === "" ? {} : { cookie: `other=1; APIC-cookie=${own}` };
    const done = respond(world, { ...request("fabric", line, body), headers }, clock.ms);
    world = done.world;
    return answer(done.reply);
  };
  const logIn = () => {
    const reply = send("POST /api/aaaLogin.json", loginBody, "");
    cookie = String(at(reply.body, "/imdata/0/aaaLogin/attributes/token") ?? "");
    return reply;
  };
  return { send, logIn, clock, keep: (token: string) => (cookie = token), world: () => world };
}

function answer(reply: SimReply) {
  const read = readJson(reply.body);
  const body = "value" in read ? read.value : null;
  const found = at(body, "/imdata");
  const imdata = found !== undefined && isList(found) ? found : [];
  const error = at(imdata[0], "/error/attributes");
  return { status: reply.status, headers: reply.headers, body, imdata, error };
}

function loggedIn(objects = {}) {
  const on = apic(objects);
  on.logIn();
  return on;
}

const tenant = (name: string, more = {}, children: readonly Json[] = []): Json => ({
  fvTenant: { attributes: { name, ...more }, children },
});
const names = (imdata: readonly Json[], name: string) =>
  imdata.map((each) => at(each, `/${name}/attributes/name`));

describe("a session", () => {
  test("begins with a token for ten minutes, which is a cookie", () => {
    const { logIn, send } = apic();
    expect(send("GET /api/class/fvTenant.json")).toMatchObject({
      status: 403,
      error: { code: "403", text: "Token was invalid (Error: Token timeout)" },
    });
    const { headers, imdata } = logIn();
    expect(at(imdata[0], "/aaaLogin/attributes")).toMatchObject({ refreshTimeoutSeconds: "600" });
    expect(headers["set-cookie"]).toMatch(/^APIC-cookie=simulated-apic-token-000001;/);
    expect(send("GET /api/class/fvTenant.json").status).toBe(200);
  });

  test("with a wrong password does not begin", () => {
    const { send } = apic();
    const wrong = { aaaUser: { attributes: { ...credentials, pwd: "no" } } };
    expect(send("POST /api/aaaLogin.json", wrong)).toMatchObject({ status: 401, error: { code: "401" } });
    expect(send("POST /api/aaaLogin.json", [])).toMatchObject({ status: 401 });
  });

  test("ends after its time, is refreshed before, for a day at most, and ends with a logout", () => {
    const { send, logIn, clock, keep } = apic();
    logIn();
    clock.ms = 599_000;
    const next = String(at(send("GET /api/aaaRefresh.json").body, "/imdata/0/aaaLogin/attributes/token"));
    keep(next);
    clock.ms = 1_100_000;
    expect(send("GET /api/class/fvTenant.json").status).toBe(200);
    clock.ms = 1_200_000;
    expect(send("GET /api/class/fvTenant.json").status).toBe(403);
    expect(send("GET /api/aaaRefresh.json").status).toBe(403);
    logIn();
    expect(send("POST /api/aaaLogout.json", {}).status).toBe(200);
    expect(send("GET /api/class/fvTenant.json").status).toBe(403);
  });
});

describe("a read", () => {
  const deep = [
    {
      fvBD: {
        attributes: { name: "servers" },
        children: [{ fvSubnet: { attributes: { ip: "10.1.0.1/24" } } }],
      },
    },
    { fvAp: { attributes: { name: "web" }, children: [{ fvAEPg: { attributes: { name: "front" } } }] } },
  ];
  const made = () => {
    const on = loggedIn();
    expect(on.send("POST /api/mo/uni.json", tenant("X", { descr: "x" }, deep)).status).toBe(200);
    return on;
  };

  test("of what is not there is an empty list, and of a class that nobody knows a refusal", () => {
    const { send } = loggedIn();
    expect(send("GET /api/mo/uni/tn-Nobody.json").body).toEqual({ totalCount: "0", imdata: [] });
    expect(send("GET /api/class/noSuch.json")).toMatchObject({ status: 400, error: { code: "122" } });
  });

  test("shows all properties, those that can be configured, or those that name it", () => {
    const { send } = made();
    const whole = send("GET /api/mo/uni/tn-X.json").imdata[0];
    expect(at(whole, "/fvTenant/attributes")).toMatchObject({ dn: "uni/tn-X", descr: "x", lcOwn: "local" });
    const config = send("GET /api/mo/uni/tn-X.json?rsp-prop-include=config-only").imdata[0];
    expect(at(config, "/fvTenant/attributes")).toEqual({
      ...{ annotation: "", descr: "x", dn: "uni/tn-X", name: "X", nameAlias: "", ownerKey: "", ownerTag: "" },
    });
    const naming = send("GET /api/mo/uni/tn-X.json?rsp-prop-include=naming-only").imdata[0];
    expect(at(naming, "/fvTenant/attributes")).toEqual({ dn: "uni/tn-X", name: "X" });
  });

  test("shows a whole tree in one answer, or children of some classes", () => {
    const { send } = made();
    const full = send("GET /api/mo/uni/tn-X.json?rsp-subtree=full&rsp-prop-include=config-only");
    expect(JSON.stringify(full.body)).toContain('"ip":"10.1.0.1/24"');
    expect(at(full.imdata[0], "/fvTenant/attributes/dn")).toBe("uni/tn-X");
    expect(JSON.stringify(at(full.imdata[0], "/fvTenant/children"))).not.toContain('"dn"');
    const children = send("GET /api/mo/uni/tn-X.json?rsp-subtree=children&rsp-subtree-class=fvAp");
    expect(at(children.imdata[0], "/fvTenant/children")).toEqual([
      { fvAp: { attributes: expect.objectContaining({ name: "web", rn: "ap-web" }) } },
    ]);
    expect(at(send("GET /api/mo/uni/tn-X.json").imdata[0], "/fvTenant/children")).toBeUndefined();
  });

  test("turns to children or to all below, of some classes, with their whole paths", () => {
    const { send } = made();
    const query = "query-target=subtree&target-subtree-class=fvSubnet,fvAEPg";
    const { body, imdata } = send(`GET /api/mo/uni/tn-X.json?${query}`);
    expect(at(body, "/totalCount")).toBe("2");
    expect(imdata.map((each) => at(Object.values(each ?? {})[0] as Json, "/attributes/dn"))).toEqual(
      ["uni/tn-X/BD-servers/subnet-[10.1.0.1/24]", "uni/tn-X/ap-web/epg-front"].toSorted(),
    );
    const inside = send("GET /api/mo/uni/tn-X.json?query-target=children&target-subtree-class=fvAp");
    expect(names(inside.imdata, "fvAp")).toEqual(["web"]);
    const subnet = send("GET /api/mo/uni/tn-X/BD-servers/subnet-%5B10.1.0.1%2F24%5D.json");
    expect(at(subnet.imdata[0], "/fvSubnet/attributes/ip")).toBe("10.1.0.1/24");
  });

  test("of a class has pages from 0 on, an order, a condition and the count of all", () => {
    const { send } = loggedIn();
    for (const name of ["B", "A", "C"]) send("POST /api/mo/uni.json", tenant(name));
    const page = (number: number) =>
      send(`GET /api/class/fvTenant.json?page-size=4&page=${number}&order-by=fvTenant.name|desc`);
    expect(names(page(0).imdata, "fvTenant")).toEqual(["mgmt", "infra", "common", "C"]);
    expect(names(page(1).imdata, "fvTenant")).toEqual(["B", "A"]);
    expect(page(2).imdata).toEqual([]);
    expect(at(page(1).body, "/totalCount")).toBe("6");
    const some = send('GET /api/class/fvTenant.json?query-target-filter=eq(fvTenant.name,"A")');
    expect(names(some.imdata, "fvTenant")).toEqual(["A"]);
    expect(send("GET /api/class/fvTenant.json?query-target-filter=or(x)").status).toBe(400);
  });
});

describe("a write", () => {
  test("takes an object at its own path or at that of what it is in, and keeps what it does not name", () => {
    const { send } = loggedIn();
    const reply = send("POST /api/mo/uni/tn-X.json", tenant("X", { descr: "one" }));
    expect([reply.status, reply.body]).toEqual([200, { totalCount: "0", imdata: [] }]);
    send("POST /api/mo/uni.json", tenant("X", { nameAlias: "alias" }));
    send("POST /api/mo/uni/tn-X.json", { fvTenant: { attributes: { dn: "uni/tn-X", annotation: "a" } } });
    const [shown] = send("GET /api/mo/uni/tn-X.json").imdata;
    expect(at(shown, "/fvTenant/attributes")).toMatchObject({
      descr: "one",
      nameAlias: "alias",
      annotation: "a",
    });
  });

  test("shows what it changed where that is asked for", () => {
    const { send } = loggedIn();
    const { imdata } = send("POST /api/mo/uni/tn-X.json?rsp-subtree=modified", tenant("X"));
    expect(at(imdata[0], "/fvTenant/attributes")).toMatchObject({ dn: "uni/tn-X", status: "created" });
  });

  test.each([
    ["103", "uni", tenant("common", { status: "created" })],
    ["102", "uni", tenant("Nobody", { status: "modified" })],
    ["102", "uni/tn-Nobody", { fvAp: { attributes: { name: "web" } } }],
    ["107", "uni/tn-X", tenant("Y")],
    ["107", "uni/tn-common", { fvTenant: { attributes: { dn: "uni/tn-X" } } }],
    ["107", "uni", tenant("common", { status: "deleted" })],
    ["120", "uni", tenant("Y", { colour: "red" })],
    ["122", "uni", { noSuch: { attributes: {} } }],
    ["400", "uni", tenant("Y", { descr: 7 })],
    ["400", "uni", []],
  ])("that cannot be is refused with %s: %s %j", (code, path, body) => {
    const { send } = loggedIn();
    expect(send(`POST /api/mo/${path}.json`, body)).toMatchObject({ status: 400, error: { code } });
  });

  test("is carried out whole or not at all", () => {
    const { send, world } = loggedIn();
    const before = world().fabric.objects;
    const children = [{ fvAp: { attributes: { name: "web" } } }, { fvAp: { attributes: { colour: "red" } } }];
    expect(send("POST /api/mo/uni.json", tenant("X", {}, children)).status).toBe(400);
    expect(world().fabric.objects).toBe(before);
  });

  test("removes with DELETE or a status, all below along, and twice is no fault", () => {
    const { send } = loggedIn();
    send("POST /api/mo/uni.json", tenant("X", {}, [{ fvAp: { attributes: { name: "web" } } }]));
    expect(send("DELETE /api/mo/uni/tn-X/ap-web.json").status).toBe(200);
    expect(send("DELETE /api/mo/uni/tn-X/ap-web.json").status).toBe(200);
    send("POST /api/mo/uni/tn-X.json", { fvTenant: { attributes: { status: "deleted" } } });
    expect(send("GET /api/mo/uni/tn-X.json?query-target=subtree").imdata).toEqual([]);
    expect(send("DELETE /api/mo/uni/tn-infra.json")).toMatchObject({ status: 400, error: { code: "107" } });
  });
});

describe("what the APIC makes by itself", () => {
  test("is there with a bridge domain, is changed, and is as it was made once it is removed", () => {
    const { send } = loggedIn();
    send("POST /api/mo/uni.json", tenant("X", {}, [{ fvBD: { attributes: { name: "b" } } }]));
    const vrf = () =>
      at(send("GET /api/mo/uni/tn-X/BD-b/rsctx.json").imdata[0], "/fvRsCtx/attributes/tnFvCtxName");
    expect(vrf()).toBe("");
    send("POST /api/mo/uni/tn-X/BD-b.json", { fvRsCtx: { attributes: { tnFvCtxName: "main" } } });
    expect(vrf()).toBe("main");
    expect(send("DELETE /api/mo/uni/tn-X/BD-b/rsctx.json").status).toBe(200);
    expect(vrf()).toBe("");
  });

  test("is there with what a seed has, whose words are the APIC's", () => {
    const seed = {
      "uni/tn-Old": { class: "fvTenant", attributes: { name: "Old", description: "seeded", mtu: "9000" } },
    };
    const [shown] = loggedIn(seed).send(
      "GET /api/mo/uni/tn-Old.json?rsp-subtree=full&rsp-prop-include=config-only",
    ).imdata;
    expect(at(shown, "/fvTenant/attributes")).toMatchObject({ descr: "seeded" });
    expect(at(shown, "/fvTenant/attributes/mtu")).toBeUndefined();
    expect(at(shown, "/fvTenant/children/0/fvRsTenantMonPol/attributes/tnMonEPGPolName")).toBe("");
  });
});
