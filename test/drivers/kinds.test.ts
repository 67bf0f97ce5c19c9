import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Kind } from "../../src/drivers/contract/contract.ts";
import type { Json } from "../../src/model/json.ts";
import { drivers } from "../../src/project/drivers.ts";
import { driverFor } from "./opened.ts";

const kinds = new Map(drivers.flatMap((driver) => driver.kinds.map((kind) => [kind.name, kind])));

function kind(name: string): Kind {
  const found = kinds.get(name);
  if (found === undefined) throw new Error(`no kind ${name}`);
  return found;
}

const fits = (name: string, value: unknown) => kind(name).schema.safeParse(value).success;
const keyFits = (name: string, key: string) => kind(name).keys?.safeParse(key).success ?? true;

describe("what may be declared", () => {
  const network = { name: "Berlin" };
  const rows: readonly [string, unknown, boolean][] = [
    ["network", network, true],
    ["network", {}, false],
    ["network", { ...network, name: "" }, false],
    ["network", { ...network, timeZone: "Europe/Berlin" }, true],
    ["network", { ...network, timeZone: "europe/berlin" }, true],
    ["network", { ...network, timeZone: "Europe/Berlim" }, false],
    ["network", { ...network, timeZone: "+01:00" }, false],
    ["network", { ...network, tags: ["a"] }, true],
    ["network", { ...network, tags: "a" }, false],
    ["network", { ...network, tags: [1] }, false],
    ["network", { ...network, netflow: { collectorPort: 1, collectorIp: "10.0.0.1", enabled: true } }, true],
    ["network", { ...network, netflow: { collectorPort: 65535 } }, true],
    ["network", { ...network, netflow: { collectorPort: 0 } }, false],
    ["network", { ...network, netflow: { collectorPort: 65536 } }, false],
    ["network", { ...network, netflow: { collectorPort: 1.5 } }, false],
    ["network", { ...network, netflow: { collectorIp: "010.0.0.1" } }, false],
    ["network", { ...network, netflow: { collectorIp: "10.0.0" } }, false],
    ["network", { ...network, netflow: { collectorIp: "::1" } }, false],
    ["network", { ...network, notes: "unknown" }, false],
    ["ssid", { name: "Corp" }, true],
    ["ssid", { name: "Corp", vlan: 1, password: { secret: "env:PSK" } }, true],
    ["ssid", { name: "Corp", password: "plain" }, false],
    ["ssid", { name: "Corp", password: { secret: "plain" } }, false],
    ["ssid", { name: "Corp", vlan: 0 }, false],
    ["ssid", { name: "Corp", vlan: 4094 }, true],
    ["ssid", { name: "Corp", vlan: 4095 }, false],
    ["ssid", { name: "x".repeat(33) }, false],
    ["ssid", { name: "é".repeat(17) }, false],
    ["ssid", { name: "é".repeat(16) }, true],
    ["tenant", {}, true],
    ["tenant", { description: "d", attributes: { a: "b" } }, true],
    ["tenant", { attributes: { a: 1 } }, false],
    ["managedObject", { class: "fvCtx" }, true],
    ["managedObject", { attributes: {} }, false],
    ["managedObject", { class: "no class" }, false],
    ["room", { name: "NOC" }, true],
    ["room", {}, false],
    ["room", { name: "" }, false],
    ["room", { name: "NOC", topic: "unknown" }, false],
    ["member", {}, true],
    ["member", { moderator: true }, true],
    ["member", { moderator: "yes" }, false],
    ["deviceHostname", "rtr-1", true],
    ["deviceHostname", "rtr 1", false],
    ["deviceHostname", "", false],
    ["deviceInterface", { description: "d", ip: { address: "10.0.0.1", mask: "255.255.255.0" } }, true],
    ["deviceInterface", { ip: { address: "10.0.0.1" } }, false],
    ["deviceInterface", { ip: { address: "10.0.0.1", mask: "255.0.255.0" } }, false],
    ["deviceInterface", { ip: { address: "10.0.0.1", mask: "0.0.0.0" } }, false],
    ["deviceInterface", { ip: { address: "10.0.0.1", mask: "255.255.255.255" } }, true],
    ["deviceConfiguration", { a: [1, null, "x", { b: true }] }, true],
    ["deviceConfiguration", "scalar", true],
    ["deviceConfiguration", undefined, false],
    ["organization", {}, true],
  ];
  test.each(rows)("%s %j: %s", (name, value, expected) => {
    expect(fits(name, value)).toBe(expected);
  });

  const keys: readonly [string, string, boolean][] = [
    ["ssid", "0", true],
    ["ssid", "14", true],
    ["ssid", "15", false],
    ["ssid", "01", false],
    ["ssid", "-1", false],
    ["tenant", "Production", true],
    ["tenant", "a..b", false],
    ["tenant", "a/b", false],
    ["tenant", "a\nb", false],
    ["managedObject", "uni/tn-A/ctx-main", true],
    ["managedObject", "uni/tn-A/out-x/rsdom-[uni/l3dom-y]", true],
    ["managedObject", "uni", false],
    ["managedObject", "top/tn-A", false],
    ["managedObject", "uni//ctx", false],
    ["managedObject", "uni/../x", false],
    ["managedObject", "uni/tn-A/ctx\r\n", false],
    ["deviceInterface", "GigabitEthernet 1/0/1", true],
    ["deviceInterface", "GigabitEthernet 1/0", false],
    ["deviceInterface", "GigabitEthernet 01/0/1", false],
    ["deviceInterface", "Loopback 0", false],
    ["deviceConfiguration", "/Vendor-native:native/ntp", true],
    ["deviceConfiguration", "/Vendor-native:native", true],
    ["deviceConfiguration", "Vendor-native:native/ntp", false],
    ["deviceConfiguration", "/native/ntp", false],
    ["room", "noc", true],
    ["room", "Großer Raum", true],
    ["room", "noc.berlin", false],
    ["room", "", false],
    ["member", "noc@example.net", true],
    ["member", "First.Last+noc@Sub.Example.NET", true],
    ["member", "noc", false],
    ["member", "noc@example", false],
    ["member", "@example.net", false],
    ["member", "a b@example.net", false],
    ["member", "a@example.net, b@example.net", false],
    ["member", `${"a".repeat(250)}@example.net`, false],
    ["deviceConfiguration", "/Vendor-native:native/../x", false],
    ["deviceConfiguration", "/Vendor-native:native/interface/Loopback=1/ip", true],
    ["deviceConfiguration", "/Vendor-native:native/vrf=a,b/list=x%2Fy/ip", true],
    ["deviceConfiguration", "/Vendor-native:native/interface/Loopback=1=2/ip", true],
    ["deviceConfiguration", "/Vendor-native:native/=1/ip", false],
    ["deviceConfiguration", "/Vendor-native:native/Loopback[name=1]/ip", false],
    ["deviceConfiguration", "/Vendor-native:native/interface/Loopback=1", true],
  ];
  test.each(keys)("the key of %s %j: %s", (name, key, expected) => {
    expect(keyFits(name, key)).toBe(expected);
  });

  test.each([...kinds.values()].map((each) => [each.name, each] as const))(
    "editors get a schema with a description for every field of %s",
    (_, each) => {
      const schema = z.toJSONSchema(each.schema, { target: "draft-7", io: "input" });
      expect(schema.description).toMatch(/^[A-Z].*\.$/);
      const fields = Object.values(schema.properties ?? {});
      expect(fields.every((field) => typeof field === "object" && field.description !== undefined)).toBe(
        true,
      );
    },
  );
});

describe("hosts of devices", () => {
  const holder = driverFor("restconf").holders[0];
  test.each([
    ["10.20.0.1", true],
    ["rtr-1.routers.example.net", true],
    ["localhost", true],
    ["10.20.0.256", false],
    ["10.20.0", false],
    ["010.20.0.1", false],
    ["RTR-1", false],
    ["host:443", false],
    ["host/x", false],
    ["user@host", false],
    ["a..b", false],
    ["", false],
    ["::1", true],
  ])("%j: %s", (host, expected) => {
    expect(holder?.schema.safeParse({ host }).success).toBe(expected);
  });
});

describe("canonical forms", () => {
  const network = (value: Json) => kind("network").canonical(value);

  test("names of one time zone, old or new, are one", () => {
    const pairs = [
      ["Asia/Calcutta", "Asia/Kolkata"],
      ["Europe/Kiev", "Europe/Kyiv"],
      ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
      ["Etc/UTC", "UTC"],
      ["US/Eastern", "America/New_York"],
      ["EUROPE/berlin", "Europe/Berlin"],
    ];
    for (const [old, now] of pairs) expect(network({ timeZone: old ?? "" })).toEqual({ timeZone: now });
  });

  test("every time zone that the runtime knows is accepted and has one stable spelling", () => {
    for (const timeZone of Intl.supportedValuesOf("timeZone")) {
      expect(fits("network", { name: "n", timeZone })).toBe(true);
      const once = network({ timeZone });
      expect(network(once)).toEqual(once);
    }
  });

  test("the order and number of tags do not count", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (tags) => {
        const once = network({ tags });
        expect(network({ tags: [...tags].reverse().concat(tags) })).toEqual(once);
        expect(network(once)).toEqual(once);
      }),
    );
  });

  test("they are total and idempotent on any JSON, and keep fields they do not know", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const each of kinds.values()) {
          const once = each.canonical(value as Json);
          expect(each.canonical(once)).toEqual(once);
        }
      }),
    );
    expect(network({ name: "n", other: { a: 1 } })).toEqual({ name: "n", other: { a: 1 } });
  });
});

describe("identities", () => {
  const of = (name: string, key: string, value: Json = {}, scope = {}) =>
    kind(name).identity({ key, value, scope });
  test("are what the live side is matched by", () => {
    expect(of("organization", "Acme")).toBe("Acme");
    expect(of("network", "berlin", { name: "Berlin Office" })).toBe("Berlin Office");
    expect(of("ssid", "3")).toBe("3");
    expect(of("tenant", "Production")).toBe("uni/tn-Production");
    expect(of("tenant", "production")).not.toBe(of("tenant", "Production"));
    expect(of("managedObject", "uni/tn-A/ctx-b", {})).toBe("uni/tn-A/ctx-b");
    expect(of("room", "noc", { name: "NOC" })).toBe("NOC");
    expect(of("member", "Alice@Example.net")).toBe("alice@example.net");
    const scope = { host: "10.0.0.1" };
    expect(of("deviceHostname", "rtr-1", "x", scope)).toBe("10.0.0.1 hostname");
    expect(of("deviceInterface", "GigabitEthernet 1/0/1", {}, scope)).toBe("10.0.0.1 GigabitEthernet 1/0/1");
    expect(of("deviceConfiguration", "/a:b", {}, scope)).toBe("10.0.0.1 /a:b");
  });

  test("a managed object needs its ancestors, the tenant first", () => {
    const needs = (identity: string) => kind("managedObject").prerequisites?.({ identity, scope: {} });
    expect(needs("uni/tn-A/ctx-b/x")).toEqual(["uni/tn-A", "uni/tn-A/ctx-b"]);
    expect(needs("uni/tn-A/out-x/rsdom-[uni/l3dom-y]")).toEqual(["uni/tn-A", "uni/tn-A/out-x"]);
    expect(needs("uni/other")).toEqual([]);
  });
});

describe("checks of more than one field", () => {
  const found = (name: string, key: string, value: Json) =>
    kind(name)
      .check?.({ key, value, scope: {} })
      .map(({ code, path }) => `${code} ${path}`);
  const ip = (address: string, mask: string) =>
    found("deviceInterface", "GigabitEthernet 1/0/1", { ip: { address, mask } });

  test("an interface's address is a host's own", () => {
    expect(ip("10.1.1.0", "255.255.255.0")).toEqual(["not-a-host-address /ip/address"]);
    expect(ip("10.1.1.255", "255.255.255.0")).toEqual(["not-a-host-address /ip/address"]);
    expect(ip("10.1.1.1", "255.255.255.0")).toEqual([]);
    expect(ip("10.1.1.0", "255.255.255.254")).toEqual([]);
    expect(ip("10.1.1.1", "255.255.255.255")).toEqual([]);
    expect(ip("200.1.2.3", "128.0.0.0")).toEqual([]);
    expect(found("deviceInterface", "GigabitEthernet 1/0/1", {})).toEqual([]);
  });

  test("a tenant is declared among the tenants, with its name as key", () => {
    expect(found("managedObject", "uni/tn-A", { class: "x" })).toEqual(["tenant-as-object "]);
    expect(found("managedObject", "uni/x", { class: "fvTenant" })).toEqual(["tenant-as-object "]);
    expect(found("managedObject", "uni/tn-A/ctx", { class: "fvCtx" })).toEqual([]);
    expect(found("tenant", "A", { attributes: { name: "A", description: "d", x: "y" } })).toEqual([
      "not-an-attribute /attributes/name",
      "not-an-attribute /attributes/description",
    ]);
  });
});
