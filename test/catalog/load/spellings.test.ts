/**
 * Catalog keys about spelling that depend on other keys, and the names that they contain: faults are reported with file
 * and line.
 */

import { expect, test } from "vitest";
import { loadCatalog } from "../../../src/catalog/load/catalog.ts";

const product = `product: shop
title: Shop
interface: dashboard
basePath: /api
authentication: { by: token, header: Authorization }
limits: { requestsPerSecond: 5, concurrency: 2 }
replies: [{ status: 2xx, means: accepted }]
checks: [door]
`;

/** Returns the problems of a product that has a kind with these fields, and these shapes. */
function said(fields: string, shapes = "") {
  const door = `kind: door
title: door
section: doors
form: collection
list: /doors
create: POST /doors
fields:
${fields}
source: by heart
verified: assumed
`;
  const texts = Object.entries({ product: product + shapes, door }).map(([name, text]) => ({
    path: `c/${name}.yaml`,
    text,
  }));
  return loadCatalog(texts).problems.map(({ at, message, hint }) => {
    const more = hint === undefined ? "" : ` ${hint}`;
    return `${at?.file}:${at?.line} ${message}.${more}`;
  });
}

test("all of them, where they belong", () => {
  const fields = `  prefix: { type: string, format: cidr, hostBits: refused }
  any: { type: string, format: [parts, cidr, ignoreCase], hostBits: masked }
  fixed: { type: object, keys: mac, additionalProperties: { type: string, format: ip } }
  weight: { type: integer }
  lines: { type: array, items: { type: object, properties: { a: { type: integer }, b: { type: integer, derivedFrom: [a] } } } }
  share: { type: integer, derivedFrom: [weight] }
  doors: { type: string, format: [parts], items: { properties: { one: { type: string, refersTo: door, wireText: "D({})" } } } }
  named: { shape: prefix, hostBits: masked }`;
  expect(said(fields, "shapes: { prefix: { type: string, format: cidr } }\n")).toEqual([]);
});

test.each([
  ["  a: { type: string, hostBits: masked }", "c/door.yaml:8 `hostBits` applies only with `format: cidr`."],
  [
    "  a: { type: string, format: ip, hostBits: masked }",
    "c/door.yaml:8 `hostBits` applies only with `format: cidr`.",
  ],
  [
    "  a: { type: string, format: [area, decimalText] }",
    "c/door.yaml:8 `area` and `decimalText` interpret numbers differently: use only one of them.",
  ],
  [
    "  a: { type: array, items: { type: object, short: nam, properties: { name: { type: string } } } }",
    "c/door.yaml:8 there is no field `nam` here. Did you mean `name`?",
  ],
  [
    "  a: { type: array, items: { type: object, short: b, properties: { b: { type: integer } } } }",
    "c/door.yaml:8 `b` is not a text.",
  ],
  [
    '  a: { type: string, items: { properties: { b: { type: string, refersTo: door, wireText: "D({})" } } } }',
    "c/door.yaml:8 `items` of a text describe its parts, so `format` must have `parts` or `flags`.",
  ],
  [
    "  a: { type: string, format: [parts], items: { type: object } }",
    "c/door.yaml:8 `items` of a text need `properties`: the references that the text may contain.",
  ],
  [
    "  a: { type: string, format: [flags], items: { properties: { b: { type: string, refersTo: door } } } }",
    "c/door.yaml:8 `b` is a reference in a text, so it needs `type: string`, `refersTo` and `wireText`.",
  ],
  ["  a: { type: object, keys: mac }", "c/door.yaml:8 `keys` applies only with `additionalProperties`."],
  ["  a: { type: integer, derivedFrom: [a] }", "c/door.yaml:8 `a` cannot be derived from itself."],
  [
    "  weight: { type: integer }\n  a: { type: integer, derivedFrom: [wieght] }",
    "c/door.yaml:9 there is no field `wieght` here. Did you mean `weight`?",
  ],
  [
    "  a: { type: array, items: { type: object, properties: { b: { type: integer, derivedFrom: [c] } } } }",
    "c/door.yaml:8 there is no field `c` here.",
  ],
])("%s", (fields, message) => {
  expect(said(fields)[0]).toContain(message);
});

test("a word that is none, and an empty list of words", () => {
  expect(said("  a: { type: string, format: lowercase }")[0]).toContain("Did you mean `lowerCase`?");
  expect(said("  a: { type: string, format: [ip, trimed] }")[0]).toContain(
    "`fields.a.format.1` must be `cidr`",
  );
  expect(said("  a: { type: string, format: [] }")[0]).toContain("`fields.a.format` must be at least 1");
});

test("a shape of the product is looked at too", () => {
  expect(said("  a: { type: string }", "shapes: { n: { type: string, hostBits: masked } }\n")[0]).toContain(
    "c/product.yaml:9 `hostBits` applies only with",
  );
});
