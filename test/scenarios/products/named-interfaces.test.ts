/**
 * Interfaces of a firewall, zones, access lists, and the policies of an assignment. Other resources refer to them by
 * key.
 */

import { expect, test } from "vitest";
import { isArray, type Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { listed, managed, managedAs } from "./manager.ts";

interface Named {
  readonly group: string;
  readonly zone: string;
  readonly ospf: string;
  readonly members: string;
}

/**
 * Returns declarations of a firewall with two interfaces and a subinterface of the first one, and of resources that
 * refer to them.
 */
const fileOf = ({ group, zone, ospf, members }: Named) => `target: walls
devices:
  fw:
    name: ngfw-berlin-a
    physicalInterfaces:
      GigabitEthernet0/0: { mode: NONE, ifname: outside, enabled: true }
      GigabitEthernet0/1: { mode: NONE, ifname: inside, enabled: true }
    subinterfaces:
      voice: { name: GigabitEthernet0/1, subIntfId: 20, vlanId: 20, ifname: voice }
      data: { name: GigabitEthernet0/1, subIntfId: 30, vlanId: 30, ifname: data }
    etherchannelInterfaces:
      up: { etherChannelId: "1", mode: NONE, ifname: up, selectedInterfaces: ${members} }
    ecmpZones: { out: { name: out, interfaces: ${zone} } }
    ospfInterfaces: { first: { deviceInterface: ${ospf} } }
objects:
  securityZones: { inside: { name: inside, interfaceMode: ROUTED } }
  interfaceGroups: { lan: { name: lan, interfaceMode: ROUTED, interfaces: ${group} } }
  slaMonitors: { up: { name: up, slaId: 1, monitorAddress: 192.0.2.1, interfaceObjects: [{ zone: inside }] } }
`;
const first: Named = {
  group: "[{ physical: fw.GigabitEthernet0/0 }, { subinterface: fw.voice }]",
  zone: "[{ physical: GigabitEthernet0/0 }, { subinterface: voice }]",
  ospf: "{ subinterface: voice }",
  members: "[{ physical: GigabitEthernet0/0 }]",
};

function below(on: Stage, path: string): readonly Json[] {
  const device = listed(on, "/devices/devicerecords").find((each) => at(each, "/name") === "ngfw-berlin-a");
  return listed(on, `/devices/devicerecords/${at(device ?? null, "/id")}/${path}`);
}

/** Returns the types and ids in a list, sorted, because the list is a set. */
function named(value: Json | undefined, place: string): readonly string[] {
  const found = at(value, place) ?? null;
  return (isArray(found) ? found : []).map((each) => `${at(each, "/type")} ${at(each, "/id")}`).toSorted();
}

function idsOf(on: Stage) {
  const idIn = (path: string, field: string, wanted: Json) =>
    at(below(on, path).find((each) => at(each, `/${field}`) === wanted) ?? null, "/id");
  return {
    outside: `PhysicalInterface ${idIn("physicalinterfaces", "name", "GigabitEthernet0/0")}`,
    inside: `PhysicalInterface ${idIn("physicalinterfaces", "name", "GigabitEthernet0/1")}`,
    voice: `SubInterface ${idIn("subinterfaces", "subIntfId", 20)}`,
    data: `SubInterface ${idIn("subinterfaces", "subIntfId", 30)}`,
  };
}

test("interfaces are named by key, of their own firewall in short, and what names them changes in place", async () => {
  const on = await managedAs(fileOf(first));
  const { outside, inside, voice, data } = idsOf(on);
  // Both subinterfaces have the name of their interface, and only their numbers differ.
  expect(below(on, "subinterfaces")).toHaveLength(2);
  expect(named(listed(on, "/object/interfacegroups")[0], "/interfaces")).toEqual([outside, voice].toSorted());
  expect(named(below(on, "routing/ecmpzones")[0], "/interfaces")).toEqual([outside, voice].toSorted());
  const [ospf] = below(on, "routing/ospfinterface");
  expect(named([at(ospf, "/deviceInterface") ?? null], "")).toEqual([voice]);
  const members = at(below(on, "etherchannelinterfaces")[0], "/selectedInterfaces");
  expect(members).toEqual([
    { type: "PhysicalInterface", id: outside.split(" ")[1], name: "GigabitEthernet0/0" },
  ]);
  const sla = listed(on, "/object/slamonitors")[0];
  expect(named(sla, "/interfaceObjects")).toEqual([
    `SecurityZone ${at(listed(on, "/object/securityzones")[0] ?? null, "/id")}`,
  ]);

  const changed = await managedAs(
    fileOf({
      group: "[{ subinterface: fw.data }]",
      zone: "[{ physical: fw.GigabitEthernet0/1 }]",
      ospf: "{ subinterface: voice }",
      members: "[{ physical: GigabitEthernet0/1 }]",
    }),
    on,
  );
  expect(named(listed(changed, "/object/interfacegroups")[0], "/interfaces")).toEqual([data]);
  expect(named(below(changed, "routing/ecmpzones")[0], "/interfaces")).toEqual([inside]);
  expect(named(below(changed, "etherchannelinterfaces")[0], "/selectedInterfaces")).toEqual([inside]);
  expect(at(below(changed, "routing/ospfinterface")[0], "/id")).toBe(at(ospf, "/id"));
});

test("an assignment is known by its policy, of whichever kind, named by key", async () => {
  const on = managed("target: walls\ndevices: { fw: { name: ngfw-berlin-a } }\n");
  const device = listed(on, "/devices/devicerecords").find((each) => at(each, "/name") === "ngfw-berlin-a");
  const target = `{ type: Device, id: ${at(device ?? null, "/id")}, name: ngfw-berlin-a }`;
  const both = await managedAs(
    `target: walls
policies:
  ftdNatPolicies: { edge: { name: Edge } }
  ftdPlatformSettings: { all: { name: All } }
policyAssignments:
  nat: { policy: { nat: edge }, targets: [${target}] }
  settings: { policy: { platformSettings: all }, targets: [${target}] }
`,
    on,
  );
  const idOf = (path: string) => at(listed(both, path)[0] ?? null, "/id");
  expect(
    listed(both, "/assignment/policyassignments").map(
      (each) => `${at(each, "/policy/type")} ${at(each, "/policy/id")}`,
    ),
  ).toEqual([
    `FTDNatPolicy ${idOf("/policy/ftdnatpolicies")}`,
    `FTDPlatformSettingsPolicy ${idOf("/policy/ftdplatformsettingspolicies")}`,
  ]);
});

const listsOf = (tunnel: string) => `target: walls
objects:
  networks: { office: { name: office-net, value: 10.1.0.0/16 } }
  standardAccessLists:
    own: { name: Own, entries: [{ action: PERMIT, networks: { objects: [{ network: office }] } }] }
  extendedAccessLists:
    vpn: { name: VPN, entries: [{ action: PERMIT, logging: DEFAULT, sourceNetworks: { objects: [{ network: office }] } }] }
  groupPolicies:
    staff: { name: Staff, generalSettings: { splitTunnelSettings: { splitTunnelACL: ${tunnel} } } }
  routeMaps:
    out: { name: Out, entries: [{ sequence: 10, action: PERMIT, ipv4AccessListAddresses: [{ standard: own }, { extended: vpn }] }] }
`;

test("access lists of both kinds are named by key in group policies and route maps", async () => {
  const on = await managedAs(listsOf("{ extended: vpn }"));
  const idOf = (name: string) => at(listed(on, `/object/${name}`)[0] ?? null, "/id");
  const [own, vpn] = [
    `StandardAccessList ${idOf("standardaccesslists")}`,
    `ExtendedAccessList ${idOf("extendedaccesslists")}`,
  ];
  const tunnelOf = (of: Stage) =>
    named(
      [
        at(listed(of, "/object/grouppolicies")[0], "/generalSettings/splitTunnelSettings/splitTunnelACL") ??
          null,
      ],
      "",
    );
  const [map] = listed(on, "/object/routemaps");
  expect(tunnelOf(on)).toEqual([vpn]);
  expect(named(map, "/entries/0/ipv4AccessListAddresses")).toEqual([vpn, own].toSorted());
  const changed = await managedAs(listsOf("{ standard: own }"), on);
  expect(tunnelOf(changed)).toEqual([own]);
});
