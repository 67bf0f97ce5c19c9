/**
 * Every section of the mapping for IOS-XE. It is created, changed, emptied and removed, over each interface in virtual
 * time. Another test checks the paths against the vendor's modules.
 */

import { expect, test } from "vitest";
import { declaredPart } from "../../../src/drivers/yang/device/declared-part.ts";
import type { DeviceModel } from "../../../src/drivers/yang/device/model.ts";
import { mergedTrees, wrapped } from "../../../src/drivers/yang/device/overlay.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../../src/model/json.ts";
import { isSecretReference } from "../../../src/model/secret.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { spread, times } from "../../long-forms.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const hosts = ["10.20.0.1", "10.20.0.2"] as const;
const native = "Cisco-IOS-XE-native:native";
const ways = {
  netconf: "interface: netconf, url: 'ssh://{host}'",
  rfc8040: "interface: restconf, dialect: rfc8040, url: 'https://routers.example.net/devices/{host}'",
} as const;
type Way = keyof typeof ways;

const project = (way: Way, settings = "") => `version: 1
environment: virtual
secrets: { allow: ["env:PEER", "env:NTP", "env:OPS", "env:RADIUS", "env:TACACS"] }
targets:
  boxes:
    ${ways[way].replaceAll(", ", "\n    ")}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { ${settings}mapping: ios-xe }
`;

const first = `
      aaa:
        newModel: true
        sessionId: common
        login: [{ name: default, methods: [group tacacs+, local, enable] }]
        exec: [{ name: default, methods: [group tacacs+, local] }]
        radiusGroups: [{ name: rad, servers: [r1, r2] }]
      accessLists:
        web:
          rules:
            - { sequence: 10, action: permit, protocol: tcp, anySource: true, destinationHost: 10.0.0.80, destinationPorts: [www], log: true }
            - { sequence: 20, remark: the rest }
      banners: { motd: "Hello <you> & \\"all\\"", login: Authorized only }
      bgp:
        65002:
          routerId: 10.0.0.1
          logNeighborChanges: true
          defaultIpv4Unicast: false
          neighbors:
            - { address: 10.0.0.2, remoteAs: 65003, description: peer, updateSource: Loopback 0, ebgpMultihop: 2, enabled: false, password: { secret: "env:PEER" } }
          ipv4:
            - family: unicast
              networks: [{ network: 10.1.0.0, mask: 255.255.0.0, routeMap: out }]
              redistributeConnected: true
              neighbors: [{ address: 10.0.0.2, activate: true, nextHopSelf: true, routeMaps: [{ direction: in, name: in }] }]
      interfaces:
        GigabitEthernet 1/0/1: { description: up, enabled: false, mtu: 9000, switchport: { mode: trunk, allowedVlans: "10,20-30", nativeVlan: 99 } }
        GigabitEthernet 1/0/2: { channelGroup: { number: 1, mode: active } }
        GigabitEthernet 0/0/1.100: { dot1q: 100, vrf: blue, ipv6: { enabled: true, addresses: ["2001:db8::1/64"] } }
        Loopback 0: { ip: { address: 10.9.9.9, mask: 255.255.255.255 } }
        Vlan 10:
          ip: { address: 10.2.0.1, mask: 255.255.255.0, secondary: [{ address: 10.3.0.1, mask: 255.255.255.0 }] }
          ipMtu: 1400
          helpers: [10.0.0.9, 10.0.0.8]
          aclIn: web
          aclOut: web
        Port-channel 1: { switchport: { mode: access, vlan: 10, voiceVlan: 20 } }
        Tunnel 0: { description: to the other }
      logging:
        hosts: [10.0.0.5, 10.0.0.6]
        vrfHosts: [{ address: 10.0.0.7, vrf: blue }]
        bufferSize: 10000
        bufferSeverity: debugging
        trapSeverity: errors
        sourceInterface: Loopback0
        facility: local6
      ntp:
        servers: [{ address: 10.0.0.5, prefer: true, key: 1, version: 4 }, { address: 10.0.0.6 }]
        authenticate: true
        keys: [{ number: 1, md5: { secret: "env:NTP" } }]
        trustedKeys: [1, 2]
        sourceInterface: Loopback 0
        updateCalendar: true
      ospf:
        1: { routerId: 10.0.0.1, networks: [{ network: 10.0.0.0, wildcard: 0.0.0.255, area: 0 }], passiveByDefault: true, originateDefault: true }
      prefixLists:
        ten 5: { action: permit, prefix: 10.0.0.0/8, le: 24 }
      snmp: { contact: ops, location: here, chassisId: x1, trapSource: Loopback 0, views: [{ name: v, mib: iso, type: included }] }
      standardAccessLists:
        mgmt: { rules: [{ sequence: 10, permit: 10.0.0.0, permitWildcard: 0.0.0.255 }, { sequence: 20, denyAny: true }] }
      staticRoutes:
        10.8.0.0 255.255.0.0: { hops: [{ to: 10.0.0.2, distance: 10, name: there, tag: 7, permanent: true }, { to: "Null0" }] }
      users:
        ops: { privilege: 15, description: operations, secret: { secret: "env:OPS" }, secretType: "0" }
      vlans:
        10: { name: users, enabled: false }
        20: { name: guests, remoteSpan: true }
      vrfs:
        blue: { description: b, rd: "65002:1", ipv4: true, ipv6: true, importTargets: ["65002:1"], exportTargets: ["65002:1", "65002:2"] }
      vrfRoutes:
        blue: { routes: [{ network: 0.0.0.0, mask: 0.0.0.0, hops: [{ to: 10.0.0.2 }] }] }
      radiusServers:
        r1: { address: 10.0.0.11, timeout: 5, authPort: 1812, acctPort: 1813, retransmit: 3, key: { secret: "env:RADIUS" }, keyType: "0" }
`;
const firstOfOther = `
      tacacsServers:
        t1: { address: 10.0.0.12, timeout: 5, port: 49, key: { secret: "env:TACACS" }, keyType: "0" }
      aaa: { tacacsGroups: [{ name: tac, servers: [t1] }] }
      routeMaps:
        in:
          steps:
            - { sequence: 10, action: permit, descriptions: [ours], matchPrefixLists: [ten], setLocalPreference: 200, setWeight: 5 }
            - { sequence: 20, action: deny }
        out: { steps: [{ sequence: 10, action: permit }] }
`;

/** Texts of the declarations that change, each with its replacement. */
const changes: readonly (readonly [string, string])[] = [
  ["[group tacacs+, local, enable]", "[group tacacs+, local]"],
  ["servers: [r1, r2]", "servers: [r2]"],
  ["destinationPorts: [www], log: true", "destinationPorts: [www], log: false"],
  ["            - { sequence: 20, remark: the rest }\n", ""],
  ["login: Authorized only", "login: Nobody"],
  ["enabled: false, password", "enabled: true, password"],
  ["networks: [{ network: 10.1.0.0, mask: 255.255.0.0, routeMap: out }]", "networks: []"],
  ["redistributeConnected: true", "redistributeConnected: false"],
  ["activate: true, nextHopSelf: true", "activate: true, nextHopSelf: false"],
  ["description: up, enabled: false", "description: up, enabled: true"],
  ["mode: trunk, allowedVlans", "mode: access, allowedVlans"],
  [
    'ipv6: { enabled: true, addresses: ["2001:db8::1/64"]',
    'ipv6: { enabled: false, addresses: ["2001:db8::2/64"]',
  ],
  ["secondary: [{ address: 10.3.0.1, mask: 255.255.255.0 }]", "secondary: []"],
  ["helpers: [10.0.0.9, 10.0.0.8]", "helpers: [10.0.0.8]"],
  ["hosts: [10.0.0.5, 10.0.0.6]", "hosts: [10.0.0.6]"],
  ["vrfHosts: [{ address: 10.0.0.7, vrf: blue }]", "vrfHosts: []"],
  ["prefer: true, key", "prefer: false, key"],
  ["trustedKeys: [1, 2]", "trustedKeys: [2]"],
  ["originateDefault: true", "originateDefault: false"],
  ["le: 24", "le: 25"],
  ["matchPrefixLists: [ten]", "matchPrefixLists: []"],
  ["            - { sequence: 20, action: deny }\n", ""],
  ["contact: ops", "contact: noc"],
  [", { sequence: 20, denyAny: true }", ""],
  ['permanent: true }, { to: "Null0" }', "permanent: false }"],
  ["privilege: 15", "privilege: 1"],
  ["name: users, enabled: false", "name: users, enabled: true"],
  ["remoteSpan: true", "remoteSpan: false"],
  ["ipv6: true, importTargets", "ipv6: false, importTargets"],
  ['["65002:1", "65002:2"]', '["65002:2"]'],
  ["hops: [{ to: 10.0.0.2 }]", "hops: [{ to: 10.0.0.3, name: new }]"],
  ["timeout: 5, authPort", "timeout: 6, authPort"],
];

const changed = (text: string) =>
  changes.reduce((before, [from, to]) => before.replace(from, to), text.replace("port: 49", "port: 50"));

const files = (one: string, other: string) => ({
  "a.yaml": `target: boxes
devices:
  one:
    host: ${hosts[0]}
    hostname: r1${outdented(one)}
  two:
    host: ${hosts[1]}
    hostname: r2${outdented(other)}`,
});
const outdented = (text: string) => text.replaceAll("\n  ", "\n");

const keys = {
  ...{ "access-list-seq-rule": ["sequence"], bgp: ["id"], neighbor: ["id"], ipv4: ["af-name"] },
  ...{ "with-mask": ["number", "mask"], secondary: ["address"], "helper-address": ["address"] },
  ...{
    "prefix-list": ["prefix"],
    "ipv4-host-list": ["ipv4-host"],
    "ipv4-host-vrf-list": ["ipv4-host", "vrf"],
  },
  ...{ "server-list": ["ip-address"], "authentication-key": ["number"], "trusted-key": ["number"] },
  ...{
    "process-id": ["id"],
    network: ["ip", "wildcard"],
    prefixes: ["name", "no"],
    "description-leaf": ["x"],
    descriptions: ["description-leaf"],
    view: ["name", "mib"],
  },
  ...{ "route-map-without-order-seq": ["seq_no"], "ip-route-interface-forwarding-list": ["prefix", "mask"] },
  ...{ "fwd-list": ["fwd"], "vlan-list": ["id"], import: ["asn-ip"], export: ["asn-ip"] },
};
/** The keys of lists on each device. If lists have the same name but different keys, they are on different devices. */
const keysOf = [
  { ...keys, server: ["id"], "route-map": ["inout"] },
  { ...keys, server: ["name"], "route-map": ["name"] },
];

const texts = {
  "env:PEER": "canary-peer",
  "env:NTP": "canary-ntp",
  "env:OPS": "canary-<ops>&",
  "env:RADIUS": "canary-radius",
  "env:TACACS": "canary-tacacs",
};

interface Declared {
  readonly one: string;
  readonly two: string;
}
const all: readonly Declared[] = [
  { one: first, two: firstOfOther },
  { one: changed(first), two: changed(firstOfOther) },
];

/** Returns the model of each device: everything that any test declares for it. */
function models(way: Way): readonly JsonObject[] {
  const staged = all.map(({ one, two }) =>
    stage({ project: project(way), files: files(one, two), secrets: texts }),
  );
  return hosts.map((host) =>
    mergedTrees(
      staged.flatMap(({ context }) => {
        const { dialect } = context.targets.get("boxes") ?? {};
        if (dialect === undefined || !isOfDevices(dialect)) throw new Error("no devices");
        const own = [...context.desired.resources.values()].filter(({ scope }) => scope.host === host);
        return own.map((resource) => {
          const { path, value } = declaredPart(dialect, resource);
          return wrapped(path, withoutSecrets(value));
        });
      }),
    ),
  );
}

function isOfDevices(dialect: object): dialect is DeviceModel {
  return "container" in dialect && "interfaceType" in dialect;
}

function withoutSecrets(value: Json): Json {
  if (isSecretReference(value)) return "x";
  if (isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSecrets(each)]));
}

function on(way: Way, declared: Declared, live: readonly JsonObject[], settings = ""): Stage {
  const known = models(way);
  const routers = hosts.map((host, at) => [
    host,
    { data: live[at] ?? { [native]: {} }, model: known[at] ?? {}, keys: keysOf[at] ?? {} },
  ]);
  return stage({
    project: project(way, settings),
    files: files(declared.one, declared.two),
    secrets: texts,
    seed: { routers: Object.fromEntries(routers) },
    settings: way === "rfc8040" ? { restconfMode: "rfc8040" } : { netconf: netconfDefaults },
  });
}

const liveOf = ({ network }: Stage) =>
  hosts.map((host) => network.world.restconf.routers.get(host)?.data ?? {});
const told = ({ settled }: Awaited<ReturnType<Stage["apply"]>>) =>
  settled.flatMap(({ step, outcome }) =>
    outcome.state === "applied" ? [] : [`${step}: ${JSON.stringify(outcome)}`],
  );
const actions = ({ plan }: Awaited<ReturnType<Stage["plan"]>>) => [
  ...new Set(plan.changes.map(({ action }) => action)),
];
const shortly = (address: string) => address.replace("boxes/device", "");
const changedAddresses = [
  ...[
    "AccessList/one.web",
    "Aaa/one",

    "Banner/one",
    "Bgp/one.65002",
    "Interface/one.GigabitEthernet 0/0/1.100",
  ],
  ...["Interface/one.GigabitEthernet 1/0/1", "Interface/one.Vlan 10", "Logging/one", "Ntp/one", "Ospf/one.1"],
  ...[
    "PrefixList/one.ten 5",
    "RadiusServer/one.r1",
    "RouteMap/two.in",
    "Snmp/one",
    "StandardAccessList/one.mgmt",
  ],
  ...[
    "StaticRoute/one.10.8.0.0 255.255.0.0",
    "TacacsServer/two.t1",
    "User/one.ops",
    "Vlan/one.10",
    "Vlan/one.20",
  ],
  ...["Vrf/one.blue", "VrfRoutes/one.blue"],
].toSorted();
/** Returns a device's tree without the parts that trueup never removes (`stays` in the mapping). */
function withoutKept(tree: JsonObject): JsonObject {
  const { aaa: _, logging: ___, interface: ports, ...others } = isObject(tree[native]) ? tree[native] : {};
  const { GigabitEthernet: __, ...removable } = isObject(ports) ? ports : {};
  return { ...others, interface: removable };
}

const [before, after] = all;
const empty: Declared = { one: "", two: "" };

const writing = [
  ["netconf", ""],
  ["netconf", "transaction: resource, "],
  ["rfc8040", ""],
  ["rfc8040", "transaction: resource, "],
  ["rfc8040", "write: put, "],
  ["rfc8040", "write: yang-patch, "],
] as const;
test.each(spread(writing, times("sections")))(
  "over %s, %s every section is made, changed and removed",
  async (way, settings) => {
    if (!before || !after) throw new Error("no states");
    const made = on(way, before, [], settings);
    const creating = await made.plan();
    expect(actions(creating)).toEqual(["create"]);
    expect(told(await made.apply(creating))).toEqual([]);
    expect((await made.plan()).plan.changes).toEqual([]);
    expect(JSON.stringify(liveOf(made))).toContain("canary-<ops>&");

    const base = made.context.desired;
    const changing = on(way, after, liveOf(made), settings);
    const updating = await changing.plan({ base });
    expect(actions(updating)).toEqual(["update"]);
    expect(updating.plan.changes.map(({ address }) => shortly(address)).toSorted()).toEqual(changedAddresses);
    expect(told(await changing.apply(updating))).toEqual([]);
    expect((await changing.plan({ base: changing.context.desired })).plan.changes).toEqual([]);

    const leaving = on(way, empty, liveOf(changing), settings);
    const removing = await leaving.plan({ base: changing.context.desired, prune: true });
    expect(actions(removing)).toEqual(["remove"]);
    expect(told(await leaving.apply(removing))).toEqual([]);
    const last = (await leaving.plan({ base: changing.context.desired, prune: true })).plan;
    expect(last.unwritable.map(({ address, reason }) => [shortly(address), reason])).toEqual([
      ["Aaa/one", expect.stringContaining("the device keeps /newModel once set")],
      ["Interface/one.GigabitEthernet 1/0/1", expect.stringContaining("the device never removes it")],
      ["Interface/one.GigabitEthernet 1/0/2", expect.stringContaining("the device never removes it")],
      ["Logging/one", expect.stringContaining("the device never removes it")],
    ]);
    expect(last.steps).toEqual([]);
    const left = liveOf(leaving).map((each) => JSON.stringify(withoutKept(each)));
    expect(left.map((text) => /10\.|65002|description|\[null\]|canary/.exec(text)?.[0])).toEqual([
      undefined,
      undefined,
    ]);
  },
);
