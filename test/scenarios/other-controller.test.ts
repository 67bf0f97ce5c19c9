/**
 * A controller that differs from every assumption of docs/open-points.md. The target's settings describe it completely.
 */

import { expect, test } from "vitest";
import { inTurn } from "../servers/virtual-time/in-turn.ts";
import { type Renamed, renaming } from "../servers/virtual-time/renaming.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  campus:
    interface: controller
    url: https://campus.example.net
    credential: { username: { secret: env:CONTROLLER_USER }, password: { secret: env:CONTROLLER_PASSWORD } }
    settings:
      paths: { devices: /inventory, device: "/inventory/{id}", addDevice: /inventory/queue }
      deviceFields: { id: uuid, name: hostname, type: product, managementIpAddress: address, status: state }
      siteFields: { siteName: place, healthScore: score }
      unreachable: [Offline]
      itemField: data
      devicesField: things
      nextField: following
      totalField: amount
`;
const file = (name: string) => ({
  "a.yaml": `target: campus\ndevices: { ${name}: { name: ${name}, type: Switch 9300, managementIpAddress: 10.1.1.11 } }\n`,
});

const fields = {
  uuid: "id",
  hostname: "name",
  product: "type",
  address: "managementIpAddress",
  state: "status",
};
const envelope = { things: "response", following: "nextPageUri", amount: "totalRecords" };
const base = "/ctl/intent/api/v1/network-device";
const health = "GET /ctl/intent/api/v1/site-health";
const rows: readonly Renamed[] = [
  {
    takes: new RegExp(`^${health}$`),
    gives: health,
    fields: { place: "siteName", score: "healthScore", following: "nextPageUri", amount: "totalRecords" },
  },
  { takes: /^POST \/ctl\/system\/api\/v1\/auth\/token$/, gives: "POST /ctl/system/api/v1/auth/token" },
  { takes: /^GET \/inventory$/, gives: `GET ${base}`, fields: { ...fields, ...envelope } },
  // Links in the simulator's answers contain the simulator's path instead of the other controller's path.
  {
    takes: /^GET \/ctl\/intent\/api\/v1\/network-device$/,
    gives: `GET ${base}`,
    fields: { ...fields, ...envelope },
  },
  { takes: /^POST \/inventory\/queue$/, gives: `POST ${base}`, fields: { ...fields, data: "response" } },
];

test("is read, planned, applied and planned again empty", async () => {
  const asked: string[] = [];
  const world = await inTurn({ project, between: renaming(rows, asked) }, [file("sw-1"), file("sw-2")]);
  expect(asked.filter((line) => line.startsWith("POST /inventory"))).toHaveLength(2);
  const added = JSON.stringify([...world.controller.devices.values()]);
  expect(added).toContain("sw-1");
  expect(added).toContain("sw-2");
});

test("health of sites and devices is read by the names that the server has for it", async () => {
  const device = { id: "d1", name: "sw-1", type: "x", softwareVersion: "1", managementIpAddress: "10.1.1.1" };
  const site = { siteName: "Berlin", healthScore: 7, numberOfClients: 1 };
  const seed = { sites: [site], inventory: [{ ...device, status: "offline" }] };
  const on = stage({ project, seed, files: file("sw-1"), between: renaming(rows, []) });
  const campus = on.context.targets.get("campus");
  const read = async (collection: string) => {
    const signal = new AbortController().signal;
    const reply = await campus?.session.read({ collection, scope: {}, wanted: [] }, signal);
    return reply?.state === "whole" ? reply.items : reply;
  };
  const shown = await on.clock.run(Promise.all([read("sites"), read("devices")]));
  expect(shown).toMatchObject([
    [{ identity: "Berlin", value: { healthScore: 7 } }],
    [{ id: "d1", identity: "sw-1", value: { status: "unreachable" } }],
  ]);
});
