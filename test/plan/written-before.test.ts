/**
 * Resources for which the catalog says that they need another resource of the same network. They are written after that
 * resource and removed before it.
 */

import { expect, test } from "vitest";
import type { JsonObject } from "../../src/model/json.ts";
import type { Wire } from "../../src/model/wire.ts";
import { json, revealed, text } from "../servers/scripted-wire.ts";
import { stage } from "../servers/virtual-time/run.ts";

const project = `version: 1
environment: virtual
targets:
  cloud:
    interface: dashboard
    dialect: meraki
    url: https://api.meraki.com
    credential: { apiKey: { secret: env:KEY } }
`;

const networks = ["Berlin", "Oslo"].map((name) => ({ id: `N_${name}`, name, productTypes: ["appliance"] }));

/** Serves two networks. Their routes need VLANs, and their VLANs need a setting that switches VLANs on. */
function twoNetworks() {
  const held = new Map<string, readonly JsonObject[]>();
  const asked: string[] = [];
  const wire: Wire = {
    send: async ({ method, url, body }) => {
      const path = new URL(url).pathname.replace("/api/v1/", "");
      if (path === "organizations") return json(200, [{ id: "1", name: "Acme" }]);
      if (path === "organizations/1/networks") return json(200, networks);
      const [, network = "", , what = "", id] = path.split("/");
      const place = `${network} ${what}`;
      if (method !== "GET")
        asked.push(`${method} ${path.replace("networks/", "").replace("appliance/", "")}`);
      if (path.endsWith("vlans/settings"))
        return json(200, { vlansEnabled: asked.includes(`PUT ${network}/vlans/settings`) });
      const all = held.get(place) ?? [];
      if (method === "GET") return json(200, all);
      if (method === "DELETE")
        held.set(
          place,
          all.filter((each) => String(each.id) !== id),
        );
      else if (method === "PUT")
        held.set(
          place,
          all.map((each) => (String(each.id) === id ? { ...each, ...Object(revealed(body)) } : each)),
        );
      else held.set(place, [...all, { id: `r${all.length}`, ...Object(revealed(body)) }]);
      return method === "DELETE" ? text(204, "") : json(201, held.get(place)?.at(-1) ?? {});
    },
  };
  return { wire, asked };
}

const less = `target: cloud
organization: Acme
networks:
  berlin: { name: Berlin, productTypes: [appliance] }
  oslo: { name: Oslo, productTypes: [appliance] }
`;
const inside = `
    appliance:
      staticRoutes: { lab: { name: Lab, subnet: 10.9.0.0/16, gatewayIp: 10.0.10.9 } }
      vlans: { 10: { name: Office } }
      vlansSettings: { vlansEnabled: true }
`;
const more = less.replaceAll(/\{ (name: \w+, productTypes: .appliance.) \}/g, (_, own: string) =>
  `\n    ${own.replace(", ", "\n    ")}${inside}`.trimEnd(),
);

const berlin = `target: cloud
organization: Acme
networks:
  berlin:
    name: Berlin
    appliance: { vlansSettings: { vlansEnabled: true }, vlans: { 10: { name: Office } } }
`;

test("VLANs are made once they are switched on, and routes after them, in each network by itself", async () => {
  const { wire, asked } = twoNetworks();
  const set = stage({ project, files: { "a.yaml": more }, between: () => wire });
  const made = await set.plan();
  const after = Object.fromEntries(made.plan.steps.map((step) => [step.id, step.after]));
  expect(after["create cloud/applianceStaticRoute/oslo.lab"]).toEqual(["create cloud/applianceVlan/oslo.10"]);
  expect(after["create cloud/applianceVlan/oslo.10"]).toEqual(["update cloud/applianceVlansSettings/oslo"]);
  await set.apply(made);
  for (const network of ["N_Berlin", "N_Oslo"])
    expect(asked.filter((each) => each.includes(network))).toEqual([
      `PUT ${network}/vlans/settings`,
      `POST ${network}/vlans`,
      `POST ${network}/staticRoutes`,
    ]);
});

test("what is removed goes the other way round", async () => {
  const { wire, asked } = twoNetworks();
  const before = stage({ project, files: { "a.yaml": more }, between: () => wire });
  await before.apply(await before.plan());
  asked.length = 0;
  asked.push("PUT N_Oslo/vlans/settings", "PUT N_Berlin/vlans/settings");
  const set = stage({ project, files: { "a.yaml": less }, between: () => wire });
  const made = await set.plan({ base: set.load({ "a.yaml": more }), prune: true });
  const { after } = made.plan.steps.find(({ id }) => id === "remove cloud/applianceVlan/oslo.10") ?? {};
  expect(after).toEqual(["remove cloud/applianceStaticRoute/oslo.lab"]);
  await set.apply(made);
  expect(asked.filter((each) => each.startsWith("DELETE N_Oslo"))).toEqual([
    "DELETE N_Oslo/staticRoutes/r0",
    "DELETE N_Oslo/vlans/10",
  ]);
});

test("what the server makes by itself together with another thing is updated, and is nobody else's", async () => {
  const { wire, asked } = twoNetworks();
  const makesOne: Wire = {
    send: async (request, signal) => {
      const isOn = asked.includes("PUT N_Berlin/vlans/settings");
      const reply = await wire.send(request, signal);
      const isSwitched = !isOn && asked.includes("PUT N_Berlin/vlans/settings");
      const url = request.url.replace("vlans/settings", "vlans");
      if (isSwitched)
        await wire.send({ ...request, url, method: "POST", body: { id: 10, name: "Default" } }, signal);
      return reply;
    },
  };
  const set = stage({ project, files: { "a.yaml": berlin }, between: () => makesOne });
  const made = await set.plan();
  expect(made.plan.steps.map(({ id }) => id)).toEqual([
    "update cloud/applianceVlansSettings/berlin",
    "create cloud/applianceVlan/berlin.10",
  ]);
  const { settled, nonConvergent } = await set.apply(made);
  expect(settled.map(({ outcome }) => outcome.state)).toEqual(["applied", "applied"]);
  expect(asked).toEqual(["PUT N_Berlin/vlans/settings", "POST N_Berlin/vlans", "PUT N_Berlin/vlans/10"]);
  expect(nonConvergent).toEqual([]);
});

test("devices of one fleet do not wait for each other: each orders its own sections", async () => {
  const fleet = `version: 1
environment: virtual
targets:
  routers:
    interface: restconf
    dialect: rfc8040
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ios-xe, transaction: resource }
`;
  const router = (host: string) => `{ host: ${host}, hostname: r, vrfs: { blue: { rd: "1:1" } },
    nameServers: { servers: [10.0.0.53] },
    interfaces: { GigabitEthernet 1: { description: up } } }`;
  const declared = `target: routers\ndevices:\n  one: ${router("10.20.0.1")}\n  two: ${router("10.20.0.2")}\n`;
  const native = { "Cisco-IOS-XE-native:native": {} };
  const { plan } = await stage({
    project: fleet,
    files: { "a.yaml": declared },
    seed: {
      routers: Object.fromEntries(
        ["10.20.0.1", "10.20.0.2"].map((host) => [host, { data: native, keys: {} }]),
      ),
    },
    settings: { restconfMode: "rfc8040" },
  }).plan();
  const hostOf = (id: string) => /\/(one|two)\b/.exec(id)?.[1];
  const waiting = plan.steps.filter(({ after }) => after.length > 0);
  expect(waiting.map(({ id }) => hostOf(id)).sort()).toEqual(expect.arrayContaining(["one", "two"]));
  for (const { id, after } of waiting) expect(after.map(hostOf)).toEqual(after.map(() => hostOf(id)));
});
