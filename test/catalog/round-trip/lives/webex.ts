/** Round trips of kinds in Webex's catalog against a server that is written from its maker's reference. */

import type { Catalog } from "../../../../src/catalog/schema/kind.ts";
import { catalogsIn } from "../../../../src/project/catalogs.ts";
import { WebexServer } from "../../../servers/products/webex-server.ts";
import { kindsThatGoRound } from "../not-round.ts";
import { type RoundTrip, roundTrip } from "../round-trip.ts";
import { servedClient } from "../served-client.ts";
import type { Lives } from "./lives.ts";

const catalog = catalogsIn().read("webex");
const names = kindsThatGoRound("webex");

async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  const product = servedClient(changed, {
    ...{ server: new WebexServer(), interface: "messaging", credential: { token: "token" } },
    login: () => undefined,
  });
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, { ids: {}, fields: {}, keys: {} });
}

/** Kinds in Webex's catalog against a server that is written from its maker's reference. */
export const webexLives: Lives = { product: "webex", catalog, names, lifeOf };
