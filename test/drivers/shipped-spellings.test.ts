/** Spellings of values in fields of the shipped products: which count as equal, and which do not. */

import { describe, expect, test } from "vitest";
import type { Kind } from "../../src/drivers/contract/contract.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { InterfaceName } from "../../src/model/project.ts";
import { holds } from "../../src/model/sameness/holds.ts";
import { driverFor } from "./opened.ts";

const interfaces: Readonly<Record<string, InterfaceName>> = {
  apic: "fabric",
  "catalyst-center": "controller",
  fmc: "firewall",
  intersight: "servers",
  vmanage: "sdwan",
};

function kindOf(product: string, name: string): Kind {
  const driver = driverFor(interfaces[product] ?? "rest");
  const { kinds = driver.kinds } = driver.dialect(product, {});
  const found = kinds.find((kind) => kind.name === name);
  if (found === undefined) throw new Error(`${product} has no kind ${name}`);
  return found;
}

function isOne(product: string, name: string, [declared, live]: readonly [JsonObject, JsonObject]): boolean {
  const { canonical, alikeForm } = kindOf(product, name);
  return holds(canonical(declared), canonical(live), { alike: alikeForm });
}

type Row = readonly [product: string, kind: string, declared: JsonObject, live: JsonObject];

const attributes = (declared: JsonObject, live: JsonObject): Row => [
  ...(["apic", "managedObject"] as const),
  { class: "x", attributes: declared },
  { class: "x", attributes: live },
];
const mask = (address: string, netmask: string) => ({ ipv4: { static: { address, netmask } } });
const calendar = (duration: JsonObject) => ({
  calendarPowerProfiles: [{ powerProfileName: "low", duration }],
});
const rates = (dataRates: string) => ({ radioTypeBProperties: { dataRates } });
const prepend = (...numbers: readonly string[]) => ({
  sequences: [{ sequenceId: 1, actions: [{ accept: { setAsPath: { prepend: numbers } } }] }],
});

const one: readonly Row[] = [
  attributes({ scope: "public,shared", other: "a" }, { scope: "shared,public", other: "a" }),
  attributes({ areaId: "1" }, { areaId: "0.0.0.1" }),
  attributes({ mac: "00:22:bd:f8:19:fe" }, { mac: "00:22:BD:F8:19:FE" }),
  ["apic", "tenant", { description: "what sells \n" }, { description: "what sells" }],
  [
    ...(["catalyst-center", "apProfile"] as const),
    calendar({
      schedulerStartTime: "22:00",
      schedulerEndTime: "06:00",
      schedulerDay: ["Saturday", "sunday"],
    }),
    calendar({
      schedulerStartTime: "10:00 PM",
      schedulerEndTime: "06:00 AM",
      schedulerDay: ["sunday", "saturday"],
    }),
  ],
  ["catalyst-center", "apProfile", { timeZone: "Controller" }, { timeZone: "CONTROLLER" }],
  ["catalyst-center", "rfProfile", rates("9,11,12"), rates("12, 9,11")],
  ["fmc", "deviceLoopbackInterface", mask("10.0.0.1", "255.255.255.0"), mask("10.0.0.1", "24")],
  ["fmc", "deviceLoopbackInterface", mask("2001:DB8::1", "24"), mask("2001:db8:0::1", "24")],
  ["fmc", "port", { port: "80-82,90" }, { port: "80,81-82,90" }],
  [
    "fmc",
    "timeRange",
    { effectiveStartDateTime: "2027-01-07T20:20" },
    { effectiveStartDateTime: "2027-01-07T20:20:00" },
  ],
  ["intersight", "uuidPool", { prefix: "AAAAAAAA-0000-0001" }, { prefix: "aaaaaaaa-0000-0001" }],
  ["intersight", "storagePolicy", { secureJbods: "ALL" }, { secureJbods: "all" }],
  [
    ...(["intersight", "systemQosPolicy"] as const),
    { classes: [{ name: "Gold", weight: 9, bandwidthPercent: 20 }] },
    { classes: [{ name: "Gold", weight: 9, bandwidthPercent: 18 }] },
  ],
  ["vmanage", "serviceRoutingBgp", { asNum: "1.10" }, { asNum: 65546 }],
  ["vmanage", "systemBanner", { motd: "a  \r\nb\n" }, { motd: "a\nb" }],
];

const two: readonly Row[] = [
  attributes({ scope: "public,shared" }, { scope: "public" }),
  attributes({ descr: "Web" }, { descr: "web" }),
  attributes({ dFromPort: "80" }, { dFromPort: "https" }),
  attributes({ other: "a,b" }, { other: "b,a" }),
  ["catalyst-center", "apProfile", { description: "Lab" }, { description: "lab" }],
  ["catalyst-center", "rfProfile", rates("9,11"), rates("9,11,12")],
  ["fmc", "deviceLoopbackInterface", mask("10.0.0.1", "255.255.255.0"), mask("10.0.0.1", "25")],
  ["fmc", "network", { value: "10.0.0.1/24" }, { value: "10.0.0.0/24" }],
  ["fmc", "ftdPlatformSettingsBanner", { bannerText: ["one", "two"] }, { bannerText: ["two", "one"] }],
  ["fmc", "ftdPlatformSettingsBanner", { bannerText: ["--", "a", "--"] }, { bannerText: ["--", "a"] }],
  [
    "intersight",
    "ethernetNetworkGroupPolicy",
    { vlanSettings: { allowedVlans: "1-3" } },
    { vlanSettings: { allowedVlans: "1,3" } },
  ],
  [
    ...(["intersight", "systemQosPolicy"] as const),
    { classes: [{ name: "Gold", bandwidthPercent: 20 }] },
    { classes: [{ name: "Gold", bandwidthPercent: 18 }] },
  ],
  [
    "vmanage",
    "systemAaa",
    { serverAuthOrder: ["local", "RGROUP1"] },
    { serverAuthOrder: ["RGROUP1", "local"] },
  ],
  ["vmanage", "serviceRoutePolicy", prepend("65001", "65001"), prepend("65001")],
  ["vmanage", "serviceRoutingBgp", { asNum: "1.1" }, { asNum: "1.10" }],
];

describe("declared and live", () => {
  test.each(one)("%s %s: %j is the same as %j", (product, kind, ...sides) => {
    expect(isOne(product, kind, sides)).toBe(true);
  });

  test.each(two)("%s %s: %j is another than %j", (product, kind, ...sides) => {
    expect(isOne(product, kind, sides)).toBe(false);
  });
});
