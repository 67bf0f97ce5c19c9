/**
 * A dashboard that differs from every assumption of docs/open-points.md. The target's settings describe it completely.
 */

import { expect, test } from "vitest";
import { inTurn } from "../servers/virtual-time/in-turn.ts";
import { enveloped, renaming } from "../servers/virtual-time/renaming.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    url: https://cloud.example.net
    credential: { apiKey: { secret: env:KEY } }
    settings:
      basePath: /v2
      itemsField: data.records
      totalField: data.count
      itemField: data
      paths:
        organizations: /orgs
        networks: /orgs/{organizationId}/sites
        createNetwork: /sites
        network: /sites/{networkId}
        ssids: /sites/{networkId}/wlans
        createSsid: /sites/{networkId}/wlans
        ssid: /sites/{networkId}/wlans/no-{number}
        devices: /orgs/{organizationId}/things
        device: /things/{serial}
      methods: { updateNetwork: PATCH, createSsid: POST, updateSsid: PATCH, updateDevice: PATCH }
      organizationFields: { id: uid, name: title }
      networkFields: { id: uid, name: title, timeZone: zone, tags: labels, netflow: flow, organizationId: org }
      netflowFields: { enabled: "on", collectorIp: ip, collectorPort: port }
      deviceFields: { serial: sn, name: title, model: type, networkId: site, tags: labels }
      ssidFields: { number: slot, name: title, password: key, vlan: vlanId }
secrets: { allow: ["env:*_PSK"] }
`;

const names = { uid: "id", title: "name" };
const flow = { flow: "netflow", on: "enabled", ip: "collectorIp", port: "collectorPort" };
const network = { ...names, ...flow, org: "organizationId", zone: "timeZone", labels: "tags" };
const ssid = { title: "name", slot: "number", key: "password", vlanId: "vlan" };
const device = { sn: "serial", title: "name", type: "model", site: "networkId", labels: "tags" };

function server(asked: string[]) {
  return renaming(
    [
      { takes: /^GET \/v2\/orgs$/, gives: "GET /api/v1/organizations", fields: names, answer: enveloped },
      {
        takes: /^GET \/v2\/orgs\/([^/]+)\/sites$/,
        gives: "GET /api/v1/organizations/$1/networks",
        fields: network,
        answer: enveloped,
      },
      {
        takes: /^POST \/v2\/sites$/,
        gives: "POST /api/v1/organizations/{organizationId}/networks",
        fields: network,
        answer: (data) => ({ data }),
      },
      { takes: /^PATCH \/v2\/sites\/([^/]+)$/, gives: "PUT /api/v1/networks/$1", fields: network },
      { takes: /^DELETE \/v2\/sites\/([^/]+)$/, gives: "DELETE /api/v1/networks/$1" },
      {
        takes: /^GET \/v2\/sites\/([^/]+)\/wlans$/,
        gives: "GET /api/v1/networks/$1/wireless/ssids",
        fields: ssid,
        answer: enveloped,
      },
      {
        takes: /^POST \/v2\/sites\/([^/]+)\/wlans$/,
        gives: "PUT /api/v1/networks/$1/wireless/ssids/{number}",
        fields: ssid,
      },
      {
        takes: /^PATCH \/v2\/sites\/([^/]+)\/wlans\/no-(\d+)$/,
        gives: "PUT /api/v1/networks/$1/wireless/ssids/$2",
        fields: ssid,
      },
      {
        takes: /^GET \/v2\/orgs\/([^/]+)\/things$/,
        gives: "GET /api/v1/organizations/$1/devices",
        fields: device,
        answer: enveloped,
      },
      { takes: /^PATCH \/v2\/things\/([^/]+)$/, gives: "PUT /api/v1/devices/$1", fields: device },
    ],
    asked,
  );
}

const file = (text: string) => ({
  "desired-state/offices.yaml": `target: cloud\norganization: Acme\n${text}`,
});

const declared = file(`networks:
  berlin:
    name: Berlin
    timeZone: Europe/Berlin
    tags: [branch, office]
    netflow: { enabled: true, collectorIp: 10.1.1.1, collectorPort: 2055 }
    ssids: { 0: { name: Corp, vlan: 20, password: { secret: env:CORP_PSK } }, 1: { name: Guest, vlan: 30 } }
devices:
  ap: { serial: Q2-1, name: ap-1, tags: [roof], network: berlin }
`);
const changed = file(`networks:
  berlin:
    name: Berlin Mitte
    timeZone: Europe/Vienna
    tags: [branch]
    netflow: { enabled: false, collectorIp: 10.1.1.2, collectorPort: 2056 }
    ssids: { 0: { name: Corporate, vlan: 21 }, 1: { name: Guest, vlan: 30 } }
devices:
  ap: { serial: Q2-1, name: ap-one, tags: [cellar], network: berlin }
`);

const device1 = { serial: "Q2-1", name: "unnamed", model: "AP" };
const seed = { organizations: [{ id: "1", name: "Acme", networks: [{ name: "Old", devices: [device1] }] }] };

test("is read, planned, applied, changed, and planned again empty", async () => {
  const asked: string[] = [];
  const setting = { project, seed, settings: { readinessMs: 0 }, between: server(asked) };
  const world = await inTurn(setting, [declared, changed, file("networks: {}\n")]);
  expect([...world.dashboard.networks.values()].map(({ fields }) => fields.name)).toEqual(["Old"]);
  const kinds = asked.map((line) => line.replaceAll(/\/(?!v2)[\w-]*\d[\w-]*/g, "/*"));
  expect([...new Set(kinds)].sort()).toEqual([
    "DELETE /v2/sites/*",
    "GET /v2/orgs",
    "GET /v2/orgs/*/sites",
    "GET /v2/orgs/*/things",
    "GET /v2/sites/*/wlans",
    "PATCH /v2/sites/*",
    "PATCH /v2/sites/*/wlans/*",
    "PATCH /v2/things/*",
    "POST /v2/sites",
    "POST /v2/sites/*/wlans",
  ]);
});
