/**
 * A fabric and routers that differ from every assumption of docs/open-points.md. The targets' settings describe them
 * completely.
 */

import { expect, test } from "vitest";
import { inTurn } from "../servers/virtual-time/in-turn.ts";
import { type Renamed, renaming } from "../servers/virtual-time/renaming.ts";
import { stage } from "../servers/virtual-time/run.ts";

const fabric = `version: 1
environment: virtual
targets:
  fabric:
    interface: fabric
    url: https://fabric.example.net
    credential: { token: { secret: env:TOKEN } }
    settings:
      paths: { object: "/v1/objects/{path}", class: "/v1/classes/{class}" }
      methods: { createObject: PUT, updateObject: PATCH }
      itemsField: objects
      tenantClass: realm
      nameAttribute: title
      descriptionAttribute: about
`;
const fields = { objects: "imdata", realm: "fvTenant", title: "name", about: "description" };
const rows: readonly Renamed[] = [
  { takes: /^(GET|DELETE) \/v1\/objects\/(.+)$/, gives: "$1 /api/mo/$2.json", fields },
  { takes: /^(?:PUT|PATCH) \/v1\/objects\/(.+)$/, gives: "POST /api/mo/$1.json", fields },
];
const tenants = (text: string) => ({ "a.yaml": `target: fabric\ntenants: ${text}\n` });

test("tenants are read, planned, applied, changed, removed, and planned again empty", async () => {
  const asked: string[] = [];
  const world = await inTurn({ project: fabric, seed: {}, between: renaming(rows, asked) }, [
    tenants("{ Blue: { description: first }, Red: { description: second } }"),
    tenants("{ Blue: { description: third } }"),
  ]);
  const found = JSON.stringify([...world.fabric.objects]);
  expect(found).toContain("third");
  expect(found).not.toContain("Red");
  expect(asked.map((line) => line.split(" ")[0])).toEqual(expect.arrayContaining(["PUT", "PATCH", "DELETE"]));
});

test("all tenants are listed by the server's own class", async () => {
  const row = { takes: /^GET \/v1\/classes\/realm$/, gives: "GET /api/class/fvTenant.json", fields };
  const seed = { managedObjects: { "uni/tn-Blue": { class: "fvTenant", attributes: { name: "Blue" } } } };
  const on = stage({ project: fabric, seed, files: tenants("{}"), between: renaming([row], []) });
  const { session } = on.context.targets.get("fabric") ?? {};
  const request = { collection: "all tenants", scope: {}, wanted: [] };
  const listed =
    session?.read(request, new AbortController().signal) ?? Promise.reject(new Error("no target"));
  expect(await on.clock.run(listed)).toMatchObject({ items: [{ kind: "tenant", identity: "uni/tn-Blue" }] });
});

const routers = `version: 1
environment: virtual
targets:
  routers:
    interface: restconf
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings:
      root: /rests
      mediaType: application/json
      module: Other-system
      container: config
      hostname: name-of-host
      interfaces: ports/port
`;
const tree = {
  "Other-system:config": "Vendor-native:native",
  "Other-system:name-of-host": "Vendor-native:hostname",
  "Other-system:port": "Vendor-native:GigabitEthernet",
  "name-of-host": "hostname",
  ports: "interface",
  port: "GigabitEthernet",
};
const root = "/restconf/data/Vendor-native:native";
const headers = { accept: "application/yang-data+json", "content-type": "application/yang-data+json" };
const device = String.raw`^(GET|PUT) (\/devices\/[^/]+)\/rests\/data\/Other-system:config`;
const devices: readonly Renamed[] = [
  { takes: new RegExp(`${device}$`), gives: `$1 $2${root}`, fields: tree, headers },
  { takes: new RegExp(`${device}/name-of-host$`), gives: `$1 $2${root}/hostname`, fields: tree, headers },
  {
    takes: new RegExp(`${device}/ports/port=(.+)$`),
    gives: `$1 $2${root}/interface/GigabitEthernet=$3`,
    fields: tree,
    headers,
  },
];

test("routers are read, planned, applied, and planned again empty", async () => {
  const asked: string[] = [];
  const of = (name: string) => ({
    "a.yaml": `target: routers
devices:
  one: { host: 10.20.0.1, hostname: ${name}, interfaces: { GigabitEthernet 1/0/1: { description: ${name} } } }
`,
  });
  await inTurn({ project: routers, between: renaming(devices, asked) }, [of("first"), of("second")]);
  expect(asked.filter((line) => line.startsWith("PUT"))).toHaveLength(4);
});
