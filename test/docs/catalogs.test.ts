/** The page on catalogs names every key once, and its examples can be copied. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogSchema } from "../../scripts/catalog/editor-schemas.ts";
import { tablesOfPages, wordsOf } from "../../scripts/catalog/words.ts";
import { loadCatalog } from "../../src/catalog/load/catalog.ts";
import { driversWith } from "../../src/drivers/index.ts";
import { load } from "../../src/load/load.ts";
import { loadProject } from "../../src/load/project-file/project.ts";
import { isArray, isObject, type Json } from "../../src/model/json.ts";

const textOf = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const page = textOf("catalogs.md");
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);
const nameOf = (text: string) => /^# (catalogs\/\S+)/.exec(text)?.[1];
const files = blocks.flatMap((text) => {
  const path = nameOf(text);
  return path === undefined ? [] : [{ path, text }];
});

/** Returns the keys in a page's table of keys. */
function rowsOf(table: string, text = page): readonly string[] {
  const [, body = ""] = new RegExp(`<!-- words: ${table} -->([\\s\\S]*?)<!-- /words -->`).exec(text) ?? [];
  return [...body.matchAll(/^\| `([^`]+)` \| [^|]* \| .*\S.* \|$/gm)].map(([, word = ""]) => word);
}

/** The names of all members in the schema for editors, at any depth. */
function membersIn(schema: Json): readonly string[] {
  if (isArray(schema)) return schema.flatMap(membersIn);
  if (!isObject(schema)) return [];
  const { properties = {}, ...rest } = schema;
  const own = isObject(properties) ? properties : {};
  return [...Object.keys(own), ...[...Object.values(own), ...Object.values(rest)].flatMap(membersIn)];
}

const tables = Object.entries(tablesOfPages).flatMap(([name, all]) =>
  all.map((each) => [each, name] as const),
);

test.each(tables)("every word of %s stands in %s, once, and is explained", (table, name) => {
  const rows = rowsOf(table, textOf(name));
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.toSorted()).toEqual([...new Set(wordsOf(table).map(({ word }) => word))].toSorted());
});

test("no word that editors complete is missing", () => {
  const own = tablesOfPages["catalogs.md"]?.flatMap((table) => rowsOf(table)) ?? [];
  const words = new Set(own.flatMap((word) => word.split(".")));
  const members = new Set(membersIn(catalogSchema()));
  expect(members.size).toBeGreaterThan(100);
  expect([...members].filter((each) => !words.has(each))).toEqual([]);
});

test("the made-up product is a catalog without a problem, and its desired state loads", () => {
  expect(files.map(({ path }) => path.split("/")[2])).toContain("product.yaml");
  const { catalog, problems } = loadCatalog(files);
  expect(problems).toEqual([]);
  if (catalog === undefined) throw new Error("there is no catalog");
  const { product, interface: of } = catalog.product;
  const drivers = driversWith({ names: [{ product, interface: of }], read: () => catalog });
  const text = `version: 1
environment: example
targets:
  store:
    interface: servers
    dialect: ${product}
    url: https://store.example.net
    credential: { username: someone, password: { secret: env:PASSWORD } }
`;
  const { project } = loadProject({ file: { path: "trueup.yaml", text }, folder: "/example", drivers });
  if (project === undefined) throw new Error("the project has a problem");
  const [desired = ""] = blocks.filter((each) => nameOf(each) === undefined);
  const loaded = load({ project, files: [{ path: "a.yaml", text: `target: store\n${desired}` }], drivers });
  expect(loaded.problems).toEqual([]);
  expect([...loaded.desired.resources.keys()].map((address) => address.split("/")[1]).toSorted()).toEqual([
    "climate",
    "scale",
    "silo",
    "site",
  ]);
});
