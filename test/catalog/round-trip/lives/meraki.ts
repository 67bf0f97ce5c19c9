/** Round trips of kinds in Meraki's catalog against a server of the maker's whole description. */

import type { Catalog } from "../../../../src/catalog/schema/kind.ts";
import { compileCatalog } from "../../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { catalogsIn } from "../../../../src/project/catalogs.ts";
import { begun } from "../../../../src/simulator/openapi/begin.ts";
import { merakiDocument, merakiState } from "../../../servers/description/meraki-document.ts";
import { kindsThatGoRound } from "../not-round.ts";
import { type RoundTrip, roundTrip } from "../round-trip.ts";
import { servedProduct } from "../served-product.ts";
import type { Lives } from "./lives.ts";

const document = merakiDocument();
const catalog = catalogsIn().read("meraki");

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
 * The names of all kinds that have a round trip. `newer.test.ts` makes the round trips of kinds that are newer than the
 * description.
 */
const goRound = new Set(kindsThatGoRound("meraki"));
const names = [...compileCatalog(catalog).byName.values()]
  .filter(({ file }) => goRound.has(file.kind) && file.since === undefined)
  .map(({ file }) => file.kind);

async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  const state = begun({ description: document, file: merakiState });
  if ("problems" in state) throw new Error(state.problems.join("\n"));
  const product = servedProduct(changed, state);
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, given);
}

/** Kinds in Meraki's catalog against a server of the maker's whole description. */
export const merakiLives: Lives = { product: "meraki", catalog, names, lifeOf };
