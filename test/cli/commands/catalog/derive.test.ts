/** `trueup catalog derive`: derives a catalog from any description. */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadCatalog } from "../../../../src/catalog/load/catalog.ts";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { isLong } from "../../../long-forms.ts";
import { folderWith, ipamText } from "../../../project/own-catalogs/ipam.ts";
import { trueup } from "../../command.ts";
import { answer, body, collection, derived, description, named } from "./derived.ts";

test("a description becomes a catalog without a fault, and what was guessed is listed", async () => {
  const { status, out, read } = await derived(ipamText);
  expect(status).toBe(0);
  const names = ["product", "vrf", "vrfPrefix", "vlan", "settings"];
  const files = names.map((name) => ({ path: `catalogs/our-ipam/${name}.yaml`, text: read(`${name}.yaml`) }));
  const { problems, catalog } = loadCatalog(files, { folder: "catalogs/our-ipam" });
  expect(problems).toEqual([]);
  expect(catalog?.product.pages).toMatchObject({ by: "offset", size: 100 });
  expect(catalog?.kinds.find(({ kind }) => kind === "vlan")?.list).toMatchObject({ items: "vlans" });
  expect(out).toContain("`limits`: the description has no rate limit");
  expect(out).toContain("vrfPrefix: `identity`: live objects are assumed to be identified by `cidr`");
  expect(out).toContain("settings, vlan, vrf: `update`: a PUT is assumed to replace the whole");
  expect(out).toContain("/reindex: an action");
});

test("what people say lies over what is guessed, and what they wrote themselves is left", async () => {
  const overlay = "kinds: { vrfPrefix: { identity: [cidr, role] }, vlan: { update: { send: changed } } }\n";
  const own = "# Mine.\nkind: settings\n";
  const { out, read, run } = await derived(ipamText, {
    "catalogs/our-ipam/overlay/said.yaml": overlay,
    "catalogs/our-ipam/settings.yaml": own,
  });
  expect(read("vrfPrefix.yaml")).toContain("identity: [cidr, role]");
  expect(read("vlan.yaml")).toContain("send: changed");
  expect(read("settings.yaml")).toBe(own);
  expect(out).toContain("Not changed, because people wrote these files (1):\n  settings.yaml");
  expect(out).not.toContain("identified by");
  const again = await run();
  expect(again.out).not.toContain("Written");
});

test("a shape that people say takes the place of a derived field, and the catalog loads", async () => {
  const overlay = "kinds: { vlan: { fields: { name: { shape: label } } } }\n";
  const later = "kinds: { vlan: { fields: { name: { shape: title } } } }\n";
  const { status, read, put, run } = await derived(ipamText, {
    "catalogs/our-ipam/overlay/a.yaml": overlay,
    "catalogs/our-ipam/overlay/b.yaml": later,
  });
  expect(status).toBe(0);
  expect(read("vlan.yaml")).toContain("  name: { shape: title }\n");
  put(
    "catalogs/our-ipam/product.yaml",
    `${read("product.yaml")}shapes: { title: { type: string, maxLength: 9 } }\n`,
  );
  await run();
  const files = ["product", "vrf", "vrfPrefix", "vlan", "settings"].map((name) => {
    return { path: `catalogs/our-ipam/${name}.yaml`, text: read(`${name}.yaml`) };
  });
  const { problems, catalog } = loadCatalog(files, { folder: "catalogs/our-ipam" });
  expect(problems).toEqual([]);
  const vlan = catalog?.kinds.find(({ kind }) => kind === "vlan");
  expect(vlan?.fields.name).toEqual({ type: "string", maxLength: 9 });
});

test("a path that is described with a slash at its end is asked for with it", async () => {
  const paths = Object.entries(collection("/racks", named)).map(
    ([path, item]) => [`${path}/`, item] as const,
  );
  const { cwd, read } = await derived(description(Object.fromEntries(paths)));
  expect(read("rack.yaml")).toMatch(/list: \/racks\/\nitem: \/racks\/\{id\}\/\ncreate: POST \/racks\/\n/);
  expect(read("rack.yaml")).toContain("remove: DELETE /racks/{id}/\n");
  const checked = await trueup(["catalog", "check", "catalogs/our-ipam", "--openapi", "api.yaml"], { cwd });
  expect(checked.out).toContain("1 work, 0 fail, 0 not tried");
});

test("the word before a token is what the description says, or is still to be said", async () => {
  const secured = (scheme: Json) => {
    const { components, ...rest } = description(collection("/racks", named));
    return { ...rest, components: { ...(components as JsonObject), securitySchemes: { only: scheme } } };
  };
  const bare = await derived(secured({ type: "apiKey", in: "header", name: "Authorization" }));
  expect(bare.read("product.yaml")).toContain("authentication: { by: token, header: Authorization }");
  expect(bare.out).toContain(
    "product.yaml: `authentication`: a token in the header Authorization is assumed to be a Bearer",
  );
  const token = await derived(secured({ type: "http", scheme: "Token" }));
  expect(token.read("product.yaml")).toContain("{ by: token, header: Authorization, scheme: Token }");
  expect(token.out).not.toContain("`authentication`");
  const digest = await derived(secured({ type: "http", scheme: "digest" }));
  expect(digest.out).toContain("`authentication`: the description does not say");
});

test("what is made at another path than it is changed at is named with both, and joined by an overlay", async () => {
  const { "/sites/{id}": item, "/sites": list } = collection("/sites", named);
  const paths = {
    ...collection("/orgs", named),
    "/orgs/{id}/sites": list ?? null,
    "/sites/{siteId}": item ?? null,
  };
  const { out, cwd, run, read } = await derived(description(paths));
  const joined = "created at one path and changed at another: if";
  const same = "has the same objects, name both paths under `joined`";
  expect(out).toContain(`/orgs/{id}/sites: ${joined} /sites/{siteId} ${same}`);
  expect(out).toContain(`/sites/{siteId}: ${joined} /orgs/{id}/sites ${same}`);
  mkdirSync(join(cwd, "catalogs/our-ipam/overlay"));
  writeFileSync(
    join(cwd, "catalogs/our-ipam/overlay/said.yaml"),
    "joined: { '/orgs/{id}/sites': '/sites/{siteId}' }\n",
  );
  await run();
  expect(read("orgSite.yaml")).toContain("in: org");
});

test("what no list shows is named by its id and never made, and a kind that wants its live id is refused", async () => {
  const { "/orgs": list, "/orgs/{id}": item } = collection("/orgs", {
    ...named,
    properties: { ...named.properties, id: { type: "string", readOnly: true } },
  });
  const { post } = list as JsonObject;
  const below = collection("/orgs/{id}/racks", named);
  const racks = Object.entries(below).map(([path, each]) => [
    path.replace("racks/{id}", "racks/{rackId}"),
    each,
  ]);
  const paths = { ...Object.fromEntries(racks), "/orgs": { post: post ?? null }, "/orgs/{id}": item ?? null };
  const { out, read, cwd, put } = await derived(description(paths));
  expect(out).toContain("org: `form`: no list shows these objects: each is named by its live id");
  expect(read("org.yaml")).toContain("form: fixed\nkey: id\n");
  expect(read("org.yaml")).not.toContain("create");
  expect(read("orgRack.yaml")).toContain("in: org");
  const check = ["catalog", "check", "catalogs/our-ipam", "--openapi", "api.yaml"];
  expect((await trueup(check, { cwd })).out).toContain("2 work, 0 fail, 0 not tried");
  put("catalogs/our-ipam/org.yaml", orgFile);
  const checked = await trueup(check, { cwd });
  expect(checked.status).toBe(1);
  expect(checked.err + checked.out).toContain(
    "`{id}` is unknown, because no list shows the live ids of this kind",
  );
  expect(checked.err + checked.out).toContain("--> catalogs/our-ipam/org.yaml:5:7");
});

test("what lies in something that is no kind is none, also where a collection joins it", async () => {
  const { "/sites/{id}": item, "/sites": list } = collection("/sites", named);
  const { "/sites/{id}/vlans": vlans, "/sites/{id}/vlans/{id}": vlan } = collection(
    "/sites/{id}/vlans",
    named,
  );
  const paths = {
    ...collection("/racks", named),
    ...{ "/orgs/{org}/sites": list ?? null, "/sites/{site}": item ?? null },
    ...{ "/sites/{site}/vlans": vlans ?? null, "/sites/{site}/vlans/{id}": vlan ?? null },
  };
  const { out } = await derived(description(paths), {
    "catalogs/our-ipam/overlay/said.yaml": "joined: { '/orgs/{org}/sites': '/sites/{site}' }\n",
  });
  expect(out).toContain("1 kind (1 collection)");
  expect(out).toContain("/sites/{site}: no kind has the id {org}");
  expect(out).toContain("/sites/{site}/vlans/{id}: no kind has the id {org}");
});

const orgFile = `kind: org
title: org
section: orgs
form: collection
item: /orgs/{id}
create: POST /orgs
fields: { name: { type: string } }
source: made up
verified: assumed
`;

test("ids of other kinds are references in either spelling, and a UUID looks like one", async () => {
  const uuid = { type: "string", format: "uuid" };
  const inside = (path: string, more: JsonObject) => {
    const properties = { name: { type: "string" }, id: { ...uuid, readOnly: true }, ...more };
    const entries = Object.entries(collection(`/orgs/{id}/${path}`, { ...named, properties }));
    return Object.fromEntries(
      entries.map(([at, each]) => [at.replace(`${path}/{id}`, `${path}/{itemId}`), each]),
    );
  };
  const ids = { template_id: uuid, template_ids: { type: "array", items: uuid }, tunnel_id: uuid };
  const { read, out } = await derived(
    description({ ...collection("/orgs", named), ...inside("templates", {}), ...inside("sites", ids) }),
  );
  const site = read("orgSite.yaml");
  expect(site).toContain("template_id: { type: string, also: template, refersTo: orgTemplate }");
  expect(site).toMatch(/also: templates,?\s+refersTo: orgTemplate,?\s+items: \{ type: string \}/);
  expect(site).toContain("tunnel_id: { type: string, pattern: '^[0-9a-fA-F]{8}");
  expect(out).toContain("orgSite: tunnel_id looks like the id of a kind");
});

test("of many paths that are no kinds for one reason some are listed, and the rest counted", async () => {
  const actions = Array.from({ length: 40 }, (_, at) => [`/run/${at}`, { post: answer(named) }] as const);
  const { out } = await derived(
    description({ ...collection("/racks", named), ...Object.fromEntries(actions) }),
  );
  expect(out).toContain("Paths that did not become kinds (40):");
  expect(out.match(/\/run\/\d+: an action/g)).toHaveLength(10);
  expect(out).toContain("30 others: an action: it leaves nothing that can be read");
});

test("a field that is called like a secret is taken for one, and said", async () => {
  const server = {
    type: "object",
    properties: { host: { type: "string" }, radius_secret: { type: "string" } },
  };
  const properties = {
    ...named.properties,
    psk: { type: "string", default: "" },
    passwordPolicy: { type: "string" },
    tokenType: { type: "string", enum: ["a", "b"] },
    auth: { type: "object", properties: { servers: { type: "array", items: server } } },
  };
  const { read, out, cwd, run } = await derived(description(collection("/wlans", { ...named, properties })));
  expect(read("wlan.yaml")).toContain("psk: { type: string, secret: shown }");
  expect(read("wlan.yaml")).toMatch(/radius_secret: \{ type: string, secret: shown \}/);
  expect(read("wlan.yaml")).toContain("passwordPolicy: { type: string }");
  expect(out).toContain(
    "wlan: `secret`: by their names, psk, auth.servers[].radius_secret are assumed to be secrets",
  );
  mkdirSync(join(cwd, "catalogs/our-ipam/overlay"));
  writeFileSync(
    join(cwd, "catalogs/our-ipam/overlay/said.yaml"),
    "kinds: { wlan: { fields: { psk: { secret: null } } } }\n",
  );
  await run();
  expect(read("wlan.yaml")).toContain("psk: { type: string }");
});

test("a field that is called like an address is compared as one, and said", async () => {
  const list = { type: "array", items: { type: "object", properties: { mac: { type: "string" } } } };
  const properties = {
    ...named.properties,
    ip_address: { type: "string" },
    macAddress: { type: "string" },
    subnet: { type: "string", enum: ["a", "b"] },
    callbackUrl: { type: "string" },
    allowedVlans: { type: "string" },
    dnsIps: { type: "array", items: { type: "string" } },
    tip: { type: "string" },
    clients: list,
  };
  const { read, out } = await derived(description(collection("/wlans", { ...named, properties })));
  const wlan = read("wlan.yaml");
  for (const line of [
    "ip_address: { type: string, format: [cidr, ip] }",
    "macAddress: { type: string, format: [mac] }",
    "subnet: { type: string, enum: [a, b] }",
    "callbackUrl: { type: string, format: [uri] }",
    "allowedVlans: { type: string, format: [numberSet, ignoreCase] }",
    "dnsIps: { type: array, items: { type: string, format: [cidr, ip] } }",
    "tip: { type: string }",
    "mac: { type: string, format: [mac] }",
  ])
    expect(wlan).toContain(line);
  expect(out).toContain("wlan: `format`: by their names, ip_address, macAddress, callbackUrl, ");
});

test("what replies show in another shape than requests have is read where it stands, or said", async () => {
  const request = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      status: { type: "string", enum: ["active", "planned"] },
      group: { type: "integer", nullable: true },
      members: { type: "array", items: { type: "integer" } },
    },
  };
  const choice = { type: "object", properties: { value: { type: "string" }, label: { type: "string" } } };
  const brief = { type: "object", properties: { id: { type: "integer" }, url: { type: "string" } } };
  const members = { type: "array", items: brief };
  const shown = {
    type: "object",
    properties: { id: { type: "integer" }, name: { type: "string" }, status: choice, group: brief, members },
  };
  const write = { requestBody: body(request), ...answer(shown) };
  const { read, out } = await derived(
    description({
      "/racks": { get: answer({ type: "array", items: shown }), post: write },
      "/racks/{id}": { get: answer(shown), put: write, delete: { responses: { 204: { description: "" } } } },
    }),
  );
  expect(read("rack.yaml")).toContain(
    "status: { type: string, enum: [active, planned], readAs: status.value }",
  );
  expect(read("rack.yaml")).toContain("group: { type: integer, nullable: true, readAs: group.id }");
  expect(out).toContain("rack: members is sent as list of integer, but shown as list of object");
});

test("a field that is called like a word of every entry is the product's own, unless it is text", async () => {
  const place = { type: "object", properties: { slug: { type: "string" } } };
  const properties = { ...named.properties, site: place, protect: { type: "object", properties: {} } };
  const rack = { ...named, properties };
  const { cwd, put } = await derived(description(collection("/racks", rack)));
  const checked = await trueup(["catalog", "check", "catalogs/our-ipam", "--openapi", "api.yaml"], { cwd });
  expect(checked.out).toContain("1 work, 0 fail, 0 not tried");
  const target =
    "{ interface: rest, catalog: catalogs/our-ipam/, url: 'https://a.example.net', credential: { token: { secret: env:T } } }";
  put("trueup.yaml", `version: 1\nenvironment: e\ntargets: { ipam: ${target} }\n`);
  put(
    "desired-state/a.yaml",
    "target: ipam\nracks: { a: { name: A, site: { slug: berlin }, protect: {} } }\n",
  );
  const { out, status } = await trueup(["validate"], { cwd });
  expect(out).toContain("1 resource for 1 target");
  expect(status).toBe(0);
});

test("--only takes paths with what they lie in, and --dry-run writes nothing", async () => {
  const { cwd } = folderWith({ "api.yaml": ipamText });
  const args = [
    "catalog",
    "derive",
    "api.yaml",
    "--out",
    "catalogs/our-ipam",
    "--only",
    "/vrfs/{vrfId}/prefixes",
  ];
  const { out, status } = await trueup([...args, "--dry-run"], { cwd });
  expect(status).toBe(0);
  expect(out).toContain("2 kinds (2 collections)");
  expect(existsSync(join(cwd, "catalogs"))).toBe(false);
});

if (isLong)
  test("schemas in circles, schemas that double without end, and references to nothing have an end", async () => {
    const doubled = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => {
        const next = { $ref: `#/components/schemas/D${at + 1}` };
        return [`D${at}`, { type: "object", properties: { left: next, right: next } }];
      }),
    );
    const circle = {
      type: "object",
      properties: { name: { type: "string" }, inner: { $ref: "#/components/schemas/Circle" } },
    };
    const loop = { $ref: "#/components/schemas/Loop" };
    const odd = {
      ...named,
      properties: {
        ...named.properties,
        away: { $ref: "other.yaml#/A" },
        bad: { $ref: "#/%E0%A4%A" },
        own: { $ref: "#/constructor" },
      },
    };
    const { status, out, read } = await derived(
      description(
        {
          ...collection("/circles", { $ref: "#/components/schemas/Circle" }),
          ...collection("/doubles", {
            type: "object",
            properties: { name: { type: "string" }, all: { $ref: "#/components/schemas/D0" } },
          }),
          ...collection("/loops", loop),
          ...collection("/odds", odd),
        },
        { ...doubled, Circle: circle, Loop: loop },
      ),
    );
    expect(status).toBe(0);
    expect(out).toContain("circle: inner is a recursive schema");
    expect(out).toContain("is behind too many references");
    expect(out).toContain("odd: away is described elsewhere");
    expect(read("odd.yaml")).toContain("name: { type: string }");
  });

if (isLong)
  test("100,000 paths are refused in seconds, with what to choose; a choice of them is taken", async () => {
    const item = { get: {}, put: {} };
    const paths = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, at) => [`/part${at % 7}/thing${at}`, item] as const),
    );
    const { status, err, run } = await derived(description(paths));
    expect(status).toBe(1);
    expect(err).toMatch(
      /The description has 100000 kinds, over 500: choose paths with --only\. Most of the kinds are below \/part0 \(14286\)/,
    );
    const chosen = await run("--only", "/part3/thing3", "/part3/thing10");
    expect(chosen.out).toContain("2 kinds");
  }, 30_000);

test("names that no catalog can have are left out with the reason, and equal ones get a number", async () => {
  const { status, out, err, read } = await derived(
    description({
      ...collection("/2fa-codes", named),
      ...collection("/a/things", named),
      ...collection("/a!/things", named),
      ...collection("/constructor", named),
      ...collection("/fine", {
        ...named,
        properties: {
          ...named.properties,
          "a b": { type: "string" },
          size: { type: "string", pattern: "(" },
        },
      }),
    }),
  );
  expect(err).toBe("");
  expect(status).toBe(0);
  expect(out).toContain("/2fa-codes/{id}: the draft is not a valid kind: kind: must be a name in camelCase");
  expect(read("aThing2.yaml")).toContain("kind: aThing2");
  expect(read("fine.yaml")).not.toContain("a b");
  expect(read("fine.yaml")).not.toContain("pattern");
});

test.each([
  ["no description", "openapi: 2.0\n", "not an OpenAPI description of version 3.0 or 3.1"],
  ["no YAML", "{ a: [", "is neither JSON nor YAML"],
  [
    "no configuration",
    JSON.stringify(description({ "/run": { post: {} } })),
    "The description has no path with configuration",
  ],
])("%s is said, and nothing is written", async (_, text, why) => {
  const { status, err, cwd } = await derived(text);
  expect(status).toBe(1);
  expect(err).toContain(why);
  expect(existsSync(join(cwd, "catalogs"))).toBe(false);
});

test("no name says what stands before every path, and no section is called as what makes files", async () => {
  const twice = { bearer: { type: "http", scheme: "bearer" }, token: { type: "http", scheme: "bearer" } };
  const api = description({
    ...collection("/api/v2/groups", named),
    ...collection("/api/v2/dns/zones", named),
  });
  const secured = {
    ...api,
    components: { securitySchemes: twice },
    security: [{ bearer: [] }, { token: [] }],
  };
  const { read } = await derived(secured);
  expect(read("group.yaml")).toContain("section: ownGroups");
  expect(read("dnsZone.yaml")).toContain("section: dns.zones");
  expect(read("product.yaml")).toContain("authentication: { by: token, header: Authorization }");
});

test("a field that people take away inside of a kind is away, also where something else of it was guessed", async () => {
  const properties = {
    ...named.properties,
    tags: { type: "object", properties: { a: {}, b: {} } },
    size: {},
  };
  const { read } = await derived(description(collection("/things", { ...named, properties })), {
    "catalogs/our-ipam/overlay/said.yaml":
      "kinds: { thing: { fields: { size: null, tags: { properties: { b: null } } } } }\n",
  });
  expect(read("thing.yaml")).not.toContain("size");
  expect(read("thing.yaml")).toContain("properties: { a: {} }");
});
