/** Catalogs: each mistake in a file of a product is reported at its place, with the text to write instead. */

import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { catalogSchema } from "../../../scripts/catalog/editor-schemas.ts";
import { loadCatalog } from "../../../src/catalog/load/catalog.ts";

const product = `product: shop
title: Shop
interface: dashboard
basePath: /api
authentication: { by: token, header: Authorization }
limits: { requestsPerSecond: 5, concurrency: 2 }
replies:
  - { status: 2xx, means: accepted }
checks: [site]
settings:
  paths: { description: Paths. }
  paths.sites: { is: path, like: /sites, replaces: site.list.path }
  paths.site: { is: path, like: '/sites/{siteId}', words: { siteId: id }, replaces: site.update.path }
  doorField: { is: name, replaces: site.fields.door.wire }
  shared: { is: { enum: [all, site] }, values: { all: null }, replaces: product.limits.sharedBy }
`;

const site = `kind: site
title: site
section: sites
form: collection
list: /sites
create: POST /sites
update: PUT /sites/{id}
fields:
  name: { type: string }
  door: { type: object, properties: { guard: { type: string, refersTo: guard } } }
required: [name]
source: by heart
verified: assumed
`;

const guard = `kind: guard
title: guard
section: staff.guards
alsoSections: [guards]
in: site
form: collection
list: { path: '/sites/{site}/guards' }
update: { method: PUT, path: '/sites/{site}/guards/{id}' }
fields:
  name: { type: string }
source: by heart
verified: assumed
`;

type Files = Readonly<Record<string, string>>;
const whole: Files = { product, site, guard };

function told(files: Files): readonly string[] {
  const texts = Object.entries(files).map(([name, text]) => ({ path: `catalogs/shop/${name}.yaml`, text }));
  return loadCatalog(texts).problems.map(
    ({ at, code, message, hint = "" }) => `${at?.file}:${at?.line}:${at?.column} ${code}: ${message} ${hint}`,
  );
}

/** Returns the whole catalog with one text of one file replaced. */
function edited(file: string, from: string, to: string): Files {
  const text = whole[file] ?? "";
  expect(text).toContain(from);
  return { ...whole, [file]: text.replace(from, to) };
}

describe("what makes room for a kind", () => {
  const door = "kind: door\ntitle: door\nsection: doors\nform: singleton\nin: site\n";
  const rest =
    "update: PUT /doors\nitem: /doors\nfields: { on: { type: boolean } }\nsource: by heart\nverified: assumed\n";
  const list = (unless: string, cannot = ", cannot: it has no doors", after = "after: [door]\n") => ({
    ...edited(
      "guard",
      "list: { path: '/sites/{site}/guards' }\n",
      `list: { path: '/sites/{site}/guards', none: [{ status: 400, text: no doors${cannot}, unless: ${unless} }] }\n${after}`,
    ),
    door: `${door}${rest}`,
  });

  test("stands beside it, has the field, and is written before", () => {
    expect(told(list("{ kind: door, field: on, is: [true] }"))).toEqual([]);
  });

  test.each([
    [list("{ kind: dor, field: on, is: [true] }"), "there is no kind `dor` here Did you mean `door`?"],
    [list("{ kind: site, field: name, is: [A] }"), "`site` has another parent than `guard`"],
    [list("{ kind: door, field: onn, is: [true] }"), "`door` has no field `onn` Did you mean `on`?"],
    [list("{ kind: door, field: on, is: [true] }", ""), "`unless` needs `cannot`"],
    [
      list("{ kind: door, field: on, is: [true] }", undefined, ""),
      "`guard` is not written after `door`, which `unless` requires Write `after: [door]`.",
    ],
  ])("else it is a fault", (files, fault) => {
    expect(told(files)).toEqual([expect.stringContaining(`invalid-value: ${fault}`)]);
  });
});

describe("a catalog", () => {
  test("is its product and its kinds", () => {
    expect(told(whole)).toEqual([]);
    const texts = Object.entries(whole).map(([name, text]) => ({ path: `x/${name}.yaml`, text }));
    const { catalog } = loadCatalog(texts);
    expect(catalog?.product.title).toBe("Shop");
    expect(catalog?.kinds.map(({ kind }) => kind)).toEqual(["site", "guard"]);
  });

  test.each([
    ["site", "form: collection", "form: colection", "site.yaml:4:7 invalid-value: `form` must be"],
    [
      "site",
      "title: site",
      "tilte: site",
      "site.yaml:2:1 unknown-field: this kind has no field `tilte` Did you mean `title`?",
    ],
    ["site", "create: POST /sites", "create: PSOT /sites", "site.yaml:6:9 invalid-value: `create`"],
    [
      "site",
      "kind: site",
      "kind: sites",
      "site.yaml:1:7 invalid-value: the file of kind `sites` has the name site.yaml",
    ],
    [
      "site",
      "[name]",
      "[nam]",
      "site.yaml:11:12 unknown-name: there is no field `nam` here Did you mean `name`?",
    ],
    [
      "site",
      "refersTo: guard",
      "refersTo: gaurd",
      "site.yaml:10:72 unknown-name: there is no kind `gaurd` here Did you mean `guard`?",
    ],
    ["site", "{id}", "{site.id}", "site.yaml:7:9 unknown-name: there is no word `site.id` here"],
    ["guard", "in: site", "in: sight", "guard.yaml:5:5 unknown-name: there is no kind `sight` here"],
    [
      "guard",
      "in: site",
      "in: guard",
      "guard.yaml:5:5 invalid-value: `guard` is its own ancestor: guard in guard",
    ],
    [
      "guard",
      "section: staff.guards",
      "section: door.guards",
      "guard.yaml:3:10 invalid-value: `door.guards` conflicts with the field `door` of kind `site`",
    ],
    [
      "guard",
      "[guards]",
      "[staff]",
      "guard.yaml:4:16 invalid-value: `staff` conflicts with the section `staff.guards` of kind `guard`",
    ],
    [
      "product",
      "checks: [site]",
      "checks: [sites]",
      "product.yaml:9:10 unknown-name: there is no kind `sites` here Did you mean `site`?",
    ],
    [
      "product",
      "checks: [site]",
      "checks: [site]\nsettingsOf: shops",
      "product.yaml:10:13 unknown-name: there is no product `shops` here",
    ],
    [
      "product",
      "checks: [site]",
      "checks: [site]\nlockout: [{ what: logins, at: '^admins/(' }]",
      "product.yaml:10:31 invalid-value: `lockout.0.at` must be a regular expression",
    ],
    [
      "product",
      "checks: [site]",
      "checks: [site]\nreports: { door: { path: '/doors/{id}', kind: dor } }",
      "product.yaml:10:47 unknown-name: there is no kind `dor` here",
    ],
    [
      "product",
      "checks: [site]",
      "checks: [site]\nhealth: { sites: { kind: sight, score: s }, devices: { kind: site, name: n, address: a, status: s } }",
      "product.yaml:10:26 unknown-name: there is no kind `sight` here",
    ],
    [
      "guard",
      "in: site",
      "in: site\nafter: [guard]",
      "guard.yaml:6:9 invalid-value: `guard` cannot come after `guard`, because `guard` comes after `guard`",
    ],
    [
      "site",
      "kind: site\n",
      "kind: site\nafter: [guard]\n",
      "site.yaml:2:9 invalid-value: `site` cannot come after `guard`, because `guard` has another parent",
    ],
    [
      "product",
      "site.list.path",
      "site.item.path",
      "product.yaml:12:3 unknown-name: the catalog has no place `site.item.path`",
    ],
    [
      "product",
      "fields.door.wire",
      "fields.gate.wire",
      "product.yaml:14:3 unknown-name: the catalog has no place `site.fields.gate.wire`",
    ],
    [
      "product",
      "fields.door.wire",
      "fields.door.wired",
      "product.yaml:14:3 unknown-name: this setting makes the catalog invalid: ",
    ],
    [
      "product",
      "paths: { description: Paths. }",
      "path: { description: Paths. }",
      "product.yaml:12:3 unknown-name: `paths.sites` needs its group",
    ],
    [
      "guard",
      "guards' }",
      "guards', brief: true }",
      "guard.yaml:7:46 missing-field: a list with `brief: true` needs an `item` read",
    ],
    [
      "guard",
      "in: site",
      "in: site\nwhole: { path: /guards, parent: siteId }",
      "guard.yaml:6:8 invalid-value: `whole` cannot be used here: the path of `whole` contains no parent",
    ],
    [
      "guard",
      "in: site",
      "in: site\nwhole: { path: '/towns/{town}/guards', parent: siteId, shows: [names] }",
      "guard.yaml:6:64 unknown-name: there is no field `names` here",
    ],
    [
      "guard",
      "in: site",
      "in: site\nwhole: { path: '/sites/{site}/guards', parent: siteId }",
      "guard.yaml:6:16 unknown-name: there is no word `site` here",
    ],
    [
      "guard",
      "form: collection\nlist: { path: '/sites/{site}/guards' }",
      "form: singleton\nid: own\nitem: { path: '/sites/{site}/guards' }",
      "guard.yaml:7:5 missing-field: a new site comes with a `guard`, whose id must be read before `guard` is written Write `makes: [guard]`",
    ],
    [
      "site",
      "refersTo: guard } } }",
      "refersTo: guard } } }\n  doors: { type: array, refersTo: [site, guard], items: { type: string } }",
      "site.yaml:11:10 invalid-value: `doors` may refer to only one kind",
    ],
    [
      "site",
      "form: collection",
      "form: collection\nbelow: town",
      "site.yaml:5:8 invalid-value: `below` cannot be used here: there is no field `town` of type string that refers to one kind",
    ],
    [
      "site",
      "form: collection\n",
      "form: collection\nbelow: name\n",
      "site.yaml:5:8 invalid-value: `below` cannot be used here: there is no field `name` of type string that refers",
    ],
    ...(
      [
        ["id: siteId\nkey: number", "site", "`form` must be collection, and `key` must be free"],
        ["id: siteId\nidentity: [name, up]", "site", "the `identity` must be one field"],
        ["identity: name", "site", "without `id`, resources with the same name cannot be distinguished"],
        ["id: siteId", "guard", "the list of this kind would depend on itself, through the parent"],
      ] satisfies readonly (readonly [string, string, string])[]
    ).map(([words, kind, why]): [string, string, string, string] => [
      "site",
      "form: collection\nlist: /sites\ncreate: POST /sites\nupdate: PUT /sites/{id}\nfields:\n",
      `form: collection\nlist: /sites\ncreate: POST /sites\nbelow: up\n${words}\nfields:\n  up: { type: string, refersTo: ${kind} }\n`,
      `site.yaml:7:8 invalid-value: \`below\` cannot be used here: ${why}`,
    ]),
    [
      "guard",
      "list: { path: '/sites/{site}/guards' }\nupdate: { method: PUT, path: '/sites/{site}/guards/{id}' }\nfields:\n",
      "item: { path: '/sites/{site}/guards/{id}' }\nid: guardId\nbelow: chief\nfields:\n  chief: { type: string, refersTo: guard }\n",
      "guard.yaml:9:8 invalid-value: `below` cannot be used here: the kind needs a `list` that shows all its resources with all fields",
    ],
    ["product", "title: Shop", "title: [Shop", "product.yaml:2:8 yaml-syntax: the indentation ends"],
  ])("says what is wrong in %s.yaml where `%s` is `%s`", (file, from, to, problem) => {
    const said = told(edited(file, from, to));
    expect(
      said.some((each) => each.startsWith(`catalogs/shop/${problem}`)),
      said.join("\n"),
    ).toBe(true);
  });

  test("that lacks its product is none", () => {
    const { product: _, ...kinds } = whole;
    expect(
      loadCatalog(Object.entries(kinds).map(([path, text]) => ({ path, text }))).catalog,
    ).toBeUndefined();
  });
});

describe("editors", () => {
  const takes = new Ajv({ strict: false, logger: false }).compile(catalogSchema());

  test.each(Object.entries(whole))("take %s.yaml, and no word that it cannot have", (_, text) => {
    expect(takes(parse(text))).toBe(true);
    expect(takes(parse(`${text}tilte: x\n`))).toBe(false);
  });
});

test("a product has the settings of another one, with what it says of them itself laid over, and its own behind", () => {
  const paths = "{ is: path, like: /sites, replaces: site.list.path }";
  const own = `${product.slice(0, product.indexOf("settings:"))}settingsOf: mall\nsettings:
  doorField: { description: Of doors. }
  roomPath: ${paths}\n`;
  const mall = product.replace("product: shop", "product: mall");
  const files = { "shop/product": own, "shop/site": site, "shop/guard": guard, "mall/product": mall };
  const texts = Object.entries(files).map(([name, text]) => ({ path: `catalogs/${name}.yaml`, text }));
  const { catalog, problems } = loadCatalog(texts);
  expect(problems).toEqual([]);
  expect(catalog?.product.product).toBe("shop");
  const { settings = {} } = catalog?.product ?? {};
  expect(Object.keys(settings)).toEqual([
    ...["paths", "paths.sites", "paths.site", "doorField", "shared", "roomPath"],
  ]);
  expect(settings.doorField).toEqual({
    ...{ is: "name", replaces: "site.fields.door.wire", description: "Of doors." },
  });
  const wrong = texts.map((each) => ({
    ...each,
    text: each.text.replace("fields.door.wire", "fields.gate.wire"),
  }));
  expect(loadCatalog(wrong).problems.map(({ message }) => message)).toEqual([
    "the catalog has no place `site.fields.gate.wire`",
  ]);
});
