/**
 * Inventories that differ from every assumption of docs/open-points.md. The targets' settings describe them completely.
 */

import { expect, test } from "vitest";
import type { Wire } from "../../src/model/wire.ts";
import { inTurn } from "../servers/virtual-time/in-turn.ts";
import { enveloped, type Renamed, renaming } from "../servers/virtual-time/renaming.ts";
import { stage } from "../servers/virtual-time/run.ts";

const servers = `version: 1
environment: virtual
targets:
  servers:
    interface: servers
    url: https://servers.example.net
    credential: { clientId: simulated-servers-client, clientSecret: { secret: env:SERVERS_SECRET } }
    settings:
      basePath: /v1
      scope: profiles:read profiles:write
      paths: { profiles: /profiles, profile: "/profiles/id-{id}" }
      methods: { updateProfile: PATCH }
      profileFields: { id: key, serial: sn, name: title, model: type, description: text, status: state }
      itemsField: list
      nextField: paging.following
      totalField: paging.amount
      itemField: data
`;
const profile = {
  key: "id",
  sn: "serial",
  title: "name",
  type: "model",
  text: "description",
  state: "status",
};
const rows: readonly Renamed[] = [
  { takes: /^POST \/oauth\/token$/, gives: "POST /oauth/token" },
  {
    takes: /^GET \/(?:v1\/profiles|server-profiles)$/,
    gives: "GET /server-profiles",
    fields: { ...profile, list: "items" },
  },
  {
    takes: /^POST \/v1\/profiles$/,
    gives: "POST /server-profiles",
    fields: profile,
    answer: (data) => ({ data }),
  },
  { takes: /^PATCH \/v1\/profiles\/id-([^/]+)$/, gives: "PUT /server-profiles/$1", fields: profile },
];
const declared = (text: string) => ({
  "a.yaml": `target: servers\ndevices: { one: { serial: SN-1, name: one, model: B200, description: ${text} } }\n`,
});

test("server profiles are read, planned, applied, changed, and planned again empty", async () => {
  const asked: string[] = [];
  const setting = { project: servers, seed: { serverProfiles: [] }, between: renaming(rows, asked) };
  const world = await inTurn(setting, [declared("first"), declared("second")]);
  expect([...world.servers.profiles.values()]).toMatchObject([{ serial: "SN-1", description: "second" }]);
  for (const { takes } of rows) expect(asked.filter((line) => takes.test(line))).not.toEqual([]);
});

const inventory = (name: string) => `version: 1
environment: virtual
targets:
  edge:
    interface: ${name}
    url: https://edge.example.net
    credential: { token: { secret: env:TOKEN } }
    settings:
      basePath: /v3
      devicesPath: /things
      itemsField: data.records
      totalField: data.count
      deviceFields: { serial: uuid, name: title, model: type, softwareVersion: os, managementIpAddress: ip, status: state }
`;
const device = { uuid: "E-1", title: "edge-1", type: "E100", os: "17.9", ip: "10.9.9.1", state: "up" };

/** A server that answers only requests for this list. */
const serving: (wire: Wire) => Wire = () => ({
  send: async ({ method, url }) => {
    const isList = `${method} ${new URL(url).pathname}` === "GET /v3/things";
    const body = isList ? enveloped([device]) : {};
    const headers = { "content-type": "application/json" };
    return { outcome: "answered", status: isList ? 200 : 404, headers, text: JSON.stringify(body) };
  },
});

test.each(["sdwan", "firewall"])("the devices of an inventory of %s are read and compared", async (name) => {
  const of = (model: string) =>
    `target: edge\ndevices: { one: { serial: E-1, name: edge-1, model: ${model}, softwareVersion: "17.9", managementIpAddress: 10.9.9.1, status: up } }\n`;
  const setting = { project: inventory(name), between: serving };
  const same = await stage({ ...setting, files: { "a.yaml": of("E100") } }).plan();
  expect([same.plan.changes, same.plan.unknown]).toEqual([[], []]);
  const other = await stage({ ...setting, files: { "a.yaml": of("E200") } }).plan();
  expect(other.plan.unwritable).toMatchObject([{ action: "update" }]);
});
