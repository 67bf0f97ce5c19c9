/**
 * Round trips of every kind in the interfaces' own catalogs. The server is the simulator, which follows the
 * specification.
 */

import { describe, expect, test } from "vitest";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { fabricCodecs } from "../../../src/drivers/rest/codecs/codecs.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { createWorld, type WorldSeed } from "../../../src/simulator/world.ts";
import { kindsThatGoRound } from "./not-round.ts";
import { type Given, type RoundTrip, roundTrip } from "./round-trip.ts";
import { type ServedWorld, servedWorld } from "./served-product.ts";

const basic = { username: "simulated-user", password: "simulated-password" };
const client = (name: string) => ({
  clientId: `simulated-${name}-client`,
  clientSecret: `simulated-${name}-secret`,
});
const nothing: Given = { ids: {}, fields: {}, keys: {} };

/** By catalog: how its interface is served, and what exists at the beginning. */
const served: Readonly<
  Record<
    string,
    Omit<ServedWorld, "world" | "tellMore"> & { readonly seed?: WorldSeed; readonly given?: Given }
  >
> = {
  dashboard: {
    interface: "dashboard",
    credential: { apiKey: "simulated-api-key" },
    seed: {
      organizations: [
        {
          id: "O_1",
          name: "Acme",
          networks: [{ id: "N_1", name: "Berlin" }],
        },
      ],
    },
    given: {
      ids: { organization: "O_1", network: "O_1/N_1" },
      fields: {},
      keys: {},
    },
  },
  controller: { interface: "controller", credential: basic, logins: /auth\/token$/ },
  fabric: { interface: "fabric", credential: basic, codecs: fabricCodecs },
  messaging: { interface: "messaging", credential: client("messaging"), logins: /oauth\/token$/ },
  servers: { interface: "servers", credential: client("servers"), logins: /oauth\/token$/ },
};

async function lifeOf(product: string, kind: string): Promise<RoundTrip> {
  const {
    seed = {},
    given = nothing,
    ...how
  } = served[product] ?? { interface: "dashboard", credential: {} };
  const catalog = catalogsIn().read(product);
  const settings = { dashboardRequestsPerSecond: 0, readinessMs: 0 };
  const world = createWorld(seed, settings);
  const life = servedWorld(catalog, { ...how, world, tellMore: (same) => same });
  const of = compileCatalog(catalog, {}, { codecs: how.codecs }).byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(life, of, given);
}

const all = Object.keys(served).flatMap((product) =>
  kindsThatGoRound(product).map((kind) => [product, kind] as const),
);

describe("a kind of an interface goes round", () => {
  test.each(all)("%s: %s", async (product, kind) => {
    expect((await lifeOf(product, kind)).faults).toEqual([]);
  });
});
