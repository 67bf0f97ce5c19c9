/**
 * Catalogs that are derived from descriptions in the style of other products work. Paths that cannot work do not become
 * kinds.
 */

import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { trueup } from "../../command.ts";
import { answer, body, collection, derived, description, named } from "./derived.ts";

const text = { type: "string" };
const uuid = { type: "string", format: "uuid" };

/** Tries a derived catalog. Returns the last line of the output, and all of its lines. */
async function tried(described: Json, said?: string) {
  const files = said === undefined ? {} : { "catalogs/our-ipam/overlay/said.yaml": said };
  const from = await derived(described, files);
  const args = ["catalog", "check", "catalogs/our-ipam", "--openapi", "api.yaml"];
  const checked = await trueup(args, { cwd: from.cwd });
  return { ...from, checked: checked.out + checked.err };
}

/** Returns a collection whose ids are UUIDs. Only the path shows this. */
function ofUuids(path: string, schema: Json): JsonObject {
  const { [path]: list = null, [`${path}/{id}`]: item } = collection(path, schema);
  const parameters = [{ name: "itemId", in: "path", required: true, schema: uuid }];
  return { [path]: list, [`${path}/{itemId}`]: { ...(item as JsonObject), parameters } };
}

function withFields(properties: JsonObject): JsonObject {
  return { ...named, properties: { ...named.properties, ...properties } };
}

test.each<[string, JsonObject]>([
  [
    "addresses of one version only",
    { gateway6: { ...text, format: "ipv6" }, dns: { ...text, format: "ipv4" } },
  ],
  ["fields of several forms", { vlan: { oneOf: [{ type: "array", items: text }, { type: "integer" }] } }],
  [
    "names with dots in them, which are left out",
    { "dot1.ad": { type: "boolean" }, mtu: { type: "integer" } },
  ],
])("%s are tried with what the product takes", async (_, fields) => {
  const { checked } = await tried(description(collection("/ports", withFields(fields))));
  expect(checked).toContain("1 work, 0 fail, 0 not tried");
});

test("a reference is to an id as the path says it, and a default that names nothing is none, at any depth", async () => {
  const tunnel = { ...uuid, nullable: true, default: "" };
  const wlans = { type: "array", items: { type: "object", properties: { tunnel_id: tunnel } } };
  const paths = {
    ...collection("/policies", withFields({ wlans })),
    ...ofUuids("/tunnels", withFields({ id: { ...text, readOnly: true } })),
  };
  const { checked, read } = await tried(description(paths));
  expect(read("policy.yaml")).toContain("refersTo: tunnel");
  expect(checked).toContain("2 work, 0 fail, 0 not tried");
});

test("pages are those that most lists have; a list without both parameters has none, and a start with an end is a time", async () => {
  const query = (...names: string[]) =>
    names.map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const lists: Readonly<Record<string, string[]>> = {
    "/logs": ["start", "end", "limit"],
    "/ports": ["page", "limit"],
    "/tickets": ["page"],
  };
  const paths = Object.entries(lists).flatMap(([path, names]) => {
    const { [path]: list, ...item } = collection(path, named);
    const { get } = list as JsonObject;
    return Object.entries({
      [path]: { ...(list as JsonObject), get: { ...(get as JsonObject), parameters: query(...names) } },
      ...item,
    });
  });
  const { checked, read } = await tried(description(Object.fromEntries(paths)));
  expect(read("product.yaml")).toContain(
    "pages: { by: page, page: page, limit: limit, size: 100, first: 1 }",
  );
  expect(read("ticket.yaml")).toContain("pages: { by: answer }");
  expect(read("port.yaml")).not.toContain("pages:");
  expect(checked).toContain("3 work, 0 fail, 0 not tried");
});

const gone = { responses: { 204: { description: "" } } };
const list = { type: "array", items: named };
const unnamed = { type: "object", properties: { rules: { type: "array", items: text } } };
const forms = { oneOf: [named, withFields({ ssid: text })] };
const bare: JsonObject = collection("/profiles", forms);

test("what could never be read, or told from others, is no kind, and the reason says what would make it one", async () => {
  const paths = {
    "/invites": { post: { requestBody: body(named), ...answer(named) } },
    "/invites/{inviteId}": { put: { requestBody: body(named), ...answer(named) }, delete: gone },
    "/inventory": { get: answer(list), put: { requestBody: body(named), ...answer(named) } },
    ...collection("/templates", unnamed),
    ...bare,
    ...collection("/ports", named),
  };
  const { out } = await derived(description(paths));
  expect(out).toContain("1 kind (1 collection)");
  expect(out).toContain("/invites/{inviteId}: the objects can be written, but not read");
  expect(out).toContain("/inventory: the reply is a list, but the request is not");
  expect(out).toContain(
    "/templates/{id}: no field can identify live objects: set `kinds: { template: { identity: ... } }`",
  );
  expect(out).toContain(
    "/profiles/{id}: the description has no request with fields for this path: set `kinds: { profile: { fields: ... } }`",
  );
  expect(out).not.toContain("the overlay has this kind");
  const said = "kinds: { template: { identity: rules }, profile: { fields: { name: { type: string } } } }\n";
  const { read } = await derived(description(paths), { "catalogs/our-ipam/overlay/said.yaml": said });
  expect(read("template.yaml")).toContain("identity: rules");
  expect(read("profile.yaml")).toContain("name: { type: string }");
});

test("what always exists has the id that its reply shows, in whichever form", async () => {
  const device = { oneOf: [withFields({ radio: text }), withFields({ ports: { type: "integer" } })] };
  const paths = {
    "/sites/{siteId}/devices": { get: answer({ type: "array", items: device }) },
    "/sites/{siteId}/devices/{deviceId}": {
      get: answer(device),
      put: { requestBody: body(named), ...answer(device) },
    },
    ...collection("/sites", named),
  };
  const { "/sites/{id}": site = null, ...others } = paths as JsonObject;
  const { checked, read } = await tried(description({ ...others, "/sites/{siteId}": site }));
  expect(read("siteDevice.yaml")).toContain("\nid: id\n");
  expect(checked).toContain("2 work, 0 fail, 0 not tried");
});

test("a version in the paths, and paths below both, hide neither items at the top nor what is always there", async () => {
  const { "/sites": list, "/sites/{id}": site } = collection("/sites", named);
  const action = { post: { requestBody: body(named), ...answer(named) } };
  const paths = {
    ...collection("/v1/orgs", named),
    "/v1/orgs/{id}/sites": list ?? null,
    "/v1/orgs/{id}/sites/{siteName}/import": action,
    "/v1/sites/{siteId}": site ?? null,
    ...collection("/v1/sites/{siteId}/racks", named),
    "/v1/sites/{siteId}/setting": {
      get: answer(unnamed),
      put: { requestBody: body(unnamed), ...answer(unnamed) },
    },
    "/v1/sites/{siteId}/setting/{app}/link": action,
  };
  const { checked } = await tried(
    description(paths),
    "joined: { '/v1/orgs/{id}/sites': '/v1/sites/{siteId}' }\n",
  );
  expect(checked).toContain("4 work, 0 fail, 0 not tried");
});

test("what names something that could not be made is not tried, and does not count as working", async () => {
  const paths = {
    ...collection("/ports", withFields({ profile_id: text })),
    ...collection("/profiles", named),
  };
  const { cwd, read, put } = await derived(description(paths));
  put(
    "catalogs/our-ipam/profile.yaml",
    read("profile.yaml").replace("create: POST /profiles", "create: POST /profile"),
  );
  const { out } = await trueup(["catalog", "check", "catalogs/our-ipam", "--openapi", "api.yaml"], { cwd });
  expect(out).toContain("port: a resource on which this resource depends was not created");
  expect(out).toContain("0 work, 1 fail, 1 not tried");
});
