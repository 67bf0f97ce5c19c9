/**
 * Round trips of the kinds of Meraki's catalog that are newer than its description. The server is built from another
 * client's facts.
 */

import { expect, test } from "vitest";
import type { Catalog, KindFile } from "../../../src/catalog/schema/kind.ts";
import { compileCatalog, type RestKind } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { isObject } from "../../../src/model/json.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { begun } from "../../../src/simulator/openapi/begin.ts";
import { spread } from "../../long-forms.ts";
import { merakiDocument, merakiState } from "../../servers/description/meraki-document.ts";
import { factsOf } from "../../servers/products/client-facts.ts";
import { pathsOfFacts } from "../../servers/products/facts.ts";
import { roundTrip } from "./round-trip.ts";
import { servedProduct } from "./served-product.ts";

const document = merakiDocument();
const newer = pathsOfFacts(factsOf("catalogs/meraki", "client"));
const catalog = catalogsIn().read("meraki");
const text = { type: "string" };
const perPage = { name: "perPage", in: "query", schema: { type: "integer" } };

/** Lists of a whole organization, for kinds that have no other read. */
const lists = Object.fromEntries(
  catalog.kinds.flatMap(({ item, list, update, whole }) => {
    const path = whole?.path.replace("{organization}", "{organizationId}");
    const place = typeof update === "object" && "path" in update ? update.path : String(update).slice(4);
    const own = newer[place.replace("{network}", "{networkId}")];
    if (item || list || path === undefined || !isObject(own) || !isObject(own.get)) return [];
    const shown = JSON.parse(JSON.stringify(own.get));
    const { schema } = shown.responses["200"].content["application/json"];
    const parent =
      whole?.parent === "networkId"
        ? { networkId: text }
        : { network: { type: "object", properties: { id: text } } };
    const items = { ...schema, properties: { ...schema.properties, ...parent } };
    const answer = {
      "200": { description: "", content: { "application/json": { schema: { type: "array", items } } } },
    };
    return [[path, { get: { parameters: [perPage], responses: answer } }]];
  }),
);
const kinds = [...compileCatalog(catalog).byName.values()].filter(({ file }) => file.since !== undefined);
const given = {
  ids: { organization: "1", network: "1/N_1", dashboardDevice: "1/Q2AA-AAAA-0002" },
  fields: { dashboardDevice: { serial: "Q2AA-AAAA-0002" } },
  keys: {},
};

/** Takes a kind through its life cycle on a server that has the described and the newer kinds; returns the faults. */
async function lifeOf(of: RestKind, changed: Catalog = catalog): Promise<readonly string[]> {
  const known = isObject(document.paths) ? document.paths : {};
  const state = begun({
    description: { ...document, paths: { ...newer, ...known, ...lists } },
    file: merakiState,
  });
  if ("problems" in state) throw new Error(state.problems.join("\n"));
  const product = servedProduct(changed, state);
  return (await roundTrip(product, product.dialect.byName.get(of.file.kind) ?? of, given)).faults;
}

test.for(kinds.map((of) => [of.file.kind, of] as const))("%s goes round", async ([, of]) => {
  expect(await lifeOf(of)).toEqual([]);
});

/** Mistakes that anybody could make in a kind's file. Each function makes one of them. */
const mistakes: Readonly<Record<string, (file: KindFile) => KindFile>> = {
  "a path": (file) =>
    JSON.parse(JSON.stringify(file).replaceAll(/(\/(?:networks|organizations|devices)\/)/g, "$1of/")),
  "the name of a field": ({ fields, ...file }) => ({
    ...file,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field], at) => [
        name,
        at === 0 ? { ...field, wire: `${name}Of` } : field,
      ]),
    ),
  }),
};

const some = spread(kinds, 5).flatMap((of) =>
  Object.entries(mistakes).map(([name, make]) => ({ of, name, make })),
);
test.for(some)("$name of $of.file.kind that is wrong is noticed", async ({ of, make }) => {
  const wrong = catalog.kinds.map((each) => (each.kind === of.file.kind ? make(each) : each));
  expect(await lifeOf(of, { ...catalog, kinds: wrong })).not.toEqual([]);
});
