/** Every kind of Catalyst Center's catalog, against a server of what another client knows of the product. */

import { describe, expect, test } from "vitest";
import type { Catalog } from "../../src/catalog/vocabulary/catalog.ts";
import { compileCatalog } from "../../src/drivers/rest/catalog.ts";
import { catalogsIn } from "../../src/project/catalogs.ts";
import { factsNotHere, resourcesOf } from "../contracts/client-facts.ts";
import { atTheirPlaces, ClientServer, type Habits } from "../contracts/client-server.ts";
import { spread, times } from "../long-forms.ts";
import { plantedCatalyst } from "./planted-catalyst.ts";
import { withError } from "./planted-errors.ts";
import { type RoundTrip, roundTrip } from "./round-trip.ts";
import { servedClient } from "./served-client.ts";

const resources = resourcesOf("catalystcenter");
const catalog = catalogsIn().read("catalyst-center");
const names = [...compileCatalog(catalog).byName.keys()].filter((kind) => kind !== "device");
const given = {
  ids: { area: "area-1", building: "building-1", fabricSite: "fabric-1" },
  fields: {},
  keys: {},
};

/** Every write becomes a task that has ended when somebody asks; lists are in `response`, from 1 on. */
const habits: Habits = {
  list: (lists, query) => {
    // Templates' projects alone say of no place where they are.
    const [first] = lists;
    if (first?.resource.name === "project") return lists.flatMap(({ records }) => records);
    const from = Number(query.get("offset") ?? "1") - 1;
    const part = lists.map((each) => ({ ...each, records: each.records.slice(from, from + 500) }));
    return atTheirPlaces(part, "response");
  },
  item: (record) => ({ response: record }),
  written: (id) => ({ status: 202, body: { response: { taskId: id }, version: "1.0" } }),
  other: (path, of) => {
    const task = /^\/dna\/intent\/api\/v1\/task\/([^/]+)$/.exec(path)?.[1];
    if (task !== undefined)
      return { status: 200, body: { response: { endTime: 1, isError: false, data: task }, version: "1.0" } };
    if (!path.endsWith("/count")) return undefined;
    const lists = of(path.slice(0, -"/count".length));
    if (lists.length === 0) return undefined;
    return { status: 200, body: { response: { count: lists.flatMap(({ records }) => records).length } } };
  },
};

/** What becomes of a kind of a catalog. */
async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  const product = servedClient(changed, {
    ...{ server: new ClientServer(resources ?? [], habits), interface: "controller" },
    credential: { username: "automation", password: "password" },
    login: (path) => (path.endsWith("/auth/token") ? { body: { Token: "token" } } : undefined),
  });
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, given);
}

describe("a kind of Catalyst Center's catalog goes round", () => {
  test.for(spread(names, times("clientKinds")))("%s", async (kind, { skip }) => {
    skip(resources === undefined, factsNotHere);
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    expect(changed).toBeGreaterThan(0);
  });
});

test.for(spread(plantedCatalyst, times("plantedInClients")))("is noticed: $name", async (error, { skip }) => {
  skip(resources === undefined, factsNotHere);
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
