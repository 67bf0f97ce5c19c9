/** Round trips of every kind in Meraki's catalog. The server is built from the vendor's whole description. */

import { describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { compileCatalog, type RestKind } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { begun } from "../../../src/simulator/openapi/begin.ts";
import { isLong, longForms, times } from "../../long-forms.ts";
import { merakiDocument, merakiState } from "../../servers/description/meraki-document.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { kindsThatGoRound } from "./not-round.ts";
import { plantedErrors, plantsEnough, withError } from "./planted-errors.ts";
import { roundTrip } from "./round-trip.ts";
import { servedProduct } from "./served-product.ts";

const document = merakiDocument();
const catalog = catalogsIn().read("meraki");
const kinds = [...compileCatalog(catalog).byName.values()];

const given = {
  ids: {
    organization: "1",
    network: "1/N_1",
    dashboardDevice: "1/Q2AA-AAAA-0001",
    configTemplateSwitchProfile: "1/T_1/1",
  },
  fields: { dashboardDevice: { serial: "Q2AA-AAAA-0001" } },
  keys: { switchPort: "3", configTemplateSwitchProfilePort: "3" },
};

/**
 * The names of all kinds that have a round trip. The round trips of kinds that are newer than the description are in
 * `newer.test.ts`.
 */
const goRound = new Set(kindsThatGoRound("meraki"));
const settled = kinds.filter(({ file }) => goRound.has(file.kind) && file.since === undefined);

/**
 * Takes a kind of a catalog through its life cycle on a server that is built from the whole description; returns the
 * faults.
 */
async function lifeOf(of: RestKind, changed: Catalog = catalog): Promise<readonly string[]> {
  const state = begun({ description: document, file: merakiState });
  if ("problems" in state) throw new Error(state.problems.join("\n"));
  const product = servedProduct(changed, state);
  const own = product.dialect.byName.get(of.file.kind) ?? of;
  return (await roundTrip(product, own, given)).faults;
}

describe("a kind of Meraki's catalog goes round", () => {
  const names = settled.map(({ file }) => file.kind);
  const wanted = isLong ? names.length : times("catalogKinds");
  const chosen = new Set(chosenKinds("meraki", names, { wanted }));
  const some = settled.filter(({ file }) => chosen.has(file.kind));
  test.for(some.map((of) => [of.file.kind, of] as const))("%s", async ([, of]) => {
    expect(await lifeOf(of)).toEqual([]);
  });
});

test("the long form takes every one of them", () => {
  expect(settled.length).toBeGreaterThanOrEqual(longForms.catalogKinds.long);
});

plantsEnough(plantedErrors);
test.for(plantedErrors)("is noticed: $name", async (error) => {
  const of = kinds.find(({ file }) => file.kind === error.kind);
  if (of === undefined) throw new Error(`there is no kind ${error.kind}`);
  expect(await lifeOf(of)).toEqual([]);
  expect(await lifeOf(of, withError(catalog, error))).not.toEqual([]);
});
