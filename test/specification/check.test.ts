/** `trueup check`: finds before the plan what a credential may not read, with one request for each needed list. */

import { beforeAll, expect, test } from "vitest";
import { type Laboratory, laboratory, type Subject } from "./laboratory.ts";
import type { Ended } from "./project.ts";
import { failing, holding, holds, type Row, stillFails } from "./rows.ts";
import { controller, device } from "./servers/controller.ts";
import { forbidden } from "./servers/credentials.ts";
import { dashboard } from "./servers/dashboard.ts";
import { type Answer, type Heard, isFields } from "./servers/http.ts";
import { firewall, sdwan } from "./servers/inventory.ts";
import { messaging } from "./servers/messaging.ts";
import { profiles } from "./servers/profiles.ts";

interface CheckRow extends Row {
  readonly subject: Subject;
  /** Matches what the check must report as not readable. Undefined if everything is readable. */
  readonly denied?: RegExp;
  /** Matches what the check must have requested. */
  readonly asks?: RegExp;
}

const reason = "keys carry permissions: a key that works for one endpoint can be refused on another";
const refuses =
  (path: RegExp) =>
  (heard: Heard): Answer | undefined =>
    path.test(heard.path) ? { status: 403 } : undefined;
/** Returns a server that answers like `served`, except for paths that the credential may not read. */
const without =
  (path: RegExp, served: Subject["served"]): Subject["served"] =>
  (heard) =>
    heard.method === "GET" && path.test(heard.path) ? forbidden("not for this credential") : served(heard);

const cloud = (instead?: (heard: Heard) => Answer | undefined): Subject => ({
  served: dashboard({
    networks: [{ id: "n1", name: "Berlin" }],
    ssids: { n1: [{ number: 0, name: "Corp" }] },
    devices: [{ serial: "SN1", name: "ap", model: "switch" }],
    ...(instead && { instead }),
  }),
  target: { interface: "dashboard" },
  desired: {
    organization: "Acme",
    networks: { berlin: { name: "Berlin", ssids: { 0: { name: "Corp" } } } },
    devices: { ap: { serial: "SN1", name: "ap" } },
  },
});

const chat = messaging({
  rooms: [{ id: "r1", name: "NOC" }],
  members: { r1: [{ id: "m", email: "a@example.net" }] },
});
const chatDesired = { rooms: { noc: { name: "NOC", members: { "a@example.net": {} } } } };
const items = [{ id: "i1", serial: "SN1", name: "one" }];
const inventory = { devices: { one: { serial: "SN1", name: "one" } } };

const rows: readonly CheckRow[] = [
  { name: "a key that may read everything", reason, subject: cloud(), asks: /\/organizations$/ },
  { name: "a key that may not read SSIDs", reason, subject: cloud(refuses(/\/ssids$/)), denied: /ssids/i },
  {
    name: "a key that may not read networks",
    reason,
    subject: cloud(refuses(/\/networks$/)),
    denied: /networks/i,
  },
  {
    name: "a key that may not read devices",
    reason,
    subject: cloud(refuses(/\/devices$/)),
    denied: /devices/i,
  },
  {
    name: "a key that may read nothing",
    reason,
    subject: cloud(() => ({ status: 401 })),
    denied: /organizations/i,
  },
  {
    name: "a client that may not read members",
    reason,
    subject: { served: without(/members$/, chat), target: { interface: "messaging" }, desired: chatDesired },
    denied: /members/i,
  },
  {
    name: "a client that may not read rooms",
    reason,
    subject: { served: without(/rooms$/, chat), target: { interface: "messaging" }, desired: chatDesired },
    denied: /rooms/i,
  },
  {
    name: "a controller's user who may not read devices",
    reason,
    subject: {
      served: without(/network-device$/, controller({ devices: [device("sw", "10.0.0.1")] })),
      target: { interface: "controller" },
      desired: { devices: { sw: { name: "sw", managementIpAddress: "10.0.0.1" } } },
    },
    denied: /devices/i,
  },
  {
    name: "a client that may not read server profiles",
    reason,
    subject: {
      served: without(/./, profiles({ profiles: items })),
      target: { interface: "servers" },
      desired: inventory,
    },
    denied: /profiles/i,
  },
  {
    name: "an SD-WAN manager that refuses the inventory",
    reason,
    subject: {
      served: without(/./, sdwan({ devices: items })),
      target: { interface: "sdwan" },
      desired: inventory,
    },
    denied: /devices/i,
  },
  {
    name: "a firewall manager that refuses the inventory",
    reason,
    subject: {
      served: without(/./, firewall({ devices: items })),
      target: { interface: "firewall" },
      desired: inventory,
    },
    denied: /devices/i,
  },
];

let all: Laboratory;
let ended: Ended;

beforeAll(async () => {
  all = await laboratory(Object.fromEntries(rows.map(({ name, subject }) => [name, subject])));
  ended = await all.trueup(["check", "--format", "json"]);
  return () => all.close();
});

function isFound({ name, denied, asks }: CheckRow): void {
  const { checks } = JSON.parse(ended.out);
  const own = (Array.isArray(checks) ? checks : [])
    .filter(isFields)
    .filter(({ target }) => target === all.targetOf(name));
  const refused = own.filter(({ allowed }) => allowed !== true).map(({ what }) => String(what));
  expect(own.length).toBeGreaterThan(0);
  expect(ended.status).toBe(1);
  if (denied) expect(refused.join("\n")).toMatch(denied);
  else expect(refused).toEqual([]);
  if (asks) expect(all.heard(name).some(({ path }) => asks.test(path))).toBe(true);
}

test("check writes nothing", () => {
  const writes = rows.flatMap(({ name }) => all.heard(name).filter(({ method }) => method !== "GET"));
  expect(writes.filter(({ path }) => !/token$/.test(path))).toEqual([]);
});

test.each(holding("check", rows))("what may not be read is found before the plan: %s", holds(isFound));

test.each(failing("check", rows))("open, %s: %s", stillFails(isFound));
