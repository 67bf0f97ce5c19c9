/** What an update sends for a live field that is no longer declared: null, if the product accepts null. */

import { expect, test } from "vitest";
import { kindFile } from "../../../src/catalog/schema/kind.ts";
import { productFile } from "../../../src/catalog/schema/product.ts";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { writeRequest } from "../../../src/drivers/rest/requests.ts";
import { Secret } from "../../../src/model/secret.ts";
import { writeOf } from "../opened.ts";

const product = productFile.parse({
  ...{ product: "depot", title: "Depot", interface: "servers", basePath: "", checks: ["shelf"] },
  ...{ authentication: { by: "basic" }, limits: { requestsPerSecond: 50, concurrency: 4 } },
  replies: [{ status: "2xx", means: "accepted" }],
});

/** Returns the body of an update that removes a note and changes a name. */
function body(note: object): unknown {
  const shelf = kindFile.parse({
    ...{ kind: "shelf", title: "shelf", section: "shelves", form: "collection", id: "id" },
    ...{ list: "/shelves", update: { method: "PATCH", path: "/shelves/{id}", send: "changed" } },
    fields: { name: { type: "string" }, note: { type: "string", ...note } },
    ...{ source: "made up", verified: "assumed" },
  });
  const dialect = compileCatalog({ product, kinds: [shelf] });
  const differences = ["/name", "/note"].map((path) => ({ path, cause: "pending" as const }));
  const live = { id: "7", value: { name: "A", note: "left" } };
  const write = writeOf({
    operation: "update",
    kind: "shelf",
    identity: "A",
    desired: { name: "B" },
    differences,
    live,
  });
  return writeRequest({ url: "https://h", dialect, open: () => new Secret("") }, write).body;
}

test("a field that goes is sent as null", () => {
  expect(body({})).toEqual({ name: "B", note: null });
});

test("where the product takes no null it is left out, and the read afterwards shows that it stayed", () => {
  expect(body({ sendsNull: false })).toEqual({ name: "B" });
});
