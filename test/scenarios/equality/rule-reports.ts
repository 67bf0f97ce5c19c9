/** Public reports about rules of a Meraki network, of its sensors and of its devices. */

import {
  asSent,
  berlin,
  collection,
  devicePlace,
  joined,
  mac,
  members,
  network,
  object,
  objects,
  otherProvider,
  provider,
  type Report,
  rulesWith,
  texts,
} from "./spellings.ts";

const localAccess = {
  ...{ comment: "Wireless clients accessing LAN", policy: "deny", protocol: "Any" },
  ...{ destPort: "Any", destCidr: "Local LAN" },
};

export const ruleReports: readonly Report[] = [
  {
    says: "the last rule is the dashboard's own, and shows what was sent beside the rules",
    at: [`${provider}/73`, `${otherProvider}/76`, `${otherProvider}/83`],
    file: `appliance:
  vpn:
    vpnFirewallRules:
      syslogDefaultRule: true
      rules: [{ policy: deny, protocol: any, srcCidr: any, destCidr: 10.9.0.0/16 }]
${berlin(`    appliance:
      firewall:
        inboundFirewallRules: { rules: [{ policy: deny, protocol: tcp, srcCidr: 10.0.0.0/8, destCidr: any }] }
`)}`,
    places: [
      { path: "/organizations/1/appliance/vpn/vpnFirewallRules", spell: rulesWith() },
      { path: `${network}/appliance/firewall/inboundFirewallRules`, spell: rulesWith() },
    ],
  },
  {
    says: "lists in one text lose their blanks, and any is Any",
    at: [`${otherProvider}/274`],
    file: berlin(`    appliance:
      firewall:
        l3FirewallRules:
          rules:
            - comment: Deny-RFC1918.
              policy: deny
              protocol: any
              srcCidr: any
              srcPort: any
              destPort: any
              destCidr: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16
            - { policy: allow, protocol: tcp, srcCidr: any, destPort: '443, 80', destCidr: any }
`),
    places: [{ path: `${network}/appliance/firewall/l3FirewallRules`, spell: rulesWith() }],
  },
  {
    says: "rules of an SSID end with two of the dashboard's own",
    at: [`${otherProvider}/140`],
    file: berlin(`    wireless:
      ssids:
        0:
          name: Guest
          firewall:
            l3FirewallRules:
              rules: [{ policy: deny, protocol: any, destCidr: '10.0.0.0/8, 192.168.0.0/16' }]
`),
    places: [
      {
        ...{ path: `${network}/wireless/ssids`, key: "number", spell: asSent },
        first: [{ number: 0, name: "Guest", enabled: true }],
      },
      { path: `${network}/wireless/ssids/0/firewall/l3FirewallRules`, spell: rulesWith(localAccess) },
    ],
  },
  {
    says: "categories are shown with their names, an application too, and hosts in lower case",
    at: [`${collection}/71`, `${provider}/57`],
    file: berlin(`    appliance:
      contentFiltering:
        blockedUrlCategories: ['meraki:contentFiltering/category/C7', 'meraki:contentFiltering/category/C1']
        blockedUrlPatterns: ['HTTP://www.Example.com']
      firewall:
        l7FirewallRules:
          rules:
            - { policy: deny, type: application, value: 'meraki:layer7/application/67' }
            - { policy: deny, type: host, value: Mail.Example.COM }
`),
    places: [
      {
        path: `${network}/appliance/contentFiltering`,
        spell: ({ blockedUrlCategories: categories, blockedUrlPatterns: patterns, ...record }) => ({
          ...{ allowedUrlPatterns: [], ...record },
          blockedUrlCategories: [...new Set(texts(categories))].toSorted().map((id) => ({ id, name: "One" })),
          blockedUrlPatterns: texts(patterns).map((url) => url.toLowerCase()),
        }),
      },
      {
        path: `${network}/appliance/firewall/l7FirewallRules`,
        spell: ({ rules }) => ({
          rules: objects(rules).map(({ value, ...rule }) => ({
            ...rule,
            value:
              rule.type === "application" ? { id: String(value), name: "Mail" } : String(value).toLowerCase(),
          })),
        }),
      },
    ],
  },
  {
    says: "what moves a marker is never shown, and notes lose their line breaks",
    at: [`${provider}/88`],
    file: `devices:
  ap1:
    serial: Q2MR-0001-0001
    address: 1 Example Square, Berlin
    moveMapMarker: true
    notes: "first\\r\\nsecond\\n"
`,
    places: [
      devicePlace("Q2MR-0001-0001", "wireless", ({ moveMapMarker: _, notes, ...record }) => ({
        ...{ ...record, lat: 52.5, lng: 13.4 },
        notes: String(notes ?? "")
          .trim()
          .replaceAll("\r\n", "\n"),
      })),
    ],
  },
  {
    says: "addresses of uplinks are spelled by RFC 5952, and members are filled in",
    at: [`${otherProvider}/190`, `${collection}/123`],
    file: `devices:
  mx1:
    serial: Q2MX-0001-0001
    appliance:
      uplinks:
        settings:
          interfaces:
            wan1:
              enabled: true
              svis:
                ipv4: { assignmentMode: static, address: 1.2.3.4/28, gateway: 1.2.3.1 }
                ipv6:
                  assignmentMode: static
                  address: '2001:0DB8::0004'
                  nameservers: { addresses: ['2001:0DB8:0:0::0053'] }
`,
    places: [
      devicePlace("Q2MX-0001-0001", "appliance"),
      {
        path: "/devices/Q2MX-0001-0001/appliance/uplinks/settings",
        spell: ({ interfaces }) => ({
          interfaces: members(interfaces, (name, wan) => [
            name,
            { pppoe: { enabled: false }, ...object(JSON.parse(shortened(JSON.stringify(wan)))) },
          ]),
        }),
      },
    ],
  },
  {
    says: "a threshold is shown in both units, conditions and addresses in another order and case",
    at: [`${provider}/150`],
    file: berlin(`    sensor:
      alerts:
        profiles:
          cold:
            name: Cold room
            conditions:
              - { metric: temperature, direction: above, threshold: { temperature: { celsius: 8.5 } } }
              - { metric: door, direction: above, threshold: { door: { open: true } } }
            recipients: { emails: [NOC@example.net, a@example.net] }
            serials: [Q3CA-ZZZZ-0002, q3ca-zzzz-0001]
`),
    places: [
      {
        path: `${network}/sensor/alerts/profiles`,
        key: "profileId",
        spell: ({ conditions, recipients, serials, ...record }) => ({
          ...{ schedule: null, includeSensorUrl: true, ...record },
          conditions: objects(conditions)
            .toReversed()
            .map(({ threshold, ...one }) => ({
              ...{ duration: 0, ...one },
              threshold: members(threshold, (name, value) => [name, { fahrenheit: 47.3, ...object(value) }]),
            })),
          recipients: {
            ...{ smsNumbers: [], httpServerIds: [] },
            emails: texts(object(recipients).emails).map((address) => address.toLowerCase()),
          },
          serials: texts(serials)
            .map((serial) => serial.toUpperCase())
            .toSorted(),
        }),
      },
    ],
  },
  {
    says: "ports of a switch come in another order, VLANs joined and MACs in lower case",
    at: [`${provider}/167`, "https://github.com/ansible/ansible/pull/56582"],
    file: `devices:
  sw1:
    serial: Q2SW-0001-0001
    switch:
      ports:
        1: { name: uplink, type: trunk, allowedVlans: '1140-1141, 10,1142', tags: [b, a] }
        2: { type: trunk, allowedVlans: All }
        9:
          type: access
          accessPolicyType: Sticky MAC allow list
          stickyMacAllowList: [AA-BB-CC-00-11-22, aabb.cc00.1133]
`,
    places: [
      devicePlace("Q2SW-0001-0001", "switch"),
      {
        path: "/devices/Q2SW-0001-0001/switch/ports",
        key: "portId",
        first: ["9", "2", "1"].map((portId) => ({
          ...{ portId, name: null, enabled: true, type: "access", vlan: 1, allowedVlans: "all" },
          ...{ accessPolicyType: "Open", tags: [], stickyMacAllowList: [] },
        })),
        spell: ({ tags, allowedVlans, stickyMacAllowList, ...record }) => ({
          ...{ ...record, tags: texts(tags).toSorted(), allowedVlans: joined(String(allowedVlans)) },
          stickyMacAllowList: texts(stickyMacAllowList).map(mac).toReversed(),
        }),
      },
    ],
  },
];

/** Returns the addresses of the report about IPv6 in the form of RFC 5952. */
function shortened(text: string): string {
  return text.replaceAll("2001:0DB8::0004", "2001:db8::4").replaceAll("2001:0DB8:0:0::0053", "2001:db8::53");
}
