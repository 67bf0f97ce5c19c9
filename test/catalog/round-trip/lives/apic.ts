/** Round trips of kinds in the APIC's catalog against the simulator's mode `apic`. */

import type { Catalog } from "../../../../src/catalog/schema/kind.ts";
import { catalogsIn } from "../../../../src/project/catalogs.ts";
import { kindsThatGoRound } from "../not-round.ts";
import { roundTrip } from "../round-trip.ts";
import { servedFabric } from "../served-fabric.ts";
import type { Lives } from "./lives.ts";

const catalog = catalogsIn().read("apic");
const names = kindsThatGoRound("apic");
const given = { ids: {}, fields: {}, keys: {} };

async function lifeOf(kind: string, changed: Catalog = catalog) {
  const product = servedFabric(changed);
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, given);
}

/** Kinds in the APIC's catalog against the simulator's mode `apic`. */
export const apicLives: Lives = { product: "apic", catalog, names, lifeOf };
