/**
 * Imports the objects that another APIC client sends, creates them again on an empty fabric, and compares both object
 * by object and value by value. The tenants come from `apic-client.json`, which was collected from the examples in that
 * client's modules. Everything else comes from `test/shares/apic.json`.
 */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { configurationsOf } from "../../../scripts/shares/configurations.ts";
import { madeAgain } from "./apic-objects.ts";

const inTenants = z
  .object({
    objects: z.array(
      z.object({ path: z.string(), class: z.string(), values: z.record(z.string(), z.string()) }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("apic-client.json", import.meta.url), "utf8"))).objects;

test("what another client sends of tenants is imported, and makes the same objects on an empty fabric", async () => {
  const around = { "uni/tn-ABC": { class: "fvTenant", attributes: { name: "ABC" } } };
  const only = ["dc/*/ABC.*", "dc/tenant/ABC", "dc/*/infra.*", "dc/tenant/infra"];
  const nothing = { leftOut: [], changes: [], failed: [], lacking: [], added: [] };
  expect(await madeAgain(inTenants, { around, only })).toEqual(nothing);
  expect(inTenants.length).toBeGreaterThan(250);
});

/** The word that replaces each value that no reply shows. Such values are not imported. */
const hidden = "secret";

/**
 * The objects of two clients' configurations, by path. If both have the same object, the later one is used, as on a
 * fabric. The configurations of other clients are left out, because they use names for secrets and spell ids in their
 * own way.
 */
const byPath = new Map(
  configurationsOf("apic")
    .slice(0, 2)
    .flatMap(({ objects }) => objects.map((each) => [each.path, each])),
);

const outside = [...byPath.values()]
  .toSorted((one, other) => one.path.split("/").length - other.path.split("/").length)
  .flatMap(({ path, class: of = "", values }) => {
    if (!/^uni\/(?!tn-)|^uni\/tn-mgmt\/(?:ext)?mgmt|^uni\/tn-infra\/(?:fabricExt|dscp)/.test(path)) return [];
    const texts = Object.entries(values).flatMap(([name, value]) =>
      typeof value === "string" && value !== hidden ? [[name, value] as const] : [],
    );
    return [{ path, class: of, values: Object.fromEntries(texts) }];
  });

test("what another client sends outside of tenants is imported, and makes the same objects on an empty fabric", async () => {
  const { leftOut, changes, failed, lacking, added } = await madeAgain(outside);
  expect({ leftOut, changes, failed, lacking, added }).toEqual({
    ...{ leftOut: [], changes: [], failed: [], lacking: [], added: [] },
  });
  expect(outside.length).toBeGreaterThan(400);
});
