/** What requests must be like, for servers that support exactly what the specification shows. */

import { expect } from "vitest";
import type { company } from "./company.ts";
import type { Row } from "./rows.ts";
import { known } from "./servers/credentials.ts";
import type { Heard } from "./servers/http.ts";

/** The commands. They run one after the other. */
export type Command = "validate" | "check" | "plan" | "apply" | "drift" | "status" | "device";

/** A requirement for the requests to one server. */
export interface RequestRow extends Row {
  /** The server that received the requests. */
  readonly from: keyof typeof company;
  /** The commands whose requests are checked. Default: all. */
  readonly during?: readonly Command[];
  readonly check: (heard: readonly Heard[]) => void;
}

const shown = (heard: readonly Heard[]) => heard.map(({ method, path }) => `${method} ${path}`);
const only = (heard: readonly Heard[], method: string, path: RegExp) =>
  heard.filter((each) => each.method === method && path.test(each.path));
const bodyOf = (heard: readonly Heard[], method: string, path: RegExp): unknown => {
  const [one] = only(heard, method, path);
  return JSON.parse(one?.body ?? "null");
};
const api = "/api/v1";
const intent = "/ctl/intent/api/v1";
const netflow = { enabled: true, collectorPort: 2055, collectorIp: "10.0.0.9" };

const cloud: readonly RequestRow[] = [
  {
    name: "dashboard: the lists, by the paths that are shown",
    reason: "GET /organizations, /organizations/{organizationId}/networks; the list of SSIDs of a network",
    from: "cloud",
    during: ["plan"],
    check: (heard) =>
      expect(shown(heard).sort()).toEqual([
        `GET ${api}/networks/n1/wireless/ssids`,
        `GET ${api}/organizations`,
        `GET ${api}/organizations/o1/networks`,
      ]),
  },
  {
    name: "dashboard: the key in its header and nowhere else",
    reason: "it is not sent in the query string, body or a Bearer header",
    from: "cloud",
    check: (heard) => {
      expect(heard.length).toBeGreaterThan(10);
      for (const { headers, query, body, path } of heard) {
        expect(headers["x-vendor-api-key"]).toBe(known.apiKey);
        expect(headers.authorization).toBeUndefined();
        expect(`${path}?${query}${body}`).not.toContain(known.apiKey);
      }
    },
  },
  {
    name: "dashboard: a network is created once, with its attributes",
    reason: "POST create a network: JSON network attributes",
    from: "cloud",
    during: ["apply"],
    check: (heard) => {
      expect(only(heard, "POST", /./)).toHaveLength(1);
      expect(bodyOf(heard, "POST", /\/organizations\/o1\/networks$/)).toEqual({
        name: "Paris",
        timeZone: "Europe/Paris",
        tags: ["branch", "new"],
        netflow,
      });
    },
  },
  {
    name: "dashboard: an SSID is put with the settings to change, and no others",
    reason: "PUT /networks/{networkId}/wireless/ssids/{number}: JSON with the SSID settings to change",
    from: "cloud",
    during: ["apply"],
    check: (heard) => {
      expect(bodyOf(heard, "PUT", /\/networks\/n1\/wireless\/ssids\/0$/)).toEqual({ vlan: 20 });
      const guest = { name: "Guest", vlan: 90, password: "psk-of-an-ssid-7" };
      expect(bodyOf(heard, "PUT", /\/networks\/n2\/wireless\/ssids\/1$/)).toEqual(guest);
      expect(only(heard, "PUT", /./)).toHaveLength(2);
    },
  },
  {
    name: "dashboard: uplink of appliances, wireless status of access points",
    reason:
      "GET /devices/{serial}/uplink of an appliance, /devices/{serial}/wireless/status of an access point",
    from: "cloud",
    during: ["status"],
    check: (heard) => {
      expect(shown(heard)).toContain(`GET ${api}/devices/GW-1/uplink`);
      expect(shown(heard)).toContain(`GET ${api}/devices/AP-1/wireless/status`);
      expect(shown(heard)).toContain(`GET ${api}/organizations/o1/devices`);
    },
  },
];

const campus: readonly RequestRow[] = [
  {
    name: "controller: one login a run, with Basic credentials",
    reason:
      "POST auth/token with HTTP Basic credentials in the Authorization header: a token used by later calls",
    from: "campus",
    during: ["plan"],
    check: ([login, ...others]) => {
      expect(login).toMatchObject({ method: "POST", path: "/ctl/system/api/v1/auth/token" });
      expect(login?.headers.authorization).toMatch(/^Basic /);
      expect(shown(others)).toEqual([`GET ${intent}/network-device`]);
    },
  },
  {
    name: "controller: the token in X-Auth-Token, the media type in Accept",
    reason: "send the token on later requests in the header `X-Auth-Token`; Accept on controller reads",
    from: "campus",
    check: (heard) => {
      for (const { headers } of heard.filter(({ path }) => path.startsWith(intent))) {
        expect(headers["x-auth-token"]).toMatch(/^controller-token-\d+$/);
        expect(headers.authorization).toBeUndefined();
        expect(headers.accept).toContain("application/json");
      }
    },
  },
  {
    name: "controller: a device is added by one POST to the inventory",
    reason: "POST device inventory path of the controller: used to add a new device",
    from: "campus",
    during: ["apply"],
    check: (heard) => {
      const body = bodyOf(heard, "POST", /\/network-device$/);
      expect(body).toEqual({ name: "sw-2", managementIpAddress: "10.0.0.2", type: "Switch 9300" });
      expect(only(heard, "POST", /\/network-device$/)).toHaveLength(1);
    },
  },
  {
    name: "controller: site health with a range of time, all its pages",
    reason: "optional query parameters filtering by time range; a page of the sites, with `totalRecords`",
    from: "campus",
    during: ["status"],
    check: (heard) => {
      const pages = only(heard, "GET", /\/site-health$/);
      expect(pages).toHaveLength(8);
      const [first] = pages;
      expect([...(first?.query.keys() ?? [])]).toHaveLength(2);
    },
  },
  {
    name: "controller: one device by its id",
    reason: "GET network-device/{id}: single device record",
    from: "campus",
    during: ["device"],
    check: (heard) => expect(shown(heard)).toContain(`GET ${intent}/network-device/id-sw-1`),
  },
];

const others: readonly RequestRow[] = [
  {
    name: "fabric: objects by their path",
    reason: "POST https://{fabric_host}/api/mo/uni/tn-<tenant_name>.json",
    from: "fabric",
    during: ["apply"],
    check: (heard) => {
      expect(shown(only(heard, "POST", /./)).sort()).toEqual([
        "POST /api/mo/uni/tn-Edge.json",
        "POST /api/mo/uni/tn-Production.json",
      ]);
    },
  },
  {
    name: "RESTCONF: the interface by its resource path",
    reason: "PUT the same resource path: the complete data tree, including all parent containers",
    from: "routers",
    during: ["apply"],
    check: (heard) => {
      const entry = { name: "1/0/1", description: "core" };
      expect(bodyOf(heard, "PUT", /:native\/interface\/GigabitEthernet=1%2F0%2F1$/)).toEqual({
        "Vendor-native:native": { interface: { GigabitEthernet: [entry] } },
      });
    },
  },
  {
    name: "messaging: rooms and members, each created once",
    reason: "a messaging interface (rooms and members); POST maps to create",
    from: "chat",
    during: ["apply"],
    check: (heard) => {
      expect(only(heard, "POST", /\/rooms$/)).toHaveLength(1);
      expect(only(heard, "POST", /\/rooms\/r1\/members$/)).toHaveLength(1);
    },
  },
  {
    name: "messaging: no page counters, offsets or cursors of our own",
    reason: "page counters, offsets and POST with a cursor are not used",
    from: "chat",
    check: (heard) => {
      for (const { query } of heard) expect([...query.keys()]).toEqual([]);
    },
  },
  {
    name: "servers: a profile is changed by its own resource",
    reason: "resources addressed by URI, HTTP methods mapped to create, read, update and delete",
    from: "servers",
    during: ["apply"],
    check: (heard) => {
      const [write] = heard.filter(({ method, path }) => method !== "GET" && !path.endsWith("token"));
      expect(write).toMatchObject({ method: "PUT", status: 200 });
      expect(write?.path).toMatch(/\/p1$/);
    },
  },
  ...(["wan", "firewalls"] as const).map(
    (from): RequestRow => ({
      name: `${from}: nothing is written`,
      reason: "SD-WAN manager (device inventory) and firewall manager: only general behaviours are known",
      from,
      check: (heard) => {
        expect(heard.length).toBeGreaterThan(2);
        expect(heard.filter(({ method, path }) => method !== "GET" && !path.endsWith("token"))).toEqual([]);
      },
    }),
  ),
];

/** All requirements. */
export const requestRows: readonly RequestRow[] = [...cloud, ...campus, ...others];
