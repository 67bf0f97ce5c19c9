/**
 * Configures empty devices of IOS-XE: one as a border router with BGP and its peer groups (a recorded case), another as
 * a branch router with tunnels, QoS and DHCP. The expected trees are written by hand, from the vendor's modules of
 * 17.12.
 */

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const host = "10.20.0.1";
const native = "Cisco-IOS-XE-native:native";
const ways = {
  rfc8040: 'interface: restconf\n    dialect: rfc8040\n    url: "https://routers.example.net/devices/{host}"',
  netconf: 'interface: netconf\n    url: "ssh://{host}"',
} as const;
type Way = keyof typeof ways;
const both = ["rfc8040", "netconf"] as const;

interface Box {
  readonly sections: string;
  readonly model: JsonObject;
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly live?: JsonObject;
}

function on(way: Way, { sections, model, keys, live = {} }: Box): Stage {
  return stage({
    project: `version: 1
environment: virtual
secrets: { allow: ["env:PSK"] }
targets:
  boxes:
    ${ways[way]}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ios-xe }
`,
    files: {
      "a.yaml": `target: boxes\ndevices:\n  one:\n    host: ${host}\n${sections.trim().replaceAll(/^/gm, "    ")}\n`,
    },
    secrets: { "env:PSK": "opened-psk" },
    seed: { routers: { [host]: { data: { [native]: live }, model: { [native]: model }, keys } } },
    settings: way === "rfc8040" ? { restconfMode: "rfc8040" } : { netconf: netconfDefaults },
  });
}

const treeOf = ({ network }: Stage) => Object(network.world.restconf.routers.get(host)?.data)[native];

/**
 * Applies the declarations to an empty device, and checks that the device then has the expected tree and that the next
 * plan is empty.
 */
async function made(way: Way, box: Box): Promise<void> {
  const run = on(way, box);
  const { settled } = await run.apply(await run.plan());
  expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  expect(treeOf(run)).toEqual(box.model);
  expect((await run.plan()).plan.changes).toEqual([]);
}

const neighbors = "Cisco-IOS-XE-bgp:bgp";
const border: Box = {
  sections: `
interfaces:
  GigabitEthernet 0/0: { speed: "1000", duplex: full }
bgp:
  2:
    routerId: 2.1.1.1
    peerGroups:
      - { id: as1, remoteAs: "1" }
      - { id: as2, remoteAs: "2", updateSourceInterface: Loopback 0 }
    neighbors:
      - { address: 2.1.2.1, peerGroup: as2 }
      - { address: 10.12.11.1, peerGroup: as1 }
    ipv4:
      - family: unicast
        dampening: true
        additionalPathsSelectAll: true
        additionalPathsSend: true
        additionalPathsSendReceive: true
        maximumPathsEibgp: 5
        peerGroups:
          - { id: as1, sendCommunity: true, routeMaps: [{ direction: in, name: as1_to_as2 }, { direction: out, name: as2_to_as1 }] }
          - { id: as2, sendCommunity: true, advertiseAdditionalPathsChoiceAll: true }
        neighbors:
          - { address: 2.1.2.1, activate: true }
`,
  model: {
    interface: {
      GigabitEthernet: [
        {
          name: "0/0",
          "Cisco-IOS-XE-ethernet:speed": { "value-1000": [null] },
          "Cisco-IOS-XE-ethernet:duplex": "full",
        },
      ],
    },
    router: {
      [neighbors]: [
        {
          id: 2,
          bgp: { "router-id": { "ip-id": "2.1.1.1" } },
          "peer-group": {
            neighbor: [
              { id: "as1", "remote-as": "1" },
              { id: "as2", "remote-as": "2", "update-source": { interface: { Loopback: 0 } } },
            ],
          },
          neighbor: [
            { id: "2.1.2.1", "peer-group": { "peer-group-name": "as2" } },
            { id: "10.12.11.1", "peer-group": { "peer-group-name": "as1" } },
          ],
          "address-family": {
            "no-vrf": {
              ipv4: [
                {
                  "af-name": "unicast",
                  "ipv4-unicast": {
                    bgp: {
                      dampening: {},
                      "additional-paths": {
                        select: { "all-best": { all: [null] } },
                        send: { receive: [null] },
                      },
                    },
                    "maximum-paths": { eibgp: 5 },
                    "peer-group": {
                      neighbor: [
                        {
                          id: "as1",
                          "send-community": {},
                          "route-map": [
                            { inout: "in", "route-map-name": "as1_to_as2" },
                            { inout: "out", "route-map-name": "as2_to_as1" },
                          ],
                        },
                        {
                          id: "as2",
                          "send-community": {},
                          advertise: { "additional-paths-choice": { all: [null] } },
                        },
                      ],
                    },
                    neighbor: [{ id: "2.1.2.1", activate: [null] }],
                  },
                },
              ],
            },
          },
        },
      ],
    },
  },
  keys: {
    GigabitEthernet: ["name"],
    bgp: ["id"],
    neighbor: ["id"],
    ipv4: ["af-name"],
    "route-map": ["inout"],
  },
};

const branch: Box = {
  sections: `
cef: {}
ikev2Proposals:
  GCM: { encryptionAesGcm256: true, prfSha512: true, groupNineteen: true }
ikev2Keyrings:
  HUBS: { peers: [{ name: any, ipv4Address: 0.0.0.0, ipv4Mask: 0.0.0.0, preSharedKey: { secret: "env:PSK" } }] }
ikev2Profiles:
  HUBS: { matchFvrfAny: true, authenticationLocalPreShare: true, authenticationRemotePreShare: true, keyringLocal: HUBS }
ipsecTransformSets:
  GCM: { esp: esp-gcm, keyBit: "256", modeTransportChoice: true }
ipsecProfiles:
  HUBS: { transformSets: [GCM], ikev2Profile: HUBS }
classMaps:
  VOICE: { prematch: match-any, dscp: [ef] }
policyMaps:
  QUEUES:
    classes:
      - { name: VOICE, actions: [{ type: priority, priorityPercent: 30 }] }
      - { name: class-default, actions: [{ type: fair-queue, fairQueue: true }] }
  WAN:
    classes:
      - { name: class-default, actions: [{ type: shape, shapeAverageBitRate: 50000000 }, { type: service-policy, servicePolicy: QUEUES }] }
dhcpExcluded: { ranges: [{ lowAddress: 10.1.0.1, highAddress: 10.1.0.9 }] }
dhcpPools:
  USERS: { networkNumber: 10.1.0.0, networkMask: 255.255.255.0, defaultRouters: [10.1.0.1], dnsServers: [10.0.0.53] }
interfaces:
  Tunnel 10:
    ip: { address: 172.16.0.21, mask: 255.255.255.0 }
    nhrpNetworkId: 101
    tunnel: { source: GigabitEthernet1, key: 101, greMultipoint: true, ipsecProfile: HUBS }
  GigabitEthernet 1: { ip: { dhcp: true }, policyOut: WAN }
`,
  model: {
    crypto: {
      "Cisco-IOS-XE-crypto:ikev2": {
        proposal: [
          {
            name: "GCM",
            encryption: { "aes-gcm-256": [null] },
            prf: { sha512: [null] },
            group: { nineteen: [null] },
          },
        ],
        keyring: [
          {
            name: "HUBS",
            peer: [
              {
                name: "any",
                address: { ipv4: { "ipv4-address": "0.0.0.0", "ipv4-mask": "0.0.0.0" } },
                "pre-shared-key": { key: "opened-psk" },
              },
            ],
          },
        ],
        profile: [
          {
            name: "HUBS",
            match: { fvrf: { any: [null] } },
            authentication: { local: { "pre-share": {} }, remote: { "pre-share": {} } },
            keyring: { local: { name: "HUBS" } },
          },
        ],
      },
      "Cisco-IOS-XE-crypto:ipsec": {
        "transform-set": [{ tag: "GCM", esp: "esp-gcm", "key-bit": "256", mode: { "transport-choice": {} } }],
        profile: [{ name: "HUBS", set: { "transform-set": ["GCM"], "ikev2-profile": "HUBS" } }],
      },
    },
    policy: {
      "Cisco-IOS-XE-policy:class-map": [{ name: "VOICE", prematch: "match-any", match: { dscp: ["ef"] } }],
      "Cisco-IOS-XE-policy:policy-map": [
        {
          name: "QUEUES",
          class: [
            { name: "VOICE", "action-list": [{ "action-type": "priority", priority: { percent: 30 } }] },
            { name: "class-default", "action-list": [{ "action-type": "fair-queue", "fair-queue": {} }] },
          ],
        },
        {
          name: "WAN",
          class: [
            {
              name: "class-default",
              "action-list": [
                { "action-type": "shape", shape: { average: { "bit-rate": 50000000 } } },
                { "action-type": "service-policy", "service-policy": "QUEUES" },
              ],
            },
          ],
        },
      ],
    },
    ip: {
      cef: {},
      dhcp: {
        "Cisco-IOS-XE-dhcp:excluded-address": {
          "low-high-address-list": [{ "low-address": "10.1.0.1", "high-address": "10.1.0.9" }],
        },
        "Cisco-IOS-XE-dhcp:pool": [
          {
            id: "USERS",
            network: { "primary-network": { number: "10.1.0.0", mask: "255.255.255.0" } },
            "default-router": { "default-router-list": ["10.1.0.1"] },
            "dns-server": { "dns-server-list": ["10.0.0.53"] },
          },
        ],
      },
    },
    interface: {
      Tunnel: [
        {
          name: 10,
          ip: {
            address: { primary: { address: "172.16.0.21", mask: "255.255.255.0" } },
            "Cisco-IOS-XE-nhrp:nhrp": { "network-id": 101 },
          },
          "Cisco-IOS-XE-tunnel:tunnel": {
            source: "GigabitEthernet1",
            key: 101,
            mode: { "gre-config": { multipoint: {} } },
            protection: { "Cisco-IOS-XE-crypto:ipsec": { profile: "HUBS" } },
          },
        },
      ],
      GigabitEthernet: [
        {
          name: "1",
          ip: { address: { dhcp: {} } },
          "Cisco-IOS-XE-policy:service-policy": { output: "WAN" },
        },
      ],
    },
  },
  keys: {
    ...{ proposal: ["name"], keyring: ["name"], peer: ["name"], profile: ["name"] },
    ...{ "transform-set": ["tag"], "class-map": ["name"], "policy-map": ["name"], class: ["name"] },
    ...{ "action-list": ["action-type"], "low-high-address-list": ["low-address", "high-address"] },
    ...{ pool: ["id"], Tunnel: ["name"], GigabitEthernet: ["name"] },
  },
};

describe.each(both)("over %s", (way) => {
  test("peer groups, their policies and a port's speed are what they are declared to be", () =>
    made(way, border));

  test("a branch router is made from nothing, tunnels and queues included", () => made(way, branch));

  test("a changed shaper is the only change", async () => {
    const base = on(way, branch);
    const live = branch.model;
    const sections = branch.sections.replace(
      "shapeAverageBitRate: 50000000",
      "shapeAverageBitRate: 20000000",
    );
    const run = on(way, { ...branch, live, sections });
    const planned = await run.plan({ base: base.context.desired });
    expect(planned.plan.changes.map(({ address }) => address)).toEqual(["boxes/devicePolicyMap/one.WAN"]);
    await run.apply(planned);
    const [, wan] = treeOf(run).policy["Cisco-IOS-XE-policy:policy-map"];
    expect(wan.class[0]["action-list"][0].shape.average["bit-rate"]).toBe(20000000);
    expect((await run.plan()).plan.changes).toEqual([]);
  });

  test("another speed takes the place of the one before", async () => {
    const sections = border.sections.replace('speed: "1000"', "speed: auto");
    const run = on(way, {
      ...border,
      live: border.model,
      sections,
      model: {
        ...border.model,
        interface: {
          GigabitEthernet: [
            {
              name: "0/0",
              "Cisco-IOS-XE-ethernet:speed": { auto: [null], "value-1000": [null] },
              "Cisco-IOS-XE-ethernet:duplex": "full",
            },
          ],
        },
      },
    });
    await run.apply(await run.plan());
    expect(treeOf(run).interface.GigabitEthernet[0]["Cisco-IOS-XE-ethernet:speed"]).toEqual({ auto: [null] });
  });

  test("a flag that the device keeps is not taken away", async () => {
    const aaa = { "Cisco-IOS-XE-aaa:new-model": [null], "Cisco-IOS-XE-aaa:session-id": "common" };
    const run = on(way, { sections: "aaa: { newModel: false }", model: { aaa }, live: { aaa }, keys: {} });
    const { plan } = await run.plan();
    expect(plan.steps).toEqual([]);
    expect(plan.unwritable.map(({ reason }) => reason)).toEqual([
      "the device keeps /newModel once set: declare the live value",
    ]);
  });
});
