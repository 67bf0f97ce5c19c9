/** The facts that catalogs are derived from: how they are stored, and that the derived files match them. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { faultsOfCatalogs, foldersWithFacts } from "../../../scripts/catalog/check.ts";
import { factNames, factsFolder, factsIn, sourcesIn } from "../../../scripts/catalog/facts-folder.ts";
import { deriveFolder } from "../../../scripts/catalog/folder.ts";
import { renewFacts } from "../../../scripts/catalog/renewed.ts";
import { isArray, isObject, type Json } from "../../../src/model/json.ts";
import { catalogTexts, productFolders } from "../../../src/runtime/files/catalog-files.ts";

const project = join(import.meta.dirname, "../../..");
const inProject = ["catalogs", "mappings"].flatMap((parent) => foldersWithFacts(join(project, parent)));

/** Returns every text in a value, including the names of members. */
function texts(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (isArray(value)) return value.flatMap(texts);
  return isObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(texts)] : [];
}

describe("the facts of this project", () => {
  test("are there for every catalog that says it is derived, and give it file by file", () => {
    expect(inProject.length).toBeGreaterThanOrEqual(5);
    expect(faultsOfCatalogs(project)).toEqual([]);
  });

  test("take five megabytes at most", () => {
    const sizes = inProject.flatMap((folder) =>
      readdirSync(factsFolder(folder)).map((name) => statSync(join(factsFolder(folder), name)).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000);
  });

  test("have no sentence: the longest text is a name of a value", () => {
    const all = inProject.flatMap((folder) =>
      factNames.flatMap((name) => texts(factsIn(folder, name) ?? null)),
    );
    expect(all.length).toBeGreaterThan(50_000);
    expect(all.filter((text) => text.split(/\s+/).length > 7 || text.length > 200)).toEqual([]);
  });

  test("are no part of the package, and no kinds of a catalog", () => {
    const { files } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
    expect(files.filter((each: string) => /^(?:catalogs|mappings|\.)/.test(each))).toEqual([]);
    const folder = { path: join(project, "catalogs"), compiled: false };
    expect(productFolders(folder)).not.toContain("facts");
    const read = catalogTexts(folder, "meraki").map(({ path }) => path);
    expect(read.filter((path) => path.includes("facts") || path.includes("sources"))).toEqual([]);
  });
});

const title = (maxLength: number, more: Record<string, object> = {}): Json => ({
  openapi: "3.0.3",
  info: { title: "Shop", version: "1.0" },
  paths: {
    "/settings": {
      get: {},
      put: {
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  title: { type: "string", maxLength },
                  ...more,
                },
              },
            },
          },
        },
      },
    },
    "/hours": {
      get: {},
      put: {
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  from: { type: "integer" },
                },
              },
            },
          },
        },
      },
    },
  },
});
const many = Object.fromEntries(
  Array.from({ length: 1000 }, (_, at) => [`field${at}`, { type: "string", maxLength: at + 1 }]),
);

let root = "";
let shop = "";
const renew = (file: Json, date = "2026-07-01") =>
  renewFacts({ folder: shop, name: "description", file, source: "a shop, made up", date });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "facts-"));
  shop = join(root, "catalogs/shop");
  renew(title(40));
  deriveFolder(shop, { write: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const inFacts = () => readdirSync(factsFolder(shop)).sort();
const bytes = (name: string) => readFileSync(join(factsFolder(shop), name), "hex");

describe("facts in their folder", () => {
  test("are text where they are small, and compressed where they are large", () => {
    expect(inFacts()).toEqual(["description.json", "sources.yaml"]);
    renew(title(40, many));
    expect(inFacts()).toEqual(["description.json.br", "sources.yaml"]);
    expect(JSON.stringify(factsIn(shop, "description"))).toContain("field999");
    renew(title(40));
    expect(inFacts()).toEqual(["description.json", "sources.yaml"]);
  });

  test("are the same bytes for the same description", () => {
    renew(title(40, many));
    const first = [bytes("description.json.br"), bytes("sources.yaml")];
    expect(renew(title(40, many))).toContain("Nothing has changed.");
    expect([bytes("description.json.br"), bytes("sources.yaml")]).toEqual(first);
    rmSync(factsFolder(shop), { recursive: true });
    renew(title(40, many));
    expect([bytes("description.json.br"), bytes("sources.yaml")]).toEqual(first);
  });

  test("have their source, version and day, and keep the source until another is named", () => {
    renewFacts({ folder: shop, name: "description", file: title(41), date: "2026-08-01" });
    const of = { source: "a shop, made up", version: "1.0", date: "2026-08-01" };
    expect(sourcesIn(shop)).toEqual({ description: of });
  });

  test("are not written without a source, a day, or a description", () => {
    const folder = join(root, "catalogs/other");
    const of = { folder, name: "description", file: title(1) } as const;
    expect(() => renewFacts({ ...of, date: "2026-08-01" })).toThrow("--source TEXT is needed");
    expect(() => renewFacts({ ...of, source: "x" })).toThrow("--date DATE is needed");
    expect(() => renewFacts({ ...of, source: "x", date: "July" })).toThrow(/date/i);
    expect(() => renewFacts({ ...of, source: "x", date: "2026-08-01", file: { openapi: "2.0" } })).toThrow(
      "not an OpenAPI description",
    );
    expect(existsSync(folder)).toBe(false);
  });

  test("say so when they are damaged", () => {
    renew(title(40, many));
    writeFileSync(join(factsFolder(shop), "description.json.br"), "no");
    expect(() => factsIn(shop, "description")).toThrow("description.json.br is damaged");
    expect(() => deriveFolder(join(root, "catalogs/none"), { write: false })).toThrow(
      "there are no facts in",
    );
  });
});

describe("catalog:derive --check", () => {
  const file = (name: string) => join(shop, name);
  const faults = () => faultsOfCatalogs(root).join("\n");

  test("is content with what was derived", () => {
    expect(faultsOfCatalogs(root)).toEqual([]);
    expect(readdirSync(shop).sort()).toEqual(["facts", "hours.yaml", "settings.yaml"]);
  });

  test("names the line of a derived file that somebody edited, and what to do instead", () => {
    const text = readFileSync(file("settings.yaml"), "utf8");
    writeFileSync(file("settings.yaml"), text.replace("maxLength: 40", "maxLength: 99"));
    const line = text.split("\n").findIndex((each) => each.includes("maxLength")) + 1;
    expect(faults()).toMatch(new RegExp(`settings\\.yaml:${line} differs from the derived file`));
    expect(faults()).toMatch(/here: +.*maxLength: 99.*\n {2}derived: .*maxLength: 40/);
    expect(faults()).toContain(`put corrections into ${join(shop, "overlay")}`);
    expect(faults()).toContain("npm run catalog:derive -- --product shop --write");
    deriveFolder(shop, { write: true });
    expect(faults()).toBe("");
  });

  test("names a line that was added at the end of a file, or taken away", () => {
    const text = readFileSync(file("settings.yaml"), "utf8");
    writeFileSync(file("settings.yaml"), `${text}removal: off\n`);
    expect(faults()).toContain("here:    removal: off");
    writeFileSync(file("settings.yaml"), text.split("\n").slice(0, -2).join("\n"));
    expect(faults()).toContain("here:    nothing more");
  });

  test("names a derived file that was deleted, and one that nothing derives; both are set right", () => {
    const text = readFileSync(file("hours.yaml"), "utf8");
    rmSync(file("hours.yaml"));
    writeFileSync(file("days.yaml"), text.replace("kind: hours", "kind: days"));
    writeFileSync(file("byHand.yaml"), "kind: byHand\n");
    expect(faults()).toContain("hours.yaml is missing: derive it again");
    expect(faults()).toContain("days.yaml is marked as derived, but no facts lead to this file");
    expect(deriveFolder(shop, { write: true }).text).toMatch(
      /In the folder, but not derived \(1\):\n {2}byHand.yaml/,
    );
    expect(faults()).toBe("");
    expect(readdirSync(shop)).not.toContain("days.yaml");
  });

  test("names derived files whose facts are not there", () => {
    rmSync(factsFolder(shop), { recursive: true });
    expect(faults()).toMatch(/hours\.yaml is marked as derived, but there are no facts/);
  });

  test("names facts that are not reduced, of another version, of no source, and files that are none", () => {
    const facts = join(factsFolder(shop), "description.json");
    const text = readFileSync(facts, "utf8");
    writeFileSync(facts, text.replace('"/hours": {', '"/hours": { "summary": "It opens.",'));
    expect(faults()).toContain("contain something that derivation does not read");
    writeFileSync(facts, text.replace('"version": "1.0"', '"version": "1.1"'));
    expect(faults()).toContain("are of 1.1, 2026-07-01, but sources.yaml names another version");
    writeFileSync(facts, text);
    writeFileSync(join(factsFolder(shop), "notes.md"), "");
    expect(faults()).toContain("notes.md is not a file of facts");
    rmSync(join(factsFolder(shop), "notes.md"));
    rmSync(join(factsFolder(shop), "sources.yaml"));
    expect(faults()).toContain("are not listed in sources.yaml");
  });

  test("says in a sentence what cannot be derived at all", () => {
    const [facts, sources] = ["description.json", "sources.yaml"].map((name) =>
      join(factsFolder(shop), name),
    );
    mkdirSync(file("overlay"));
    writeFileSync(file("overlay/kinds.yaml"), "kinds: { settings: { form: heap } }\n");
    expect(faults()).toMatch(/^\S*shop: settings: .*form/s);
    writeFileSync(facts ?? "", "{");
    expect(faults()).toMatch(/^\S*shop: \S*description\.json is damaged/);
    rmSync(facts ?? "");
    expect(faults()).toContain("are listed in sources.yaml, but the file is missing");
    writeFileSync(sources ?? "", "description: yes\n");
    expect(faults()).toMatch(/^\S*shop: \S*sources\.yaml: /);
  });

  test("names an edited layer of what a client knows", () => {
    const silo = {
      path: "/settings",
      specPath: "/settings",
      createdByPut: true,
      fields: [{ name: "title", type: "String", sensitive: true }],
    };
    const client = { product: "shop", asOf: "2026-08-01", resources: { silo } };
    renewFacts({ folder: shop, name: "client", file: client, source: "made up" });
    expect(faults()).toContain(`${join("overlay", "client.yaml")} is missing`);
    deriveFolder(shop, { write: true });
    expect(faults()).toBe("");
    expect(readFileSync(file("settings.yaml"), "utf8")).toContain("secret: shown");
    mkdirSync(file("overlay"), { recursive: true });
    writeFileSync(file("overlay/client.yaml"), "kinds: {}\n");
    expect(faults()).toMatch(/client\.yaml:1 differs from the derived file/);
  });
});
