/**
 * Which parts of a device's configuration the device may store in another form. The types of its modules and the names
 * decide.
 */

import { expect, test } from "vitest";
import { entryIdentity } from "../../../src/drivers/yang/device/kinds/data-path.ts";
import { mayDiffer } from "../../../src/drivers/yang/device/may-differ.ts";
import type { DeviceModel } from "../../../src/drivers/yang/device/model.ts";
import { hostname, port } from "../../properties/declared.ts";
import { moduleOf, schemaOf } from "../../yang/modules.ts";

const schema = schemaOf(
  moduleOf(
    "box",
    `container system {
      leaf location { type string; }
      leaf mtu { type uint16; }
      leaf ratio { type decimal64 { fraction-digits 2; } }
      leaf either { type union { type uint8; type string; } }
      leaf mixed { type union { type uint8; type enumeration { enum auto; } } }
      leaf on { type boolean; }
      leaf size { type enumeration { enum small; enum large; } }
      leaf peer { type leafref { path "../server/name"; } }
      leaf-list search { type string; }
      leaf-list kinds { type enumeration { enum a; } }
      list server { key name; leaf name { type string; } leaf port { type uint16; } }
      container access-list { leaf sequence { type uint32; } leaf remark { type string; } }
      container ip { leaf ttl { type uint8; } }
    }`,
  ),
);
const model: DeviceModel = {
  ...{ module: "box", container: "system", interfaces: ["interface"], interfaceType: "GigabitEthernet" },
  ...{ hostname: "hostname", readOnly: [] },
};
const modelled: DeviceModel = { ...model, schema: () => schema };
const host = "10.20.0.1";
const part = (path: string) => ({
  ...hostname("r1", {}, host),
  kind: "deviceConfiguration",
  identity: `${host} ${path}`,
});

test.each([
  ["location", true],
  ["mtu", true],
  ["ratio", true],
  ["either", true],
  ["search", true],
  ["search 0", true],
  ["server ntp port", true],
  ["access-list remark", true],
  ["mixed", false],
  ["on", false],
  ["size", false],
  ["peer", false],
  ["kinds", false],
  ["kinds 0", false],
  ["server ntp name", false],
  ["server", false],
  ["server ntp", false],
  ["access-list sequence", false],
  ["ip ttl", false],
  ["unknown", false],
  ["location more", false],
])("with modules %s may: %s", (place, may) => {
  expect(mayDiffer(part("/box:system"), place.split(" "), modelled)).toBe(may);
});

test("an entry of a list is entered by its path", () => {
  const entry = part(entryIdentity("/box:system/server", [{ leaf: "name", value: "ntp" }]));
  expect(mayDiffer(entry, ["port"], modelled)).toBe(true);
  expect(mayDiffer(entry, ["name"], modelled)).toBe(false);
  expect(mayDiffer(part("/box:system/none"), ["port"], modelled)).toBe(false);
});

test("without modules names decide, and all else its values say", () => {
  expect(mayDiffer(part("/box:system"), ["location"], model)).toBe(true);
  expect(mayDiffer(part("/box:system"), ["access-list", "sequence"], model)).toBe(false);
  expect(mayDiffer(part("/box:ip"), ["box:name-server"], model)).toBe(false);
  expect(mayDiffer(part("/box:access-list"), ["remark"], model)).toBe(true);
});

test("a name and a description may, an address may not", () => {
  expect(mayDiffer(hostname("r1", "r1", host), [], model)).toBe(true);
  const own = port("GigabitEthernet 1/0/1", {}, { host });
  expect(mayDiffer(own, ["description"], model)).toBe(true);
  expect(mayDiffer(own, ["ip", "address"], model)).toBe(false);
});
