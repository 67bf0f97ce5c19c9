/** How an import makes keys and file names from live names. */

import { expect, test } from "vitest";
import { apart, UniqueNames } from "../../src/import/names.ts";
import { slug } from "../../src/model/address.ts";
import type { DiscoveredItem } from "../../src/observe/discover.ts";
import { Product } from "./factored.ts";

test.each([
  ["Berlin Office", "berlin-office"],
  ["Zürich 2. OG", "zurich-2-og"],
  ["../../etc/passwd", "etc-passwd"],
  ["東京 本社", "東京-本社"],
  ["한국", "한국"],
  ["\u202eevil\u0000", "evil"],
  ["👩‍🚀", ""],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
  ["x".repeat(300), "x".repeat(60)],
])("%j becomes %j", (name, expected) => {
  expect(slug(name)).toBe(expected);
  expect(slug(slug(name))).toBe(expected);
});

test("each name is given once, also where upper and lower case, or ß and ss, are the same", () => {
  const names = new UniqueNames(["Taken"]);
  const given = [
    names.take("taken", "acme-taken"),
    names.take("straße"),
    names.take("strasse"),
    names.take("strasse"),
    names.take("defaults", "network-defaults"),
    names.take("con"),
    names.take(""),
    names.take(""),
  ];
  expect(given).toEqual([
    "acme-taken",
    "straße",
    "strasse-2",
    "strasse-3",
    "network-defaults",
    "unnamed",
    "unnamed-2",
    "unnamed-3",
  ]);
});

test("of two that are called the same, all that is in them goes with them, however deep, and is told once", () => {
  const product = new Product("dashboard", "neutral");
  const acme = product.item("organization", { identity: "Acme", value: {} });
  const network = (identity: string) => product.item("network", { identity, value: {}, parent: acme });
  const [berlin, other, oslo] = [network("Berlin"), network("Berlin"), network("Oslo")];
  const ssid = (identity: string, parent: DiscoveredItem) =>
    product.item("ssid", { identity, value: {}, parent });
  const inner = ssid("0", berlin);
  const [one, same, single] = [ssid("1", inner), ssid("1", inner), ssid("2", inner)];
  const found = [acme, berlin, other, oslo, inner, one, same, single];
  expect(apart(found)).toEqual({ alike: [[berlin, other]], rest: [acme, oslo] });
});
