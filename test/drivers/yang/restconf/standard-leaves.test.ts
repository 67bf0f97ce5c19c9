/**
 * Devices without modules in the project. Leaves of published modules get their canonical spelling, and all other
 * leaves stay unchanged.
 */

import { expect, test } from "vitest";
import { liveValue, modelled } from "../../../../src/drivers/yang/device/model-values.ts";
import { withStandardSpelling } from "../../../../src/drivers/yang/device/standard-leaves.ts";
import { address } from "../../../../src/model/address.ts";
import type { Resource } from "../../../../src/model/desired.ts";
import type { Json } from "../../../../src/model/json.ts";

test.each<[string, Json, Json]>([
  [
    "/ietf-interfaces:interfaces/interface=eth0",
    {
      name: "ETH0",
      description: "FE80::0:1",
      "ietf-ip:ipv6": {
        address: [{ ip: "2001:DB8:0::1", "prefix-length": 64 }],
        neighbor: [{ ip: "FE80::0:2", "link-layer-address": "AA:BB:CC:00:11:22" }],
      },
    },
    {
      name: "ETH0",
      description: "FE80::0:1",
      "ietf-ip:ipv6": {
        address: [{ ip: "2001:db8::1", "prefix-length": 64 }],
        neighbor: [{ ip: "fe80::2", "link-layer-address": "aa:bb:cc:00:11:22" }],
      },
    },
  ],
  ["/ietf-system:system/dns-resolver/server=a/udp-and-tcp/address", "FE80::0:53", "fe80::53"],
  [
    "/openconfig-acl:acl/acl-sets",
    { config: { "source-address": "2001:DB8:1::1/48", name: "AA:BB:CC:00:11:22" } },
    { config: { "source-address": "2001:db8:1::1/48", name: "AA:BB:CC:00:11:22" } },
  ],
  [
    "/ietf-access-control-list:acls",
    { "source-ipv6-network": "2001:DB8:1::1/48", "source-ipv4-network": "10.0.20.1/24" },
    { "source-ipv6-network": "2001:db8:1::/48", "source-ipv4-network": "10.0.20.0/24" },
  ],
  [
    "/openconfig-network-instance:network-instances",
    { "next-hop": "oc-lr:DROP" },
    { "next-hop": "oc-lr:DROP" },
  ],
])("%s: %j", (path, value, own) => {
  expect(withStandardSpelling(path, value)).toEqual(own);
  expect(withStandardSpelling(path, own)).toBe(own);
});

test("a leaf of the same name in another module is another leaf", () => {
  const value = { ip: "FE80::0:1", "Vendor-acl:source-address": "FE80::/010" };
  expect(withStandardSpelling("/Vendor-native:native/ip", value)).toBe(value);
  const inside = { "Vendor-x:box": { ip: "FE80::0:1" } };
  expect(withStandardSpelling("/ietf-interfaces:interfaces/ietf-ip:ipv6", inside)).toBe(inside);
});

test("what is declared and what is live have it alike, a section that is no part of the tree has not", () => {
  const device = {
    ...{
      module: "Vendor-native",
      container: "native",
      interfaces: [],
      interfaceType: "",
      hostname: "hostname",
    },
    readOnly: [],
  };
  const identity = "10.0.0.1 /ietf-system:system/dns-resolver/server=a/udp-and-tcp";
  const resource = (kind: string): Resource => ({
    ...{
      address: address("edge", kind, "x"),
      target: "edge",
      kind,
      key: "x",
      identity,
      scope: { host: "10.0.0.1" },
      lists: {},
    },
    ...{
      value: { address: "FE80::0:53" },
      secrets: [],
      ownership: "declared",
      protect: false,
      observed: false,
    },
  });
  const config = resource("deviceConfiguration");
  expect(modelled(config, device).value).toEqual({ address: "fe80::53" });
  expect(modelled(resource("deviceInterface"), device).value).toEqual({ address: "FE80::0:53" });
  const live = liveValue(device, config, { live: { address: "FE80:0::53" }, isInUse: () => true });
  expect(live).toEqual({ value: { address: "fe80::53" }, raw: { address: "fe80::53" } });
});
