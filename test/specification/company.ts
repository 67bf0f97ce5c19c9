/** A small company behind all interfaces except NETCONF, and the changes that its project declares. */

import type { Subject } from "./laboratory.ts";
import { controller, device } from "./servers/controller.ts";
import { dashboard } from "./servers/dashboard.ts";
import { fabric, tenant } from "./servers/fabric.ts";
import { firewall, sdwan } from "./servers/inventory.ts";
import { messaging } from "./servers/messaging.ts";
import { nextLinks } from "./servers/pages.ts";
import { profiles } from "./servers/profiles.ts";
import { restconf } from "./servers/restconf.ts";

const paging = { perPage: 20, link: nextLinks.nextPageUri, totalRecords: true };
const sites = Array.from({ length: 150 }, (_, at) => ({
  siteName: `Site ${at}`,
  healthScore: at === 3 ? 10 : 90,
  numberOfClients: at,
}));
const netflow = { enabled: true, collectorPort: 2055, collectorIp: "10.0.0.9" };
const timeZone = "Europe/Berlin";

const cloud: Subject = {
  served: dashboard({
    networks: [{ id: "n1", name: "Berlin", timeZone, tags: ["branch"], netflow }],
    ssids: { n1: [{ number: 0, name: "Corp", vlan: 10 }] },
    devices: [
      { serial: "AP-1", name: "ap-1", model: "wireless access point", networkId: "n1" },
      { serial: "GW-1", name: "gw-1", model: "appliance", networkId: "n1" },
    ],
  }),
  target: { interface: "dashboard" },
  desired: {
    organization: "Acme",
    networks: {
      berlin: {
        name: "Berlin",
        timeZone,
        tags: ["branch"],
        netflow,
        ssids: { 0: { name: "Corp", vlan: 20 } },
      },
      paris: {
        name: "Paris",
        timeZone: "Europe/Paris",
        tags: ["branch", "new"],
        netflow,
        ssids: { 1: { name: "Guest", vlan: 90, password: { secret: "env:SSID_PSK" } } },
      },
    },
  },
};

/** The servers of the company, by the names that tests use. */
export const company = {
  cloud,
  campus: {
    served: controller({ sites, devices: [device("sw-1", "10.0.0.1")], paging }),
    target: { interface: "controller" },
    desired: {
      devices: {
        one: { name: "sw-1", managementIpAddress: "10.0.0.1" },
        two: { name: "sw-2", managementIpAddress: "10.0.0.2", type: "Switch 9300" },
      },
    },
  },
  fabric: {
    served: fabric({ objects: { "uni/tn-common": tenant("common"), "uni/tn-Edge": tenant("Edge") } }),
    target: { interface: "fabric" },
    desired: { tenants: { Edge: { description: "edge" }, Production: { description: "workloads" } } },
  },
  routers: {
    served: restconf({
      native: { hostname: "r1", interface: { GigabitEthernet: [{ name: "1/0/1", description: "uplink" }] } },
    }),
    target: { interface: "restconf", hosts: ["10.0.0.0/8"] },
    path: "/{host}",
    desired: {
      devices: { r1: { host: "10.0.0.1", interfaces: { "GigabitEthernet 1/0/1": { description: "core" } } } },
    },
  },
  chat: {
    served: messaging({ rooms: [{ id: "r1", name: "NOC" }], members: { r1: [] } }),
    target: { interface: "messaging" },
    desired: { rooms: { noc: { name: "NOC", members: { "a@example.net": {} } }, ops: { name: "Ops" } } },
  },
  servers: {
    served: profiles({ profiles: [{ id: "p1", serial: "SN1", name: "db-1" }] }),
    target: { interface: "servers" },
    desired: { devices: { one: { serial: "SN1", name: "db-1", description: "primary" } } },
  },
  wan: {
    served: sdwan({ devices: [{ id: "w1", serial: "W1", name: "edge-1", status: "reachable" }] }),
    target: { interface: "sdwan" },
    desired: { devices: { one: { serial: "W1", name: "edge-1" } } },
  },
  firewalls: {
    served: firewall({ devices: [{ id: "f1", serial: "F1", name: "fw-1" }] }),
    target: { interface: "firewall" },
    desired: { devices: { one: { serial: "F1", name: "fw-1" } } },
  },
} satisfies Record<string, Subject>;
