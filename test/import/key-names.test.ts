/** Names of what is live as keys and file names. */

import { expect, test } from "vitest";
import { UniqueNames } from "../../src/import/names.ts";
import { slug } from "../../src/model/address.ts";

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
