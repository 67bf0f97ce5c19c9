/** Round trips of kinds in vManage's catalog against a server built from another client's facts. */

import type { Catalog } from "../../../../src/catalog/schema/kind.ts";
import { sdwanCodecs } from "../../../../src/drivers/rest/codecs/codecs.ts";
import { catalogsIn } from "../../../../src/project/catalogs.ts";
import { resourcesOf } from "../../../servers/products/client-facts.ts";
import { VmanageServer } from "../../../servers/products/vmanage-server.ts";
import { kindsThatGoRound } from "../not-round.ts";
import { type RoundTrip, roundTrip } from "../round-trip.ts";
import { servedClient } from "../served-client.ts";
import type { Lives } from "./lives.ts";

const resources = resourcesOf("catalogs/vmanage");
const catalog = catalogsIn().read("vmanage");
const names = kindsThatGoRound("vmanage");

async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  const server = new VmanageServer(resources);
  const product = servedClient(changed, {
    ...{ server, codecs: sdwanCodecs },
    ...{ interface: "sdwan", credential: { token: "token" } },
    login: (path) => (path === "/dataservice/client/token" ? { body: "forgery" } : undefined),
  });
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, { ids: {}, fields: {}, keys: {} });
}

/** Kinds in vManage's catalog against a server built from another client's facts. */
export const vmanageLives: Lives = { product: "vmanage", catalog, names, lifeOf };
