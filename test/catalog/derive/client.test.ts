/** What is derived if only another client's code gives facts about a product. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { deriveFolder } from "../../../scripts/catalog/folder.ts";
import { renewFacts } from "../../../scripts/catalog/renewed.ts";

const folder = mkdtempSync(join(tmpdir(), "client-"));
const catalog = join(folder, "shop");

const shop = {
  product: "shop",
  asOf: "2026-07-01",
  resources: {
    branch: {
      path: "/api/branches",
      idFromQueryPath: "response.0",
      fields: [
        { name: "title", type: "String", required: true, id: true },
        { name: "street", in: "place", type: "String", required: true },
        { name: "opened", type: "String", immutable: true },
        { name: "counted", type: "Int64", computed: true },
      ],
    },
    till: {
      path: "/api/branches/%v/tills",
      idInPutBody: "items.0.number",
      idFromQueryPath: "response.tills",
      idFromQueryAttribute: "number",
      putWithoutId: true,
      oneAtATime: true,
      fields: [
        { inPath: true, type: "String" },
        { name: "label", in: ["items", "0"], type: "String", id: true },
        { name: "password", in: ["items", "0"], type: "String", writeOnly: true },
        { name: "kind", in: ["items", "0"], type: "String", value: "TILL" },
        { name: "branchId", in: ["items", "0"], type: "String" },
        { name: "coins", in: ["items", "0"], type: "Set", elementType: "String" },
        { name: "greeting", in: ["items", "0"], type: "List", elementType: "String" },
      ],
    },
    opening_hours: {
      path: "/api/branches/%v/hours",
      ...{ createdByPut: true, readWithoutId: true, putWithoutId: true, removedByPut: true },
      deleteBody: '{"from":0}',
      fields: [{ name: "from", type: "Int64", minimum: 0, maximum: 24, readIn: "response.from" }],
    },
    tills: { path: "/api/branches/%v/tills", bulk: true, fields: [] },
    close_branch: { path: "/api/close", noRead: true, fields: [] },
    elsewhere: { path: "/other/things", fields: [{ name: "name", type: "String" }] },
  },
};

const overlay = {
  client: { basePath: "/api", create: { answer: { optional: true } }, groups: { "/hours": "times" } },
  kinds: { openingHours: { lockout: ["from"] } },
};

const kind = (name: string) => parse(readFileSync(join(catalog, `${name}.yaml`), "utf8"));
let told = "";

beforeAll(() => {
  mkdirSync(join(catalog, "overlay"), { recursive: true });
  writeFileSync(join(catalog, "overlay", "kinds.yaml"), stringify(overlay));
  renewFacts({ folder: catalog, name: "client", file: shop, source: "a shop, made up" });
  told = deriveFolder(catalog, { write: true }).text;
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a catalog derived from what another client knows alone", () => {
  test("has a collection by the fields that the client finds it by", () => {
    expect(kind("branch")).toMatchObject({
      ...{ title: "branch", section: "branches", form: "collection", key: "free", identity: "title" },
      list: { path: "/branches", items: "response" },
      create: { method: "POST", path: "/branches", answer: { optional: true } },
      update: { method: "PUT", path: "/branches/{id}", send: "known" },
      remove: "DELETE /branches/{id}",
      fields: {
        place: { type: "object", properties: { street: { type: "string" } }, required: ["street"] },
        opened: { type: "string", access: "createOnly" },
      },
      ...{ required: ["title", "place"], source: "client 2026-07", verified: "client" },
    });
    expect(kind("branch").fields).not.toHaveProperty("counted");
  });

  test("has what is in something below it, in the envelope of its bodies, with the id where an update has it", () => {
    expect(kind("till")).toMatchObject({
      ...{ in: "branch", id: "number", oneAtATime: "kind" },
      list: { path: "/branches/{branch}/tills", items: "response.tills" },
      create: { path: "/branches/{branch}/tills", wrap: "items.0", with: { kind: "TILL" } },
      update: { path: "/branches/{branch}/tills", wrap: "items.0", with: { kind: "TILL", number: "{id}" } },
      fields: {
        password: { access: "writeOnly", secret: "hidden" },
        branchId: { refersTo: "branch", also: "branch" },
        coins: { type: "array", set: true },
      },
    });
    expect(kind("till").fields.greeting).toEqual({ type: "array", items: { type: "string" } });
  });

  test("has what is always there as a singleton, set back by what the client writes", () => {
    expect(kind("openingHours")).toMatchObject({
      ...{ in: "branch", section: "times.openingHours", form: "singleton", reset: { from: 0 } },
      item: { path: "/branches/{branch}/hours", items: "response" },
      update: { method: "PUT", path: "/branches/{branch}/hours" },
      fields: { from: { type: "integer", minimum: 0, maximum: 24 } },
      lockout: ["from"],
    });
  });

  test("names what is no kind, with the reason", () => {
    expect(told).toContain("3 kinds, 3 with read and update");
    expect(told).toContain("tills: writes many at once of what is a kind of its own");
    expect(told).toContain("close_branch: is an action, or never shown");
    expect(told).toContain("elsewhere: is not below /api");
  });

  test("says what would change where a file is another one", () => {
    expect(deriveFolder(catalog, { write: false }).deviations).toEqual([]);
    writeFileSync(join(catalog, "till.yaml"), "kind: till\n");
    const { text, deviations } = deriveFolder(catalog, { write: false });
    expect(deviations).toMatchObject([{ name: "till.yaml", is: "kind: till\n" }]);
    expect(text).toContain("Would change (1):\n  till.yaml");
    deriveFolder(catalog, { write: true });
    expect(kind("till")).toMatchObject({ title: "till" });
  });
});
