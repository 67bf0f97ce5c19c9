/**
 * Nodes that IOS-XE never removes, on simulated devices that refuse their removal. The list of these nodes comes from
 * the vendor's client, which never deletes them. It does not come from the mapping.
 */

import { expect, test } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject } from "../../../src/model/json.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { readPath } from "../../../src/simulator/restconf/path.ts";
import { refusedIn } from "../../../src/simulator/restconf/refused-data.ts";
import { withoutNode } from "../../../src/simulator/restconf/tree.ts";
import { stage } from "../../servers/virtual-time/run.ts";

const native = "/Cisco-IOS-XE-native:native";
const bgp = `${native}/router/Cisco-IOS-XE-bgp:bgp`;
const permanent = {
  [`${native}/interface/GigabitEthernet/name`]: "always",
  [`${native}/aaa/Cisco-IOS-XE-aaa:new-model`]: "always",
  [`${native}/logging`]: "always",
  [`${native}/service`]: "always",
  [`${native}/spanning-tree`]: "always",
  [`${bgp}/address-family/no-vrf/ipv4/ipv4-unicast/neighbor/activate`]: "withinEntry",
  [`${native}/template/Cisco-IOS-XE-template:template_details/spanning-tree/portfast`]: "withinEntry",
} as const;

const ways = {
  netconf: 'interface: netconf\n    url: "ssh://{host}"',
  rfc8040: 'interface: restconf\n    dialect: rfc8040\n    url: "https://routers.example.net/devices/{host}"',
} as const;

const keys = {
  bgp: ["id"],
  ipv4: ["af-name"],
  neighbor: ["id"],
  template_details: ["template_name"],
  "ipv4-host-list": ["ipv4-host"],
  ...Object.fromEntries(["GigabitEthernet", "Loopback"].map((type) => [type, ["name"]])),
};

const device = (isOn: boolean, others: object) => ({
  host: "10.20.0.1",
  bgp: {
    65001: { ipv4: [{ family: "unicast", neighbors: [{ address: "10.0.0.2", activate: isOn, weight: 5 }] }] },
  },
  templates: { PORTS: { mab: true, spanningTreePortfast: isOn } },
  ...others,
});
const sections = {
  aaa: { newModel: true },
  logging: { hosts: ["10.0.0.9"] },
  services: { passwordEncryption: true },
  spanningTree: { mode: "rapid-pvst" },
  interfaces: { "GigabitEthernet 1/0/1": { description: "a desk" }, "Loopback 0": { description: "an id" } },
};

type Way = keyof typeof ways;

function staged(way: Way, declared: object, data: JsonObject) {
  return stage({
    project: `version: 1
environment: virtual
targets:
  boxes:
    ${ways[way]}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ios-xe }
`,
    files: { "a.yaml": stringify({ target: "boxes", devices: { d: declared } }) },
    seed: { routers: { "10.20.0.1": { data, keys, permanent } } },
    settings: way === "rfc8040" ? { restconfMode: "rfc8040" } : { netconf: netconfDefaults },
  });
}

const liveOf = ({ network }: ReturnType<typeof staged>): JsonObject =>
  network.world.restconf.routers.get("10.20.0.1")?.data ?? {};

const cases: readonly Way[] = ["rfc8040", "netconf"];
test.each(cases)("over %s the plan says what stays, and the rest goes with no refusal", async (way) => {
  const made = staged("rfc8040", device(true, sections), { "Cisco-IOS-XE-native:native": {} });
  const { settled } = await made.apply(await made.plan());
  expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);

  const emptied = staged(way, device(true, {}), liveOf(made));
  const removing = await emptied.plan({ base: made.context.desired, prune: true });
  expect(
    removing.plan.unwritable.map(({ address }) => address.replace("boxes/device", "")).toSorted(),
  ).toEqual(["Aaa/d", "Interface/d.GigabitEthernet 1/0/1", "Logging/d", "Services/d", "SpanningTree/d"]);
  const done = await emptied.apply(removing);
  expect(done.settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);

  const off = staged(way, device(false, sections), liveOf(made));
  const { unwritable } = (await off.plan({ base: made.context.desired })).plan;
  expect(unwritable.map(({ address, reason }) => [address, reason])).toEqual([
    [
      "boxes/deviceBgp/d.65001",
      expect.stringContaining("the device keeps /ipv4/unicast/neighbors/10.0.0.2/activate"),
    ],
    ["boxes/deviceTemplate/d.PORTS", expect.stringContaining("the device keeps /spanningTreePortfast")],
  ]);
});

test.each([
  ["/interface/GigabitEthernet=1%2F0%2F1", 1],
  ["/interface/Loopback=0", 0],
] as const)("a device of the test refuses itself to lose %s: %i", async (path, refusals) => {
  const data = {
    "Cisco-IOS-XE-native:native": {
      interface: { GigabitEthernet: [{ name: "1/0/1" }], Loopback: [{ name: 0 }] },
    },
  };
  const before = { data, keys, permanent };
  const steps = readPath(`Cisco-IOS-XE-native:native${path}`) ?? [];
  const after = withoutNode(data, steps, keys);
  expect([refusedIn(isObject(after) ? after : {}, before)].filter(Boolean)).toHaveLength(refusals);
});
