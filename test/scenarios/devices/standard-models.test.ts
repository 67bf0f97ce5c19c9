/**
 * ACLs (RFC 8519) and SNMP (RFC 7407) of the mapping `ietf`, and QoS of `openconfig`, on empty devices. The expected
 * trees are written by hand, from the public modules.
 */

import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { netconfDefaults } from "../../../src/simulator/netconf/settings.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";

const host = "10.20.0.1";
const ways = {
  rfc8040: 'interface: restconf\n    dialect: rfc8040\n    url: "https://routers.example.net/devices/{host}"',
  netconf: 'interface: netconf\n    url: "ssh://{host}"',
} as const;
type Way = keyof typeof ways;

interface Box {
  readonly mapping: string;
  readonly sections: string;
  readonly tree: JsonObject;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

const accept = "ietf-access-control-list:accept";
const firewall: Box = {
  mapping: "ietf",
  sections: `
acls:
  EDGE:
    type: ietf-access-control-list:ipv4-acl-type
    entries:
      - { name: web, source: 10.0.0.0/8, protocol: 6, tcpDestinationPort: 443, forwarding: "${accept}" }
      - { name: high, udpDestinationPortLower: 1024, udpDestinationPortUpper: 65535, forwarding: "${accept}" }
aclInterfaces: { eth0: { ingress: [{ name: EDGE }] } }
snmp:
  enabled: true
  engineVersionV3: true
  engineVersionV2c: false
  targets: [{ name: noc, udpIp: 10.0.0.9, tags: [traps], parameters: v3 }]
  targetParameters: [{ name: v3, usmUserName: noc, usmSecurityLevel: auth-priv }]
  communities: [{ index: first, textName: { secret: "env:COMMUNITY" }, securityName: readers }]
  users: [{ name: noc, shaKey: { secret: "env:SHA" } }]
  groups: [{ name: readers, members: [{ securityName: noc, securityModels: [usm] }] }]
`,
  tree: {
    "ietf-access-control-list:acls": {
      acl: [
        {
          name: "EDGE",
          type: "ietf-access-control-list:ipv4-acl-type",
          aces: {
            ace: [
              {
                name: "web",
                matches: {
                  ipv4: { "source-ipv4-network": "10.0.0.0/8", protocol: 6 },
                  tcp: { "destination-port": { port: 443 } },
                },
                actions: { forwarding: accept },
              },
              {
                name: "high",
                matches: { udp: { "destination-port": { "lower-port": 1024, "upper-port": 65535 } } },
                actions: { forwarding: accept },
              },
            ],
          },
        },
      ],
      "attachment-points": {
        interface: [{ "interface-id": "eth0", ingress: { "acl-sets": { "acl-set": [{ name: "EDGE" }] } } }],
      },
    },
    "ietf-snmp:snmp": {
      engine: { enabled: true, version: { v3: [null] } },
      target: [{ name: "noc", udp: { ip: "10.0.0.9" }, tag: ["traps"], "target-params": "v3" }],
      "target-params": [{ name: "v3", usm: { "user-name": "noc", "security-level": "auth-priv" } }],
      community: [{ index: "first", "text-name": "opened-community", "security-name": "readers" }],
      usm: { local: { user: [{ name: "noc", auth: { sha: { key: "opened-sha" } } }] } },
      vacm: { group: [{ name: "readers", member: [{ "security-name": "noc", "security-model": ["usm"] }] }] },
    },
  },
  keys: { interface: ["interface-id"], community: ["index"], member: ["security-name"] },
};

const queues: Box = {
  mapping: "openconfig",
  sections: `
qosQueues: { VOICE: { queueId: 5 } }
qosForwardingGroups: { VOICE: { outputQueue: VOICE } }
qosClassifiers: { LAN: { type: IPV4, terms: [{ id: voice, dscpSet: [46], targetGroup: VOICE, setDscp: 46 }] } }
qosSchedulerPolicies:
  PORT: { schedulers: [{ sequence: 0, priority: STRICT, inputs: [{ id: VOICE, type: QUEUE, queue: VOICE }] }] }
qosInterfaces:
  Ethernet1: { outputQueues: [{ name: VOICE }], outputSchedulerPolicy: PORT }
`,
  tree: {
    "openconfig-qos:qos": {
      queues: { queue: [{ name: "VOICE", config: { name: "VOICE", "queue-id": 5 } }] },
      "forwarding-groups": {
        "forwarding-group": [{ name: "VOICE", config: { name: "VOICE", "output-queue": "VOICE" } }],
      },
      classifiers: {
        classifier: [
          {
            name: "LAN",
            config: { name: "LAN", type: "IPV4" },
            terms: {
              term: [
                {
                  id: "voice",
                  config: { id: "voice" },
                  conditions: { ipv4: { config: { "dscp-set": [46] } } },
                  actions: { config: { "target-group": "VOICE" }, remark: { config: { "set-dscp": 46 } } },
                },
              ],
            },
          },
        ],
      },
      "scheduler-policies": {
        "scheduler-policy": [
          {
            name: "PORT",
            config: { name: "PORT" },
            schedulers: {
              scheduler: [
                {
                  sequence: 0,
                  config: { sequence: 0, priority: "STRICT" },
                  inputs: {
                    input: [{ id: "VOICE", config: { id: "VOICE", "input-type": "QUEUE", queue: "VOICE" } }],
                  },
                },
              ],
            },
          },
        ],
      },
      interfaces: {
        interface: [
          {
            "interface-id": "Ethernet1",
            config: { "interface-id": "Ethernet1" },
            output: {
              queues: { queue: [{ name: "VOICE", config: { name: "VOICE" } }] },
              "scheduler-policy": { config: { name: "PORT" } },
            },
          },
        ],
      },
    },
  },
  keys: { term: ["id"], scheduler: ["sequence"], input: ["id"], interface: ["interface-id"] },
};

function on(way: Way, { mapping, sections, tree, keys }: Box): Stage {
  const empty = Object.fromEntries(Object.keys(tree).map((top) => [top, {}]));
  return stage({
    project: `version: 1
environment: virtual
secrets: { allow: ["env:COMMUNITY", "env:SHA"] }
targets:
  boxes:
    ${ways[way]}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ${mapping} }
`,
    files: {
      "a.yaml": `target: boxes\ndevices:\n  one:\n    host: ${host}\n${sections.trim().replaceAll(/^/gm, "    ")}\n`,
    },
    secrets: { "env:COMMUNITY": "opened-community", "env:SHA": "opened-sha" },
    seed: { routers: { [host]: { data: empty, model: tree, keys } } },
    settings: way === "rfc8040" ? { restconfMode: "rfc8040" } : { netconf: netconfDefaults },
  });
}

test.each([
  ["rfc8040", "ACLs and SNMP of the IETF", firewall],
  ["netconf", "ACLs and SNMP of the IETF", firewall],
  ["rfc8040", "QoS of OpenConfig", queues],
  ["netconf", "QoS of OpenConfig", queues],
] as const)("over %s %s: the device has what is declared", async (way, _, box) => {
  const run = on(way, box);
  const { settled } = await run.apply(await run.plan());
  expect(settled.filter(({ outcome }) => outcome.state !== "applied")).toEqual([]);
  expect(run.network.world.restconf.routers.get(host)?.data).toEqual(box.tree);
  expect((await run.plan()).plan.changes).toEqual([]);
});
