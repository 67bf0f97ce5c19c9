/** A firewall's rules and access lists refer to addresses, ports and zones by key, together with the kind. */

import { expect, test } from "vitest";
import { isArray, type Json } from "../../../src/model/json.ts";
import { at } from "../../../src/model/pointer.ts";
import type { Stage } from "../../servers/virtual-time/run.ts";
import { listed, managedAs } from "./manager.ts";

const objects = `objects:
  hosts: { web: { name: web-1, value: 10.1.0.10 } }
  networks: { office: { name: office-net, value: 10.1.0.0/16 } }
  networkGroups: { servers: { name: server-group, objects: [{ host: web }] } }
  ports: { https: { name: https-443, port: "443", protocol: TCP } }
  securityZones: { inside: { name: inside, interfaceMode: ROUTED } }
`;
const natOf = (source: string) => `target: walls
policies:
  ftdNatPolicies:
    edge:
      name: Edge
      ftdManualNatRules:
        rules:
          - description: servers go out
            natType: STATIC
            sourceInterface: { zone: inside }
            originalSource: ${source}
            translatedSource: { host: web }
            originalDestinationPort: { port: https }
            patOptions: { patPoolAddress: { network: office } }
${objects}`;
const listOf = (sources: string) => `target: walls
${objects}  extendedAccessLists:
    vpn:
      name: VPN
      entries:
        - action: PERMIT
          logging: DEFAULT
          sourceNetworks: { objects: ${sources} }
          destinationPorts: { objects: [{ port: https }] }
  standardAccessLists:
    own: { name: Own, entries: [{ action: PERMIT, networks: { objects: ${sources} } }] }
`;

const idOf = (on: Stage, collection: string) => at(listed(on, `/object/${collection}`)[0] ?? null, "/id");

function natRule(on: Stage): Json | undefined {
  const [policy] = listed(on, "/policy/ftdnatpolicies");
  return listed(on, `/policy/ftdnatpolicies/${at(policy ?? null, "/id")}/manualnatrules`)[0];
}

test("a NAT rule names a zone, a group, a host, a port and a network; what stands there may become of another kind", async () => {
  const on = await managedAs(natOf("{ group: servers }"));
  const [group, host] = [idOf(on, "networkgroups"), idOf(on, "hosts")];
  expect(natRule(on)).toMatchObject({
    sourceInterface: { type: "SecurityZone", id: idOf(on, "securityzones") },
    originalSource: { type: "NetworkGroup", id: group },
    translatedSource: { type: "Host", id: host },
    originalDestinationPort: { type: "ProtocolPortObject", id: idOf(on, "protocolportobjects") },
    patOptions: { patPoolAddress: { type: "Network", id: idOf(on, "networks") } },
  });
  const changed = await managedAs(natOf("{ host: web }"), on);
  expect(natRule(changed)).toMatchObject({ originalSource: { type: "Host", id: host } });
});

test("access lists name hosts, networks, groups and ports, and entries change from one kind to another", async () => {
  const on = await managedAs(listOf("[{ host: web }, { group: servers }]"));
  const [group, host, network] = ["networkgroups", "hosts", "networks"].map((each) => idOf(on, each));
  const entry = (of: Stage, name: string) =>
    at(listed(of, `/object/${name}`)[0] ?? null, "/entries/0") ?? null;
  // The references are a set, so the manager may return them in any order.
  const named = (of: Stage, name: string, place: string) => {
    const found = at(entry(of, name), place) ?? null;
    return (isArray(found) ? found : []).map((each) => `${at(each, "/type")} ${at(each, "/id")}`).toSorted();
  };
  expect(entry(on, "extendedaccesslists")).toMatchObject({
    destinationPorts: { objects: [{ type: "ProtocolPortObject", id: idOf(on, "protocolportobjects") }] },
  });
  const lists = [
    ["extendedaccesslists", "/sourceNetworks/objects"],
    ["standardaccesslists", "/networks/objects"],
  ] as const;
  for (const [name, place] of lists)
    expect(named(on, name, place)).toEqual([`Host ${host}`, `NetworkGroup ${group}`]);
  const changed = await managedAs(listOf("[{ host: web }, { network: office }]"), on);
  for (const [name, place] of lists)
    expect(named(changed, name, place)).toEqual([`Host ${host}`, `Network ${network}`]);
});

const autoNatOf = (rules: string) => `target: walls
policies:
  ftdNatPolicies:
    edge:
      name: Edge
      ftdAutoNatRules:
${rules}
${objects}  interfaceGroups: { lan: { name: lan, interfaceMode: ROUTED } }
`;
const staticRule = (key: string, original: string, translated: string) =>
  `        ${key}: { natType: STATIC, originalNetwork: ${original}, translatedNetwork: ${translated}, sourceInterface: { zone: inside }, destinationInterface: { group: lan } }\n`;

/** Returns the auto NAT rules by the id of the object that each rule translates. */
function autoNatRules(on: Stage): ReadonlyMap<unknown, Json> {
  const [policy] = listed(on, "/policy/ftdnatpolicies");
  const rules = listed(on, `/policy/ftdnatpolicies/${at(policy ?? null, "/id")}/autonatrules`);
  return new Map(rules.map((each) => [at(each, "/originalNetwork/id"), each]));
}

test("a rule of auto NAT is known by the object that it is of, named by key, which may be new with it", async () => {
  const rules =
    staticRule("a", "{ host: web }", "{ network: office }") +
    staticRule("b", "{ group: servers }", "{ host: web }");
  const on = await managedAs(autoNatOf(rules));
  const [web, servers, office] = ["hosts", "networkgroups", "networks"].map((each) => idOf(on, each));
  expect(autoNatRules(on).get(web)).toMatchObject({
    originalNetwork: { type: "Host", id: web },
    translatedNetwork: { type: "Network", id: office },
    sourceInterface: { type: "SecurityZone", id: idOf(on, "securityzones") },
    destinationInterface: { type: "InterfaceGroup", id: idOf(on, "interfacegroups") },
  });
  expect(autoNatRules(on).get(servers)).toMatchObject({ translatedNetwork: { type: "Host", id: web } });
  // The rule has another key and another translation. It is still the same rule, because it is for the same object.
  const before = at(autoNatRules(on).get(web) ?? null, "/id");
  const changed = await managedAs(
    autoNatOf(staticRule("web-out", "{ host: web }", "{ group: servers }")),
    on,
  );
  expect(autoNatRules(changed).get(web)).toMatchObject({ id: before, translatedNetwork: { id: servers } });
});

const routesOf = (networks: string, gateway: string) => `target: walls
devices:
  fw:
    name: ngfw-berlin-a
    ipv4StaticRoutes:
      out: { interfaceName: outside, selectedNetworks: ${networks}, metricValue: 1, gateway: { object: ${gateway} } }
${objects}`;

function routes(on: Stage): readonly Json[] {
  const device = listed(on, "/devices/devicerecords").find((each) => at(each, "/name") === "ngfw-berlin-a");
  return listed(on, `/devices/devicerecords/${at(device ?? null, "/id")}/routing/ipv4staticroutes`);
}

test("a static route is known by its networks, named by key, and leads to a gateway named by key", async () => {
  const on = await managedAs(routesOf("[{ network: office }, { group: servers }]", "{ host: web }"));
  const [web, servers, office] = ["hosts", "networkgroups", "networks"].map((each) => idOf(on, each));
  const [route] = routes(on);
  expect(routes(on)).toHaveLength(1);
  expect(route).toMatchObject({ gateway: { object: { type: "Host", id: web } } });
  const named = at(route ?? null, "/selectedNetworks") ?? null;
  expect(
    (isArray(named) ? named : []).map((each) => `${at(each, "/type")} ${at(each, "/id")}`).toSorted(),
  ).toEqual([`Network ${office}`, `NetworkGroup ${servers}`]);
  // The order of the networks does not matter. Another gateway is a change of the same route.
  const changed = await managedAs(
    routesOf("[{ group: servers }, { network: office }]", "{ group: servers }"),
    on,
  );
  expect(routes(changed)).toMatchObject([
    { id: at(route ?? null, "/id"), gateway: { object: { id: servers } } },
  ]);
});

const settingsOf = (interfaces: string, zone: string, icmp = "") => `target: walls
policies:
  ftdPlatformSettings:
    all:
      name: All
      sshAccesses: { web: { ipAddress: { object: { host: web } }, interfaces: ${interfaces} } }
      icmpAccess:
        icmpConfigs:
          - icmpAction: Permit
            icmpService: { icmpv4: ping }
            network: { object: { group: servers } }
            interfaces: ${interfaces}${icmp}
      dns: { interfaceObjects: [${zone}] }
      trustedDnsServers: { dnsServers: { objects: [{ host: web }] } }
${objects}  interfaceGroups: { lan: { name: LAN side, interfaceMode: ROUTED } }
  icmpv4s: { ping: { name: echo, icmpType: "8" } }
`;

test("platform settings name addresses, zones and groups by key, and send the names that the product wants besides", async () => {
  const on = await managedAs(
    settingsOf("{ objects: [{ zone: inside }, { group: lan }] }", "{ zone: inside }"),
  );
  const ids = ["securityzones", "interfacegroups", "hosts", "networkgroups", "icmpv4objects"];
  const [zone, group, host, servers, ping] = ids.map((each) => idOf(on, each));
  const [policy] = listed(on, "/policy/ftdplatformsettingspolicies");
  const below = (of: Stage, name: string) =>
    listed(of, `/policy/ftdplatformsettingspolicies/${at(policy ?? null, "/id")}/${name}`)[0] ?? null;
  const named = [
    { type: "SecurityZone", id: zone, name: "inside" },
    { type: "InterfaceGroup", id: group, name: "LAN side" },
  ];
  const namedIn = (value: Json, place: string) => {
    const found = at(value, place) ?? null;
    return isArray(found) ? found : [];
  };
  const ssh = below(on, "sshaccesssettings");
  expect(at(ssh, "/ipAddress")).toMatchObject({ object: { type: "Host", id: host } });
  expect(new Set(namedIn(ssh, "/interfaces/objects"))).toEqual(new Set(named));
  const icmp = below(on, "icmpsettings");
  expect(at(icmp, "/icmpConfigs/0")).toMatchObject({
    icmpService: { type: "ICMPV4Object", id: ping },
    network: { object: { type: "NetworkGroup", id: servers } },
  });
  expect(new Set(namedIn(icmp, "/icmpConfigs/0/interfaces/objects"))).toEqual(new Set(named));
  expect(namedIn(below(on, "dnssettings"), "/interfaceObjects")).toEqual([
    { type: "SecurityZone", id: zone },
  ]);
  expect(at(below(on, "trusteddnssettings"), "/dnsServers/objects")).toEqual([{ type: "Host", id: host }]);
  // Other fields of the same objects change. The field that is no longer declared keeps its reference.
  const less = settingsOf("{ objects: [{ group: lan }] }", "{ group: lan }");
  const changed = await managedAs(less, on);
  expect(namedIn(below(changed, "sshaccesssettings"), "/interfaces/objects")).toEqual([named[1]]);
  expect(namedIn(below(changed, "icmpsettings"), "/icmpConfigs/0/interfaces/objects")).toEqual([named[1]]);
});

test("names of what is live and not declared stay beside its id when something else of the object changes", async () => {
  const on = await managedAs(settingsOf("{ objects: [{ zone: inside }] }", "{ zone: inside }"));
  const silent = settingsOf("{ objects: [{ zone: inside }] }", "{ zone: inside }").replace(
    / {6}sshAccesses:.*\n/,
    "      sshAccesses: { web: { ipAddress: { object: { host: web } }, interfaces: { literals: [outside] } } }\n",
  );
  const changed = await managedAs(silent, on);
  const [policy] = listed(changed, "/policy/ftdplatformsettingspolicies");
  const [ssh = null] = listed(
    changed,
    `/policy/ftdplatformsettingspolicies/${at(policy ?? null, "/id")}/sshaccesssettings`,
  );
  expect(at(ssh, "/interfaces")).toEqual({
    literals: ["outside"],
    objects: [{ type: "SecurityZone", id: idOf(changed, "securityzones"), name: "inside" }],
  });
});
