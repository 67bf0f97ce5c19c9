import { describe, expect, test } from "vitest";
import { fetchWire, opened as header, json, scripted, text } from "../servers/scripted-wire.ts";
import { offline, prepared } from "./nocked.ts";
import { calm, driverFor, opened, writeOf } from "./opened.ts";

const origin = "https://fabric.example.net";
const wanted = (kind: string, identity: string) => ({ kind, identity, scope: {} });
const tenant = { collection: "tenants", scope: {}, wanted: [wanted("tenant", "uni/tn-Production")] };
const context = {
  collection: "managedObjects",
  scope: {},
  wanted: [wanted("managedObject", "uni/tn-Production/ctx-main")],
};

offline();
const session = () => opened("fabric", fetchWire);

describe("reads of the fabric", () => {
  test("a tenant is read by its path, with the token as a Bearer value", async () => {
    const body = {
      fvTenant: { attributes: { name: "Production", description: "prod", ownerTag: "x", prio: 3 } },
    };
    const arrived = prepared(origin, [{ method: "GET", path: "/api/mo/uni/tn-Production.json", body }]);
    expect(await session().read(tenant, calm)).toEqual({
      state: "whole",
      items: [
        {
          kind: "tenant",
          identity: "uni/tn-Production",
          value: { description: "prod", attributes: { ownerTag: "x", prio: "3" } },
        },
      ],
    });
    expect(arrived[0]?.headers).toMatchObject({
      authorization: "Bearer token-canary-3",
      accept: "application/json",
    });
  });

  test("a tenant without a description has an empty one", async () => {
    const { wire } = scripted(() => json(200, { fvTenant: { attributes: { name: "Production" } } }));
    expect(await opened("fabric", wire).read(tenant, calm)).toMatchObject({
      items: [{ value: { description: "" } }],
    });
  });

  test("a managed object keeps class and attributes, wrapped in imdata or not", async () => {
    const object = { fvCtx: { attributes: { name: "main" } } };
    for (const body of [object, { totalCount: "1", imdata: [object] }, [object]]) {
      const { wire } = scripted(() => json(200, body));
      expect(await opened("fabric", wire).read(context, calm)).toMatchObject({
        items: [{ kind: "managedObject", value: { class: "fvCtx", attributes: { name: "main" } } }],
      });
    }
  });

  const absences = [text(404, ""), json(200, {}), json(200, []), json(200, { totalCount: "0", imdata: [] })];
  test.each(absences)("%j is the server's word that there is no such object", async (reply) => {
    const { wire } = scripted(() => reply);
    expect(await opened("fabric", wire).read(tenant, calm)).toEqual({ state: "absent" });
  });

  const others = [
    json(200, { fvCtx: { attributes: {} } }),
    json(200, { error: { code: "1", message: "m" } }),
    json(200, { a: { attributes: {} }, b: { attributes: {} } }),
    json(200, [{ fvTenant: { attributes: {} } }, { fvTenant: { attributes: {} } }]),
    json(200, { fvTenant: {} }),
    json(200, "x"),
  ];
  test.each(others)("%j is no tenant, and no absence", async (reply) => {
    const { wire } = scripted(() => reply);
    expect(await opened("fabric", wire).read(tenant, calm)).toMatchObject({
      state: "unknown",
      problem: { code: "unexpected-shape" },
    });
  });

  const path = "uni/tn-A/BD-main/subnet-[10.0.0.1/24]";
  const subnet = (attributes: object) => json(200, { fvSubnet: { attributes } });
  test.each([{ dn: path, name: "office" }, { dn: `/${path}`, ip: "10.0.0.1/24" }, { name: "" }])(
    "a name that is not in the path is an attribute like others: %j",
    async (attributes) => {
      const declared = [{ class: "fvSubnet", attributes: { ip: "10.0.0.1/24" } }];
      const read = { ...context, wanted: [{ ...wanted("managedObject", path), declared }] };
      expect(await opened("fabric", scripted(() => subnet(attributes)).wire).read(read, calm)).toMatchObject({
        state: "whole",
      });
    },
  );

  const named = (attributes: Readonly<Record<string, string>>) => ({ class: "fvCtx", attributes });
  test.each([
    ["another class", { fvBD: { attributes: { name: "main" } } }, named({})],
    ["another path", { fvCtx: { attributes: { dn: "uni/tn-B/ctx-main" } } }, named({})],
    ["another case", { fvCtx: { attributes: { name: "Main" } } }, named({})],
    [
      "another name, where the declared one is the path's",
      { fvCtx: { attributes: { name: "other" } } },
      named({ name: "main" }),
    ],
  ])("an answer of %s is not what was asked for", async (_, body, declared) => {
    const read = {
      ...context,
      wanted: [{ ...wanted("managedObject", "uni/tn-A/ctx-main"), declared: [declared] }],
    };
    expect(await opened("fabric", scripted(() => json(200, body)).wire).read(read, calm)).toMatchObject({
      state: "unknown",
      problem: { code: "unexpected-shape" },
    });
  });

  test("of several objects, those that are not there are absent when another one is", async () => {
    const { wire } = scripted(({ url }) =>
      url.includes("ctx") ? text(404, "") : json(200, { fvTenant: { attributes: { name: "Production" } } }),
    );
    const both = { ...tenant, wanted: [wanted("tenant", "uni/tn-ctx"), ...tenant.wanted] };
    expect(await opened("fabric", wire).read(both, calm)).toMatchObject({
      state: "whole",
      items: [{ kind: "tenant" }],
    });
  });

  test("the probe reads the root, whatever it is called", async () => {
    const probe = driverFor("fabric").probe;
    const { wire, sent } = scripted(() => json(200, { polUni: { attributes: {} } }));
    expect(probe && (await opened("fabric", wire).read(probe, calm))).toEqual({ state: "whole", items: [] });
    expect(
      probe && (await opened("fabric", wire, { settings: { root: "top/all" } }).read(probe, calm)),
    ).toMatchObject({
      state: "whole",
    });
    expect(sent.map(({ url }) => url)).toEqual([
      `${origin}/api/mo/uni.json`,
      `${origin}/api/mo/top/all.json`,
    ]);
  });

  test("names in brackets may hold slashes; they are encoded as one segment", async () => {
    const { wire, sent } = scripted(() => text(404, ""));
    const path = "uni/tn-A/out-x/rsdom-[uni/l3dom-é]";
    await opened("fabric", wire).read({ ...context, wanted: [wanted("managedObject", path)] }, calm);
    expect(sent[0]?.url).toBe(`${origin}/api/mo/uni/tn-A/out-x/rsdom-%5Buni%2Fl3dom-%C3%A9%5D.json`);
  });

  test("a path with .. is refused before anything is sent", async () => {
    const { wire, sent } = scripted(() => text(404, ""));
    const reply = await opened("fabric", wire).read(
      { ...context, wanted: [wanted("managedObject", "uni/../x")] },
      calm,
    );
    expect(reply).toMatchObject({ state: "unknown", problem: { code: "bad-id" } });
    expect(sent).toEqual([]);
  });
});

describe("writes of the fabric", () => {
  test("a tenant is posted with its name, as it is in the path, and what is declared", async () => {
    const path = "/api/mo/uni/tn-Production.json";
    const arrived = prepared(origin, [{ method: "POST", path, body: {} }]);
    const desired = { description: "prod", attributes: { ownerTag: "x" } };
    const write = writeOf({ operation: "create", kind: "tenant", identity: "uni/tn-Production", desired });
    expect((await session().write(write, calm)).meaning).toBe("accepted");
    expect(JSON.parse(arrived[0]?.body ?? "")).toEqual({
      fvTenant: { attributes: { name: "Production", description: "prod", ownerTag: "x" } },
    });
    expect(arrived[0]?.headers["content-type"]).toBe("application/json");
    expect(session().preview(write)).toMatchObject({ method: "POST", url: `${origin}${path}` });
  });

  test("a managed object is posted as it is declared, and removed by DELETE", async () => {
    const path = "/api/mo/uni/tn-A/ctx-main.json";
    const arrived = prepared(origin, [
      { method: "POST", path, body: {} },
      { method: "DELETE", path, status: 204 },
    ]);
    const desired = { class: "fvCtx", attributes: { name: "main" } };
    const write = writeOf({
      operation: "update",
      kind: "managedObject",
      identity: "uni/tn-A/ctx-main",
      desired,
    });
    await session().write(write, calm);
    await session().write(writeOf({ ...write, operation: "remove" }), calm);
    expect(arrived.map(({ method, body }) => [method, body])).toEqual([
      ["POST", '{"fvCtx":{"attributes":{"name":"main"}}}'],
      ["DELETE", ""],
    ]);
  });

  test("a missing mandatory property is refused with its path", async () => {
    const body = { error: { code: "107", message: "fvTenant.attributes.name is missing" } };
    prepared(origin, [{ method: "POST", path: "/api/mo/uni/tn-A.json", status: 400, body }]);
    const write = writeOf({ operation: "create", kind: "tenant", identity: "uni/tn-A", desired: {} });
    expect(await session().write(write, calm)).toMatchObject({
      meaning: "refused",
      problem: { message: expect.stringContaining("107: fvTenant.attributes.name is missing") },
    });
  });
});

describe("settings and credentials of a fabric target", () => {
  test("the description's attribute is replaced, both ways", async () => {
    const settings = { descriptionAttribute: "descr" };
    const { wire, sent } = scripted(() =>
      json(200, { fvTenant: { attributes: { name: "Production", descr: "d" } } }),
    );
    const open = opened("fabric", wire, { settings });
    expect(await open.read(tenant, calm)).toMatchObject({
      items: [{ value: { description: "d", attributes: {} } }],
    });
    const desired = { description: "e" };
    await open.write(writeOf({ operation: "update", kind: "tenant", identity: "uni/tn-A", desired }), calm);
    expect(sent[1]?.body).toEqual({ fvTenant: { attributes: { name: "A", descr: "e" } } });
  });

  test("a token can go into a header of its own", async () => {
    const { wire, sent } = scripted(() => text(404, ""));
    await opened("fabric", wire, { settings: { tokenHeader: "X-Fabric-Token" } }).read(tenant, calm);
    expect(header(sent[0]?.headers["x-fabric-token"] ?? "")).toBe("token-canary-3");
    expect(sent[0]?.headers.authorization).toBeUndefined();
  });

  test("user name and password go as HTTP Basic", async () => {
    const { wire, sent } = scripted(() => text(404, ""));
    await opened("fabric", wire, { credential: { username: "u", password: "p" } }).read(tenant, calm);
    expect(header(sent[0]?.headers.authorization ?? "")).toBe(`Basic ${btoa("u:p")}`);
  });
});
