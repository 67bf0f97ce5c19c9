import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { deriveFolder } from "../../../scripts/catalog/folder.ts";
import { renewFacts } from "../../../scripts/catalog/renewed.ts";
import type { Json } from "../../../src/model/json.ts";

const fixture = fileURLToPath(new URL("fixture", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "derive-"));
const catalog = join(folder, "made-up");
let first = "";

/** Extracts the facts of a description into a folder, and derives a catalog from them. */
const run = (file: Json, { write = false, to = catalog } = {}) => {
  renewFacts({ folder: to, name: "description", file, source: "made up", date: "2026-07-01" });
  return deriveFolder(to, { write });
};

const kind = (name: string) => parse(readFileSync(join(catalog, `${name}.yaml`), "utf8"));
const texts = () =>
  readdirSync(catalog)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(join(catalog, name), "utf8"));

const description: Json = parse(readFileSync(join(fixture, "description.yaml"), "utf8"));

beforeAll(() => {
  cpSync(join(fixture, "overlay"), join(catalog, "overlay"), { recursive: true });
  first = run(description, { write: true }).text;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a catalog derived from a description", () => {
  it("has a collection where things are made at one path and changed or removed below it", () => {
    expect(kind("segment")).toMatchObject({
      ...{ form: "collection", in: "site", section: "segments", key: "free", id: "id" },
      list: "/sites/{site}/segments",
      create: "POST /sites/{site}/segments",
      update: { method: "PUT", path: "/sites/{site}/segments/{id}", always: ["name", "mode"] },
      remove: "DELETE /sites/{site}/segments/{id}",
    });
    expect(kind("policy")).toMatchObject({ form: "collection", update: "PATCH /sites/{site}/policies/{id}" });
  });

  it("has a singleton where one path is read and written, beside what its path lies in", () => {
    expect(kind("siteSegmentsSettings")).toMatchObject({ form: "singleton", section: "segmentsSettings" });
  });

  it("has a fixed collection where things are read and written, and neither made nor removed", () => {
    expect(kind("radioPort")).toMatchObject({
      ...{ form: "fixed", key: "number", keySchema: { type: "integer" }, section: "radio.ports" },
      onlyIf: { field: "features", has: "radio" },
    });
  });

  it("joins an item with where it is made, and puts what is in a company at the top of a file", () => {
    expect(kind("site")).toMatchObject({
      ...{ in: "company", atTop: true, create: "POST /companies/{company}/sites", update: "PUT /sites/{id}" },
    });
  });

  it("follows references, merges allOf, and takes both spellings of null for one", () => {
    const { fields, required } = kind("segment");
    expect(required).toEqual(["name", "mode"]);
    expect(fields.name).toEqual({ type: "string", maxLength: 40 });
    expect(fields.note).toEqual({ type: "string", maxLength: 200, nullable: true });
    expect(fields.mode).toEqual({ type: "string", enum: ["open", "closed"], nullable: true });
  });

  it("knows what cannot be declared, what is hidden, and what only a request is known to have", () => {
    const { fields } = kind("segment");
    expect(fields.id).toBeUndefined();
    expect(fields.password).toEqual({ type: "string", secret: "hidden", access: "writeOnly" });
    expect(fields.policyId).toEqual({
      ...{ type: "string", support: "assumed", refersTo: "policy", also: "policy" },
    });
    expect(kind("siteSegmentsSettings").support).toBe("assumed");
  });

  it("ends a recursive schema, and lets the overlay have the last word", () => {
    const { hosts } = kind("segment").fields;
    expect(hosts.identity).toEqual(["address"]);
    expect(hosts.items.properties).toEqual({ address: { type: "string", format: "ipv4" }, parent: {} });
    expect(kind("segment").removal).toBe("off");
  });

  it("lists what is no kind, and what could not be known", () => {
    expect(first).toContain("/sites/{siteId}/reboot: an action");
    expect(first).toContain("/sites/{siteId}/guests/{guestId}/access: no kind has the id {guestId}");
    expect(first).toContain("segment: hosts[].parent is a recursive schema");
  });

  it("says what the description knows of a product that has no file yet", () => {
    expect(first).toContain("basePath: /api/v2");
    expect(first).toContain("authentication: { by: token, header: X-Key }");
  });

  it("stays as it is when the same description is derived again", () => {
    const before = texts();
    expect(run(description).deviations).toEqual([]);
    run(description, { write: true });
    expect(texts()).toEqual(before);
  });

  it("says what a newer description would change, until it is written", () => {
    const newer = JSON.parse(JSON.stringify(description).replace('"maxLength":40', '"maxLength":50'));
    expect(run(newer).text).toMatch(/Would change \(\d\):\n.*segment.yaml/s);
    expect(run(newer, { write: true }).text).toMatch(/Written \(\d\):\n.*segment.yaml/s);
    expect(run(newer).deviations).toEqual([]);
    expect(kind("segment").fields.name.maxLength).toBe(50);
  });

  it("is a command that ends with 1 where something would change", () => {
    const script = fileURLToPath(new URL("../../../scripts/catalog-derive.ts", import.meta.url));
    run(description, { to: join(folder, "catalogs/new") });
    const { status, stdout } = spawnSync(process.execPath, [script, "--product", "new"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).toContain("Would change");
    expect(status).toBe(1);
  });

  it("reads 3.0, where null is said by nullable", () => {
    const nullable = { type: "object", properties: { note: { type: "string", nullable: true } } };
    const content = { content: { "application/json": { schema: nullable } } };
    const item = {
      get: { responses: { 200: { description: "", ...content } } },
      put: { requestBody: content },
    };
    const old = { openapi: "3.0.3", info: { title: "old", version: "1" }, paths: { "/settings": item } };
    const to = join(folder, "old");
    run(old, { write: true, to });
    expect(parse(readFileSync(join(to, "settings.yaml"), "utf8"))).toMatchObject({
      fields: { note: { type: "string", nullable: true } },
    });
  });
});
