/**
 * The answer to a write should contain the stored object in a certain member. Tests answers in which this member is not
 * reliable.
 */

import { expect, test } from "vitest";
import { loadCatalog } from "../../../src/catalog/load/catalog.ts";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { storedIn } from "../../../src/drivers/rest/write-response.ts";
import type { Json } from "../../../src/model/json.ts";
import { writeOf } from "../../drivers/opened.ts";
import { catalogFiles } from "./ipam.ts";

const always = "always: [vid, name] }";

/**
 * Returns the stored object from the answer to an update of a VLAN. The catalog says that this member contains the
 * object.
 */
function storedBy(answer: string, body: Json) {
  const files = Object.entries(catalogFiles()).map(([path, text]) => ({
    path,
    text: text.replace(always, `always: [vid, name], answer: ${answer} }`),
  }));
  const { catalog, problems } = loadCatalog(files, { folder: "catalogs/our-ipam" });
  if (!catalog) throw new Error(problems[0]?.message);
  const write = writeOf({
    operation: "update",
    kind: "vlan",
    identity: "Office",
    live: { value: {}, id: "7" },
  });
  return storedIn({ dialect: compileCatalog(catalog), shown: undefined }, write, body);
}

const record = { id: 7, vid: 20, name: "Office" };

test("an object that may stand in a field or by itself is found in both", () => {
  const answer = "{ at: vlan, optional: true }";
  expect(storedBy(answer, { vlan: record })).toMatchObject({ id: "7", value: { vid: 20, name: "Office" } });
  expect(storedBy(answer, record)).toMatchObject({ id: "7", value: { vid: 20, name: "Office" } });
  expect(storedBy("{ at: vlan }", record)).toBeUndefined();
});

test("an answer about something else verifies nothing", () => {
  expect(storedBy("{ at: vlan, optional: true }", { ...record, id: 8 })).toBeUndefined();
});
