/**
 * What belongs to the product stays unchanged: built-in objects and undeclared members. Device models that give no
 * report are not read.
 */

import { expect, test } from "vitest";
import { compileCatalog } from "../../../src/drivers/rest/catalogs/catalog-dialect.ts";
import { reportsOf } from "../../../src/drivers/rest/reports.ts";
import { writeRequest } from "../../../src/drivers/rest/requests.ts";
import { Secret } from "../../../src/model/secret.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { servedFabric } from "../../catalog/round-trip/served-fabric.ts";
import { calm, differs, writeOf } from "../opened.ts";

test("tenants that an APIC has of its own are not told as another's, and are found where they are declared", async () => {
  const { session, dialect } = servedFabric(catalogsIn().read("apic"));
  const collection = dialect.byName.get("tenant")?.kind.collection.name ?? "";
  const found = async (...identities: readonly string[]) => {
    const wanted = identities.map((identity) => ({ kind: "tenant", identity, scope: {} }));
    const reply = await session.read({ collection, scope: {}, wanted }, calm);
    return reply.state === "whole" ? reply.items.map(({ identity }) => identity) : reply;
  };
  expect(await found()).toEqual([]);
  expect(await found("uni/tn-common")).toEqual(["uni/tn-common"]);
});

test("a device is asked for the reports of its model, a model without any for none, an unknown one for all", () => {
  const { reports = {}, modelsWithoutReports } = catalogsIn().read("dashboard").product;
  const asked = (model: string) =>
    reportsOf(
      reports,
      modelsWithoutReports,
    )({ kind: "dashboardDevice", identity: "Q2", value: { model } }).map(({ collection }) => collection);
  expect(asked("MR46")).toEqual(["wirelessStatus"]);
  expect(asked("MX67")).toEqual(["uplink"]);
  expect(asked("MS120-8")).toEqual([]);
  expect(asked("Q9000")).toEqual(["uplink", "wirelessStatus"]);
});

test("an object that a product replaces whole keeps what it has live besides the declared", () => {
  const dialect = compileCatalog(catalogsIn().read("dashboard"));
  const live = { id: "O_1/N_1", value: { name: "Berlin", netflow: { enabled: false, etaEnabled: true } } };
  const desired = { name: "Berlin", netflow: { enabled: true } };
  const write = writeOf({
    ...{ operation: "update", kind: "network", identity: "Berlin", parentId: "O_1" },
    ...{ desired, live, differences: differs("/netflow/enabled") },
  });
  const { body } = writeRequest({ url: "https://h", dialect, open: () => new Secret("") }, write);
  expect(body).toMatchObject({ netflow: { enabled: true, etaEnabled: true } });
});
