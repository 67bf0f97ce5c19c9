/** Public reports about values in a Meraki network: VLANs, policies, settings. */

import {
  asSent,
  berlin,
  collection,
  mac,
  members,
  module,
  network,
  object,
  objects,
  otherProvider,
  provider,
  type Report,
  texts,
  vlanPlaces,
} from "./spellings.ts";

const roles = ["Air Marshal events", "Appliance event log", "Flows", "URLs", "Wireless event log"];
const syslog = { path: `${network}/syslogServers` };
const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const wholeDay = { active: true, from: "0:00", to: "24:00" };
const weekdays = days.map((day) => `${day.charAt(0).toUpperCase()}${day.slice(1)}`);
const noDay = Object.fromEntries(days.map((day) => [day, wholeDay]));

export const networkReports: readonly Report[] = [
  {
    says: "roles of a syslog server are sorted, and in the dashboard's own case",
    at: [`${otherProvider}/279`, `${module}/288`],
    file: berlin(`    syslogServers:
      servers: [{ host: 1.2.3.4, port: 514, roles: [Wireless Event log, URLs, flows] }]
`),
    places: [
      {
        ...syslog,
        spell: ({ servers }) => ({
          servers: objects(servers).map((server) => {
            const sent = new Set(texts(server.roles).map((role) => role.toLowerCase()));
            return { ...server, roles: roles.filter((role) => sent.has(role.toLowerCase())) };
          }),
        }),
      },
    ],
  },
  {
    says: "numbers come back as texts, and texts as numbers",
    at: [`${collection}/4`],
    file: berlin(`    syslogServers: { servers: [{ host: 1.2.3.4, port: 514, roles: [URLs] }] }
    appliance:
      vlans:
        20:
          name: users
          subnet: 10.0.20.0/24
          applianceIp: 10.0.20.1
          dhcpOptions: [{ code: '242', type: text, value: A=1 }]
`),
    places: [
      {
        ...syslog,
        spell: ({ servers }) => ({
          servers: objects(servers).map((server) => ({ ...server, port: String(server.port) })),
        }),
      },
      ...vlanPlaces(({ dhcpOptions, ...record }) => ({
        ...{ ...record, id: Number(record.id) },
        dhcpOptions: objects(dhcpOptions).map((option) => ({ ...option, code: Number(option.code) })),
      })),
    ],
  },
  {
    says: "a time of day loses its zero, and days that were not sent are filled in",
    at: [`${otherProvider}/129`, `${otherProvider}/148`],
    file: berlin(`    groupPolicies:
      iot:
        name: IOT
        scheduling: { enabled: true, monday: { active: true, from: '09:00', to: '17:30' } }
        vlanTagging: { settings: custom, vlanId: '020' }
`),
    places: [
      {
        path: `${network}/groupPolicies`,
        key: "groupPolicyId",
        spell: ({ scheduling, vlanTagging, ...record }) => ({
          ...{ splashAuthSettings: "network default", bandwidth: { settings: "network default" }, ...record },
          vlanTagging: members(vlanTagging, (name, value) => [
            name,
            name === "vlanId" ? String(Number(value)) : value,
          ]),
          scheduling: members({ ...noDay, ...object(scheduling) }, (name, day) => [
            name,
            typeof day === "boolean"
              ? day
              : members({ ...wholeDay, ...object(day) }, (part, value) => [
                  part,
                  typeof value === "string" ? value.replace(/^0(?=\d:)/, "") : value,
                ]),
          ]),
        }),
      },
    ],
  },
  {
    says: "a VLAN's ranges come back in order, its keys in lower case, its subnet without host bits",
    at: [`${provider}/122`, `${provider}/129`, `${otherProvider}/100`],
    file: berlin(`    appliance:
      vlans:
        10:
          name: VLAN10
          subnet: 192.168.10.7/24
          applianceIp: 192.168.10.1
          dnsNameservers: "1.1.1.1\\r\\n8.8.8.8\\n"
          fixedIpAssignments: { AA-11-22-33-44-44: { ip: 192.168.10.111, name: RFID 1 } }
          reservedIpRanges:
            - { start: 192.168.10.40, end: 192.168.10.50, comment: b }
            - { start: 192.168.10.2, end: 192.168.10.9, comment: a }
`),
    places: vlanPlaces((record, before) => {
      const late = ["dnsNameservers", "fixedIpAssignments", "reservedIpRanges"];
      const taken = Object.entries(record).filter(([name]) => before !== undefined || !late.includes(name));
      const { fixedIpAssignments, reservedIpRanges, dnsNameservers, ...kept } = Object.fromEntries(taken);
      return {
        ...{ ...kept, interfaceId: "9" },
        subnet: String(kept.subnet).replace(/\.\d+\//, ".0/"),
        dnsNameservers: String(dnsNameservers ?? "upstream_dns")
          .trim()
          .replaceAll("\r\n", "\n"),
        fixedIpAssignments: members(fixedIpAssignments, (key, one) => [mac(key), one]),
        reservedIpRanges: objects(reservedIpRanges).toReversed(),
      };
    }),
  },
  {
    says: "servers of an access policy show ids and no secrets, and names of hosts in lower case",
    at: [`${otherProvider}/217`, `${otherProvider}/223`],
    file: berlin(`    switch:
      accessPolicies:
        dot1x:
          name: dot1x/mab
          hostMode: Single-Host
          radiusTestingEnabled: true
          radiusCoaSupportEnabled: false
          radiusAccountingEnabled: true
          urlRedirectWalledGardenEnabled: false
          voiceVlanClients: true
          radiusServers:
            - { host: ISE.example.net, port: 1812, secret: { secret: env:CORP_PSK } }
            - { host: 10.0.0.8, port: 1812, secret: { secret: env:CORP_PSK } }
`),
    places: [
      {
        path: `${network}/switch/accessPolicies`,
        key: "accessPolicyNumber",
        spell: ({ radiusServers, ...record }) => ({
          ...{ counts: { ports: 0 }, dot1x: { controlDirection: "inbound" }, ...record },
          radiusServers: objects(radiusServers).map(({ secret: _, host, ...server }) => ({
            ...{ host: String(host).toLowerCase(), serverId: "7", organizationRadiusServerId: null },
            ...server,
          })),
        }),
      },
    ],
  },
  {
    says: "what is empty is not shown, or is null",
    at: [`${module}/434`, `${otherProvider}/52`, `${otherProvider}/310`],
    file: berlin(`    appliance:
      vlans:
        1:
          name: default
          subnet: 10.11.0.0/24
          applianceIp: 10.11.0.1
          dhcpHandling: Run a DHCP server
          dhcpRelayServerIps: []
          dhcpOptions: []
          dhcpBootFilename: ''
          fixedIpAssignments: {}
    switch:
      accessPolicies:
        mab:
          name: mab
          hostMode: Single-Host
          radiusServers: []
          radiusTestingEnabled: false
          radiusCoaSupportEnabled: false
          radiusAccountingEnabled: false
          urlRedirectWalledGardenEnabled: false
          voiceVlanClients: true
          radiusGroupAttribute: ''
`),
    places: [
      ...vlanPlaces(({ dhcpRelayServerIps: _, dhcpOptions, dhcpBootFilename, ...record }) => ({
        ...record,
        ...(objects(dhcpOptions).length > 0 && { dhcpOptions }),
        dhcpBootFilename: dhcpBootFilename === "" ? null : (dhcpBootFilename ?? null),
      })),
      {
        ...{ path: `${network}/switch/accessPolicies`, key: "accessPolicyNumber" },
        spell: ({ radiusGroupAttribute: attribute, ...record }) => ({
          ...record,
          radiusGroupAttribute: attribute === "" ? null : (attribute ?? null),
        }),
      },
    ],
  },
  {
    says: "outages have whole names of days and seconds, whatever was sent",
    at: ["https://developer.cisco.com/meraki/api-v1/update-network-wireless-ssid-schedules"],
    file: berlin(`    wireless:
      ssids:
        0:
          name: Guest
          schedules:
            enabled: true
            ranges: [{ startDay: tue, startTime: '1:00', endDay: wed, endTime: '05:00' }]
`),
    places: [
      {
        path: `${network}/wireless/ssids`,
        key: "number",
        first: [{ number: 0, name: "Guest" }],
        spell: asSent,
      },
      {
        path: `${network}/wireless/ssids/0/schedules`,
        spell: ({ ranges, ...record }) => ({
          ...record,
          ranges: objects(ranges).map((range) =>
            members(range, (name, value) => [name, outage(String(value))]),
          ),
        }),
      },
    ],
  },
  {
    says: "settings show objects that nobody declared",
    at: [
      `${module}/201`,
      `${otherProvider}/48`,
      "https://github.com/core-infra-svcs/terraform-provider-meraki/issues/144",
    ],
    file: berlin(`    settings:
      localStatusPageEnabled: false
      remoteStatusPageEnabled: false
      securePort: { enabled: true }
`),
    places: [
      {
        path: `${network}/settings`,
        spell: (record) => ({
          localStatusPage: { authentication: { enabled: false, username: "admin" } },
          ...{ localStatusPageEnabled: true, fips: { enabled: false }, namedVlans: { enabled: false } },
          ...record,
        }),
      },
    ],
  },
];

/** Returns a day with its full name, or a time with seconds. */
function outage(text: string): string {
  const day = weekdays.find((each) => each.toLowerCase().startsWith(text.toLowerCase()));
  return day ?? `${text.padStart(5, "0")}:00`;
}
