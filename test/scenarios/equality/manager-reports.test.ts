/**
 * False differences that users of other clients have reported publicly for these products. If a product stores values
 * in another form or fills them in, the next plan must not list these values, and they must not be written again.
 */

import { describe, expect, test } from "vitest";
import { declaredPart } from "../../../src/drivers/yang/device/declared-part.ts";
import type { DeviceModel } from "../../../src/drivers/yang/device/model.ts";
import { mergedTrees, wrapped } from "../../../src/drivers/yang/device/overlay.ts";
import { type Stage, stage } from "../../servers/virtual-time/run.ts";
import { managed, products } from "../products/mode.ts";
import { type Habit, storing } from "./storing.ts";

interface Report extends Habit {
  /** The address of the public report. */
  readonly from: string;
  /** Declarations for one target, without the line that names the target. */
  readonly file: string;
}

const github = "https://github.com";
const of = (name: string, spell: (text: string) => string): Habit => ({
  text: (member, text) => (member === name ? spell(text) : text),
});
const words = (pairs: Readonly<Record<string, string>>) => (text: string) => pairs[text] ?? text;
const upper = (text: string) => text.toUpperCase();

const fabric: readonly Report[] = [
  {
    from: `${github}/CiscoDevNet/terraform-provider-aci/issues/739`,
    file: "tenants: { T: { bridgeDomains: { bd1: { subnets: [{ ip: '2001:0bd1::1/125' }] } } } }",
    ...of("ip", words({ "2001:0bd1::1/125": "2001:bd1::1/125" })),
  },
  {
    from: `${github}/CiscoDevNet/terraform-provider-aci/issues/39`,
    file: `tenants:
  T:
    filters:
      web: { entries: [{ name: tls, etherType: ip, protocol: tcp, destinationFrom: https, destinationTo: "443" }] }
      other: {}
managedObjects:
  uni/tn-T/flt-other/e-www:
    class: vzEntry
    attributes: { etherT: ip, prot: "6", dFromPort: "80", dToPort: "443", sFromPort: "0", tcpRules: "syn, ack" }`,
    text: (name, text) => {
      if (/^[ds](?:From|To)Port$/.test(name))
        return words({ 0: "unspecified", 80: "http", 443: "https" })(text);
      if (name === "tcpRules") return text === "" ? "" : "ack,syn";
      return name === "prot" ? words({ 6: "tcp" })(text) : text;
    },
  },
  {
    from: `${github}/CiscoDevNet/terraform-provider-aci/issues/1098`,
    file: `tenants: { T: { l3Outs: { wan: {} } } }
managedObjects:
  uni/tn-T/out-wan/peerP-[2001:db8:1052::1]:
    { class: bgpPeerP, attributes: { addr: "2001:0DB8:1052:0::1", ctrl: "send-com,allow-self-as" } }`,
    text: (name, text) => {
      if (name === "addr") return "2001:db8:1052::1";
      return name === "ctrl" ? "allow-self-as,send-com" : text;
    },
  },
  {
    from: `${github}/CiscoDevNet/terraform-provider-aci/issues/763`,
    file: `tenants: { T: { l3Outs: { wan: {} } } }
managedObjects:
  uni/tn-T/out-wan/ospfExtP: { class: ospfExtP, attributes: { areaId: 0.0.0.0, areaCtrl: "summary,redistribute" } }`,
    text: (name, text) => {
      if (name === "areaId") return "backbone";
      return name === "areaCtrl" ? "redistribute,summary" : text;
    },
  },
  {
    from: `${github}/CiscoDevNet/terraform-provider-aci/pull/1051`,
    file: `tenants: { T: { l3Outs: { wan: { externalEpgs: { any: {} } } } } }
managedObjects:
  uni/tn-T/out-wan/instP-any/extsubnet-[10.0.0.0/8]:
    { class: l3extSubnet, attributes: { ip: 10.0.0.0/8, scope: "shared-security,import-security" } }`,
    ...of("scope", words({ "shared-security,import-security": "import-security,shared-security" })),
  },
  {
    from: `${github}/CiscoDevNet/terraform-provider-ise/issues/273`,
    file: "tenants: { T: { bridgeDomains: { bd1: { mac: '00:22:bd:f8:19:fe', description: 'made by hand ' } } } }",
    text: (name, text) => (name === "mac" ? upper(text) : text.trim()),
  },
];

const controller: readonly Report[] = [
  {
    from: `${github}/CiscoDevNet/terraform-provider-catalystcenter/pull/252`,
    file: `areas:
  global:
    name: Global
    ntp: { servers: [2001:db8:0::53, NTP.example.net] }
    banner: { type: Custom, message: "Authorized only \\n" }`,
    text: (name, text) => {
      if (name === "servers") return text.replace(":0::", "::").toLowerCase();
      return name === "message" ? text.trim() : text;
    },
  },
];

const servers: readonly Report[] = [
  {
    from: `${github}/terraform-cisco-modules/terraform-intersight-iks/issues/98`,
    file: "organization: default\npools: { ip: { p: { name: p, ipV4Blocks: [{ from: 10.1.0.10, size: 20 }] } } }",
    object: (object) => ("Size" in object && !("To" in object) ? { ...object, To: "10.1.0.29" } : object),
  },
  {
    from: `${github}/CiscoDevNet/terraform-provider-intersight/issues/93`,
    file: `organization: default
pools: { mac: { p: { name: p, macBlocks: [{ from: "00:25:b5:00:00:0a", size: 10 }] } } }
policies: { storage: { s: { name: s, globalHotSpares: "4,2,3" } } }`,
    text: (name, text) => {
      if (name === "From") return upper(text);
      return name === "GlobalHotSpares" ? "2-4" : text;
    },
  },
];

const firewall: readonly Report[] = [
  {
    from: `${github}/CiscoDevNet/terraform-provider-fmc/issues/147`,
    file: `objects:
  networks: { n: { name: n, value: "2001:DB8:0::/64" } }
  networkGroups: { g: { name: g, literals: [{ value: "2001:DB8::7" }, { value: 10.0.0.0/8 }] } }
  vlanTags: { v: { name: v, data: { startTag: "020", endTag: "30" } } }
  ipv4AddressPools: { p: { name: p, ipAddressRange: 10.0.0.10-10.0.0.20, mask: 255.255.255.0 } }`,
    text: (name, text) => {
      if (name === "value") return text.toLowerCase().replace(":0::", "::");
      return name === "startTag" ? "20" : text;
    },
    object: (object) => {
      const { value, name } = object;
      if (typeof value !== "string" || name !== undefined) return object;
      return { ...object, type: value.includes("/") ? "Network" : "Host" };
    },
  },
];

const sdwan: readonly Report[] = [
  {
    from: `${github}/CiscoDevNet/terraform-provider-sdwan/issues/410`,
    file: `featureProfiles:
  service:
    p:
      name: p
      description: mine
      routePolicies:
        r:
          name: route_policy_set_metric
          defaultAction: accept
          sequences:
            - sequenceId: 1
              sequenceName: route
              baseAction: accept
              matchEntries: [{ ospfTag: 10 }]
              actions: [{ accept: { setMetric: 200 } }]`,
    object: (object) =>
      "setMetric" in object
        ? { ...object, setCommunity: { additive: { optionType: "default", value: false } } }
        : object,
  },
];

const devices: readonly Report[] = [
  {
    from: `${github}/CiscoDevNet/terraform-provider-iosxe/pull/539`,
    file: `
      routeMaps: { out: { steps: [{ sequence: 10, action: permit, setCommunities: ["1:1", "65535:100"] }] } }
      communityLists: { customers: { permit: ["65002:100"] } }`,
    text: (_, text) => words({ "1:1": "65537", "65535:100": "4294901860", "65002:100": "4259971172" })(text),
  },
  {
    from: `${github}/CiscoDevNet/terraform-provider-iosxe/pull/420`,
    file: `
      banners: { exec: "*****\\n* exec *\\n*****" }`,
    text: (_, text) => text.replaceAll("\n", "   \n"),
  },
  {
    from: `${github}/ansible/ansible/issues/66678`,
    file: `
      interfaces: { Loopback 0: { ipv6: { addresses: ["2001:db8::2/32"] } } }`,
    text: (_, text) => (text.startsWith("2001:db8") ? upper(text) : text),
  },
  {
    from: `${github}/ansible-collections/cisco.ios/issues/245`,
    file: `
      interfaces: { GigabitEthernet 1/0/1: { switchport: { mode: trunk, allowedVlans: "1,21,231,232,233,234,312" } } }`,
    text: (_, text) => words({ "1,21,231,232,233,234,312": "1,21,231-234,312" })(text),
  },
];

const boxes = `version: 1
environment: virtual
targets:
  boxes:
    interface: restconf
    dialect: rfc8040
    url: https://routers.example.net/devices/{host}
    hosts: [10.20.0.0/16]
    credential: { username: { secret: env:USER }, password: { secret: env:PASSWORD } }
    settings: { mapping: ios-xe }
`;
const host = "10.20.0.1";
const keys = {
  "prefix-list": ["prefix"],
  "route-map-without-order-seq": ["seq_no"],
  Loopback: ["name"],
  GigabitEthernet: ["name"],
};

/** Returns a stage with an empty device whose model knows everything that is declared. */
function device({ file, ...habit }: Report): Stage {
  const files = {
    "a.yaml": `target: boxes\ndevices:\n  one:\n    host: ${host}\n    hostname: r1${file.replaceAll("\n  ", "\n")}\n`,
  };
  const { context } = stage({ project: boxes, files });
  const { dialect } = context.targets.get("boxes") ?? {};
  if (dialect === undefined || !isOfDevices(dialect)) throw new Error("no devices");
  const parts = [...context.desired.resources.values()].map((each) => declaredPart(dialect, each));
  const model = mergedTrees(parts.map(({ path, value }) => wrapped(path, value)));
  const data = { "Cisco-IOS-XE-native:native": {} };
  return stage({
    ...{ project: boxes, files, between: storing(habit) },
    seed: { routers: { [host]: { data, model, keys } } },
    settings: { restconfMode: "rfc8040" },
  });
}

function isOfDevices(dialect: object): dialect is DeviceModel {
  return "container" in dialect && "interfaceType" in dialect;
}

const byProduct: Readonly<Record<string, readonly Report[]>> = {
  ...{ apic: fabric, "catalyst-center": controller, intersight: servers, fmc: firewall, vmanage: sdwan },
};

const reports = Object.entries(byProduct).flatMap(([product, all]) =>
  all.map((each) => ({ product, ...each })),
);

const told = ({ settled, nonConvergent }: Awaited<ReturnType<Stage["apply"]>>) => [
  ...settled.flatMap(({ address, outcome }) =>
    ["applied", "converged"].includes(outcome.state) ? [] : [`${address} ${JSON.stringify(outcome)}`],
  ),
  ...nonConvergent.map((each) => JSON.stringify(each)),
];

/** Checks that an apply leaves nothing to do and no differences. */
async function staysEqual(made: Stage): Promise<void> {
  const first = await made.plan();
  expect(first.plan.steps.length).toBeGreaterThan(0);
  expect(told(await made.apply(first))).toEqual([]);
  const second = await made.plan();
  expect(second.plan).toMatchObject({ steps: [], unknown: [], changes: [] });
}

describe("what a product stores otherwise, or fills in, is no difference", () => {
  test.each(reports)("$product: $from", async ({ product, file, ...habit }) => {
    const one = products[product];
    if (one === undefined) throw new Error(`no product ${product}`);
    await staysEqual(managed({ ...one, declared: file }, { between: storing(habit) }));
  });

  test.each(devices)("a device: $from", async (report) => {
    await staysEqual(device(report));
  });
});
