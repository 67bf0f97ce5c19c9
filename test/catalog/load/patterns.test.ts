/**
 * Patterns in a project's own files. If a pattern cannot be matched in linear time, this is reported at the pattern's
 * place, and the pattern is still applied to values.
 */

import { expect, test } from "vitest";
import { loadCatalog } from "../../../src/catalog/load/catalog.ts";
import { loadMapping } from "../../../src/catalog/load/mapping.ts";

const product = `product: shop
title: Shop
interface: rest
basePath: /api
authentication: { by: token, header: Authorization }
limits: { requestsPerSecond: 5, concurrency: 2 }
replies:
  - { status: 2xx, means: accepted }
checks: [site]
lockout: [{ what: logins, at: "^(?=a)b" }]
reports: { state: { path: "/sites/{serial}", models: "(?!x)y" } }
modelsWithoutReports: "(a)\\\\1"
settings: { zone: { is: { type: string, pattern: "(?<=a)b" }, replaces: product.basePath } }
`;
const site = (field: string) => `kind: site
title: site
section: sites
form: collection
list: /sites
create: POST /sites
keySchema: { type: string, pattern: "a{1,2000}" }
fields:
  pattern: { type: string }
  name: ${field}
source: by heart
verified: assumed
`;

function told(text: string, own = true) {
  const files = { product, site: text };
  const texts = Object.entries(files).map(([name, each]) => ({
    path: `catalogs/shop/${name}.yaml`,
    text: each,
  }));
  return loadCatalog(texts, own ? { folder: "catalogs/shop" } : undefined).problems.flatMap(
    ({ at, code, severity, message }) =>
      ["slow-pattern", "too-large"].includes(code)
        ? [`${at?.file}:${at?.line} ${severity} ${code}: ${message}`]
        : [],
  );
}

const slow = (where: string, lacks: string) =>
  `catalogs/shop/${where} warning slow-pattern: this pattern has ${lacks}: some texts can make it slow, and the next version of trueup will refuse it`;
const ofProduct = [
  slow("product.yaml:10", "look-around"),
  slow("product.yaml:11", "look-around"),
  slow("product.yaml:12", "back-references"),
  slow("product.yaml:13", "look-around"),
  slow("site.yaml:7", "repeats of more than 1000"),
];

test("each is told in a catalog of one's own, wherever it stands; a value that looks like one is not", () => {
  const field =
    '{ type: object, properties: { a: { type: string, pattern: "(?!b)c" } }, default: { pattern: "(?=d)" } }';
  expect(told(site(field))).toEqual([...ofProduct, slow("site.yaml:10", "look-around")]);
  expect(told(site('{ type: array, items: { type: string, pattern: "^(a+)+$" } }'))).toEqual(ofProduct);
});

test("those that come with this program are tried by its tests instead", () => {
  expect(told(site('{ type: string, pattern: "(?!b)c" }'), false)).toEqual([]);
});

test("all of one catalog together have a bound", () => {
  const fields = Array.from(
    { length: 41 },
    (_, at) => `f${at}: { type: string, pattern: "^.{${at},990}.{1,990}.{2,990}.{3,990}.{4,990}$" }`,
  );
  const found = told(site(`{ type: object, properties: { ${fields.join(", ")} } }`));
  expect(found.slice(ofProduct.length)).toEqual([
    expect.stringContaining(
      "error too-large: this pattern and those before it have over 200000 parts in total, with repeats expanded",
    ),
  ]);
});

test("the same goes for mappings", () => {
  const files = {
    "m/mapping.yaml": "mapping: own\ntitle: Own\nmodule: Box\ncontainer: top\n",
    "m/deviceRule.yaml": `kind: deviceRule
title: rule
section: rules
words: { name: { type: string, pattern: "(?!all)[a-z]+" } }
places: [{ key: "{name}", path: "/Box:top/rule[name={name}]" }]
fields: { note: { type: string, pattern: "(a)\\\\1" } }
`,
  };
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
  const said = (own: boolean) =>
    loadMapping(texts, { own }).problems.map(({ at, code, severity }) => `${at?.line} ${severity} ${code}`);
  expect(said(true)).toEqual(["4 warning slow-pattern", "6 warning slow-pattern"]);
  expect(loadMapping(texts, { own: true }).mapping).toBeDefined();
  expect(said(false)).toEqual([]);
});
