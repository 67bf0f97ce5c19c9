/** Round trips of kinds in Intersight's catalog against the simulator's mode `intersight`. */

import type { Catalog } from "../../../../src/catalog/schema/kind.ts";
import { catalogsIn } from "../../../../src/project/catalogs.ts";
import { kindsThatGoRound } from "../not-round.ts";
import { type RoundTrip, roundTrip } from "../round-trip.ts";
import { organizationId, servedIntersight } from "../served-intersight.ts";
import type { Lives } from "./lives.ts";

const catalog = catalogsIn().read("intersight");
const names = kindsThatGoRound("intersight");
const given = { ids: { organization: organizationId }, fields: {}, keys: {} };

async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  const product = servedIntersight(changed);
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, given);
}

/** Kinds in Intersight's catalog against the simulator's mode `intersight`. */
export const intersightLives: Lives = { product: "intersight", catalog, names, lifeOf };
