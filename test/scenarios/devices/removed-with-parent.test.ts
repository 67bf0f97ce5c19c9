/**
 * Nodes that IOS-XE removes only together with their parent, and parents that get another meaning once they are empty,
 * on simulated devices that refuse both. The list of these nodes does not come from the mapping. Part of it comes from
 * the vendor's client, which deletes the parents of such nodes. The rest comes from the vendor's modules, in which such
 * a parent is a presence container.
 */

import { expect, test } from "vitest";
import { stringify } from "yaml";
import { isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { readPath } from "../../../src/simulator/restconf/path.ts";
import { refusedIn } from "../../../src/simulator/restconf/refused-data.ts";
import { withoutNode } from "../../../src/simulator/restconf/tree.ts";
import { spread, times } from "../../long-forms.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const native = "/Cisco-IOS-XE-native:native";
const bgp = `${native}/router/Cisco-IOS-XE-bgp:bgp`;
const traps = `${native}/snmp-server/Cisco-IOS-XE-snmp:enable/enable-choice/traps`;
const ospf = `${native}/router/Cisco-IOS-XE-ospf:router-ospf/ospf/process-id`;
const step = `${native}/route-map/Cisco-IOS-XE-route-map:route-map-without-order-seq`;
const record = `${native}/flow/Cisco-IOS-XE-flow:record`;
const loopback = `${native}/interface/Loopback/ip`;
const permanent = {
  [`${traps}/pw/vc`]: "lastOfParent",
  [`${traps}/stpx/root-inconsistency`]: "lastOfParent",
  [`${traps}/stpx/loop-inconsistency`]: "lastOfParent",
  [`${traps}/bridge/newroot`]: "lastOfParent",
  [`${record}/collect/counter/bytes/long`]: "lastOfParent",
  [`${ospf}/area/authentication/message-digest`]: "lastOfParent",
  [`${step}/match/source-protocol/static`]: "lastOfParent",
  [`${native}/logging/persistent/immediate`]: "lastOfParent",
  [`${bgp}/neighbor/timers/keepalive-interval`]: "withParent",
  [`${bgp}/neighbor/timers/holdtime`]: "withParent",
  [`${loopback}/address/primary/address`]: "withParent",
  [`${loopback}/address/primary/mask`]: "withParent",
  [`${loopback}/access-group/in/acl/acl-name`]: "withParent",
} as const;

const keys = {
  Loopback: ["name"],
  bgp: ["id"],
  neighbor: ["id"],
  "process-id": ["id"],
  area: ["area-id"],
  "route-map": ["name"],
  "route-map-without-order-seq": ["seq_no"],
};

const ways = {
  netconf: 'interface: netconf\n    url: "ssh://{host}"',
  rfc8040: 'interface: restconf\n    dialect: rfc8040\n    url: "https://routers.example.net/devices/{host}"',
} as const;
type Way = keyof typeof ways;

/** Returns a device whose flags are on or off. Its other values differ accordingly. */
const device = (isOn: boolean) => ({
  host: "10.20.0.1",
  snmp: {
    contact: "ops",
    traps: { pwVc: isOn, bridgeNewroot: isOn, stpxRootInconsistency: isOn, stpxLoopInconsistency: true },
  },
  flowRecords: { APPS: { description: "by application", collectCounterBytesLong: isOn } },
  ospf: { 1: { areas: [{ area: 0, messageDigest: isOn }] } },
  routeMaps: { OUT: { steps: [{ sequence: 10, action: "permit", ...(isOn && { matchStatic: true }) }] } },
  logging: { bufferSize: 10000, persistentImmediate: isOn },
  bgp: { 65001: { neighbors: [{ address: "10.0.0.2", ...(isOn ? timers(10, 30) : timers(20, 60)) }] } },
  interfaces: {
    "Loopback 0": { ip: { address: isOn ? "10.1.1.1" : "10.2.2.2", mask: "255.255.255.255" }, aclIn: "MGMT" },
  },
});
const timers = (keepalive: number, holdTime: number) => ({ keepalive, holdTime });

interface Situation {
  readonly declared: object;
  readonly data?: JsonObject;
  readonly model?: JsonObject;
  readonly settings?: string;
}

function staged(
  way: Way,
  { declared, data = { [native.slice(1)]: {} }, model = {}, settings = "" }: Situation,
) {
  return stage({
    project: `version: 1
environment: virtual
targets:
  boxes:
    ${ways[way]}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { ${settings}mapping: ios-xe }
`,
    files: { "a.yaml": stringify({ target: "boxes", devices: { d: declared } }) },
    seed: { routers: { "10.20.0.1": { data, model, keys, permanent } } },
    settings: way === "rfc8040" ? { restconfMode: "rfc8040" } : { netconf: netconfDefaults },
  });
}

const liveOf = ({ network }: ReturnType<typeof staged>): JsonObject =>
  network.world.restconf.routers.get("10.20.0.1")?.data ?? {};

/** Returns true if a tree has an empty container. */
function hasEmpty(tree: Json): boolean {
  if (!isObject(tree)) return Array.isArray(tree) && tree.some(hasEmpty);
  const inside = Object.values(tree);
  return inside.length === 0 || inside.some(hasEmpty);
}

const all: readonly (readonly [Way, string])[] = [
  ["rfc8040", ""],
  ["rfc8040", "write: put, "],
  ["rfc8040", "write: yang-patch, "],
  ["netconf", ""],
  ["netconf", "transaction: resource, "],
];
const cases = spread(all, times("emptiedParents"));

test.each(cases)("over %s, %sa parent goes with the last of its flags", async (way, settings) => {
  const made = staged("rfc8040", { declared: device(true) });
  const creating = await made.apply(await made.plan());
  expect(creating.settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  expect((await made.plan()).plan.changes).toEqual([]);

  const off = staged(way, { declared: device(false), data: liveOf(made), settings });
  const base = made.context.desired;
  const planned = await off.plan({ base });
  expect((await off.plan()).plan.changes).toHaveLength(7);
  expect(planned.plan.changes.map(({ address }) => address.replace("boxes/device", "")).toSorted()).toEqual([
    "Bgp/d.65001",
    "FlowRecord/d.APPS",
    "Interface/d.Loopback 0",
    "Logging/d",
    "Ospf/d.1",
    "RouteMap/d.OUT",
    "Snmp/d",
  ]);
  const { settled } = await off.apply(planned);
  expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  expect((await off.plan({ base: off.context.desired })).plan.changes).toEqual([]);
  expect(hasEmpty(liveOf(off))).toBe(false);
  expect(JSON.stringify(liveOf(off))).toContain("loop-inconsistency");
});

test.each(cases)(
  "over %s, %swhat is declared off makes no empty parent on a new device",
  async (way, settings) => {
    const known = staged("rfc8040", { declared: device(true) });
    await known.apply(await known.plan());
    const made = staged(way, { declared: device(false), model: liveOf(known), settings });
    const creating = await made.apply(await made.plan());
    expect(creating.settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
    expect((await made.plan()).plan.changes).toEqual([]);
    expect(hasEmpty(liveOf(made))).toBe(false);
  },
);

test.each([
  ["snmp-server/Cisco-IOS-XE-snmp:enable/enable-choice/traps/pw/vc", true],
  ["snmp-server/Cisco-IOS-XE-snmp:enable/enable-choice/traps/pw", false],
  ["interface/Loopback=0/ip/address/primary/mask", true],
  ["interface/Loopback=0/ip/address/primary", false],
  ["interface/Loopback=0", false],
] as const)("a device of the test refuses to lose %s: %s", (path, isRefused) => {
  const primary = { address: "10.0.0.1", mask: "255.255.255.0" };
  const data: JsonObject = {
    "Cisco-IOS-XE-native:native": {
      "snmp-server": { "Cisco-IOS-XE-snmp:enable": { "enable-choice": { traps: { pw: { vc: [null] } } } } },
      interface: { Loopback: [{ name: 0, ip: { address: { primary } } }] },
    },
  };
  const steps = readPath(`Cisco-IOS-XE-native:native/${path}`) ?? [];
  const after = withoutNode(data, steps, keys);
  expect(refusedIn(isObject(after) ? after : {}, { data, keys, permanent }) !== undefined).toBe(isRefused);
});
