import { describe, expect, test } from "vitest";
import { address } from "../../src/model/address.ts";
import type { Resource } from "../../src/model/desired.ts";
import { driverFor } from "./opened.ts";

function declared(kind: string, key: string, host = "10.0.0.1"): Resource {
  return {
    address: address("routers", kind, `${host}.${key}`),
    target: "routers",
    kind,
    key,
    identity: `${host} ${key}`,
    scope: { host },
    value: {},
    secrets: [],
    lists: {},
    ownership: "declared",
    protect: false,
    observed: false,
  };
}

const hostname = declared("deviceHostname", "hostname");
const uplink = declared("deviceInterface", "GigabitEthernet 1/0/1");
const config = (path: string, host?: string) => declared("deviceConfiguration", path, host);

function found(...resources: readonly Resource[]): readonly string[] {
  const driver = driverFor("restconf");
  const dialect = driver.dialect("neutral", {});
  const forward = driver.check?.(resources, dialect) ?? [];
  expect(driver.check?.([...resources].reverse(), dialect)).toHaveLength(forward.length);
  return forward.map((each) => each.address);
}

describe("two declarations of one path are a problem", () => {
  const native = config("/Vendor-native:native");
  const ntp = config("/Vendor-native:native/ntp");
  const rows: readonly [string, readonly Resource[], readonly Resource[]][] = [
    [
      "a path inside another one",
      [ntp, config("/Vendor-native:native/ntp/server")],
      [config("/Vendor-native:native/ntp/server")],
    ],
    ["a path above another one", [native, ntp], [ntp]],
    [
      "all that lies inside, not the nearest only",
      [native, ntp, config("/Vendor-native:native/snmp")],
      [ntp, config("/Vendor-native:native/snmp")],
    ],
    ["a hostname that configuration covers", [native, hostname], [hostname]],
    ["the hostname's own leaf", [config("/Vendor-native:native/hostname"), hostname], [hostname]],
    ["an interface that configuration covers", [config("/Vendor-native:native/interface"), uplink], [uplink]],
    ["the list of interfaces", [config("/Vendor-native:native/interface/GigabitEthernet"), uplink], [uplink]],
    [
      "one path spelled in two ways",
      [ntp, config("/Vendor-native:native/Vendor-native:ntp")],
      [config("/Vendor-native:native/Vendor-native:ntp")],
    ],
    ["one interface of two devices that are one", [uplink, uplink], [uplink]],
  ];
  test.each(rows)("%s", (_, resources, expected) => {
    expect(found(...resources)).toEqual(expected.map((each) => each.address));
  });

  test("the problem names both", () => {
    const driver = driverFor("restconf");
    const [first] = driver.check?.([ntp, native], driver.dialect("neutral", {})) ?? [];
    expect(first?.message).toContain(native.address);
    expect(first?.message).toContain(ntp.address);
  });
});

describe("what lies side by side is none", () => {
  const rows: readonly [string, readonly Resource[]][] = [
    [
      "siblings",
      [config("/Vendor-native:native/ntp"), config("/Vendor-native:native/ntp-x"), hostname, uplink],
    ],
    [
      "two interfaces, one a prefix of the other",
      [uplink, declared("deviceInterface", "GigabitEthernet 1/0/10")],
    ],
    ["another device", [config("/Vendor-native:native"), config("/Vendor-native:native/ntp", "10.0.0.2")]],
    ["another module", [config("/Vendor-native:native"), config("/Vendor-native:native-x")]],
  ];
  test.each(rows)("%s", (_, resources) => {
    expect(found(...resources)).toEqual([]);
  });

  test("with another module set, the hostname lies elsewhere", () => {
    const driver = driverFor("restconf");
    const dialect = driver.dialect("neutral", { module: "acme", container: "top" });
    expect(driver.check?.([config("/Vendor-native:native"), hostname], dialect)).toEqual([]);
    expect(driver.check?.([config("/acme:top"), hostname], dialect)).toHaveLength(1);
  });
});

describe("elements of a list with keys", () => {
  const lists = { "/server": ["ip"], "/server/*/key": ["id"] };
  const ntp = (value: Resource["value"], keys: Resource["lists"] = lists) => ({
    ...declared("deviceConfiguration", "/Vendor-native:native/ntp"),
    value,
    lists: keys,
  });
  const faults = (resource: Resource) => {
    const driver = driverFor("restconf");
    return driver
      .check?.([resource], driver.dialect("neutral", {}))
      .map(({ code, path }) => `${code} ${path}`);
  };

  test("that share their key are a problem: one would silently win", () => {
    expect(faults(ntp({ server: [{ ip: "a" }, { ip: "b" }, { ip: "a", x: 1 }] }))).toEqual([
      "repeated-element /server/2",
    ]);
  });

  test("that lack a leaf of their key are a problem, however deep", () => {
    const server = [{ ip: "a", key: [{ id: 1 }, { x: 1 }] }];
    expect(faults(ntp({ server }))).toEqual(["missing-key /server/0/key/1"]);
  });

  test("are told apart by all leaves of the key", () => {
    const server = [
      { ip: "a", vrf: "1" },
      { ip: "a", vrf: "2" },
    ];
    expect(faults(ntp({ server }, { "/server": ["ip", "vrf"] }))).toEqual([]);
  });

  test("may repeat where the list has no keys", () => {
    expect(faults(ntp({ server: [{ ip: "a" }, { ip: "a" }] }, {}))).toEqual([]);
  });

  test("may be the configuration itself", () => {
    expect(faults(ntp([{ id: 1 }, { id: 1 }], { "": ["id"] }))).toEqual(["repeated-element /1"]);
  });
});
