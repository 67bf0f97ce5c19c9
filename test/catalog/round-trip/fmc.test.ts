/**
 * Round trips of every kind in the Firewall Management Center's catalog against a server built from another client's
 * facts about it.
 */

import { describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { spread, times } from "../../long-forms.ts";
import { ClientServer, type Habits } from "../../servers/products/client-server.ts";
import { firewallResources } from "../../servers/products/firewall-facts.ts";
import { OverridesServer } from "../../servers/products/overrides-server.ts";
import { RulesServer } from "../../servers/products/rules-server.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { kindsThatGoRound } from "./not-round.ts";
import { plantsEnough, withError } from "./planted-errors.ts";
import { plantedFirewall } from "./planted-firewall.ts";
import { type RoundTrip, roundTrip } from "./round-trip.ts";
import { servedClient } from "./served-client.ts";

const domain = "e276abec-e0f2-11e3-8169-6d9ed49b625f";
const resources = firewallResources(domain);
const catalog = catalogsIn().read("fmc");
const names = kindsThatGoRound("fmc");
const given = {
  ids: { device: "device-1", chassis: "chassis-1", deviceVrf: "device-1/vrf-1" },
  fields: { vpnRaIpsecCryptoMap: { interface: "zone-1" } },
  keys: {
    devicePhysicalInterface: "fixed-1",
    chassisPhysicalInterface: "fixed-1",
    deviceHaPairMonitoring: "fixed-1",
  },
};

/** Kinds of which only the name can be changed, and kinds that cannot be changed at all. */
const fixedOnce = [
  ...["deviceCluster", "dynamicObjectMapping", "externalCertificate", "identityCategory", "securityZone"],
  "trustedCertificateAuthority",
];

/**
 * Lists are in `items`, with offsets from 0. An empty list has no `items`. The body of an update also contains the id.
 */
const habits: Habits = {
  idInBody: "id",
  list: (lists, query) => {
    const records = lists.flatMap((each) => each.records);
    const [from, size] = [Number(query.get("offset") ?? "0"), Number(query.get("limit") ?? "25")];
    const items = query.get("expanded") === "true" ? records : records.map(({ id = null }) => ({ id }));
    const paging = { offset: from, limit: size, count: records.length, pages: 1 };
    return records.length === 0 ? { paging } : { items: items.slice(from, from + size), paging };
  },
  item: (record) => record,
  written: (_, record) => ({ status: 200, body: record }),
  other: () => undefined,
};

/** Takes a kind of a catalog through its life cycle; returns the faults. */
async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  const objects = new OverridesServer(new ClientServer(resources, habits));
  const server = new RulesServer(objects, { text0: "Mandatory", text1: "Default" });
  const product = servedClient(changed, {
    ...{ server, interface: "firewall" },
    credential: { username: "api", password: "password" },
    values: { domain },
    login: (path) =>
      path.endsWith("/auth/generatetoken")
        ? { body: "", headers: { "x-auth-access-token": "access", "x-auth-refresh-token": "refresh" } }
        : undefined,
  });
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, given);
}

describe("a kind of the Firewall Management Center's catalog goes round", () => {
  const some = chosenKinds("fmc", names, { wanted: times("clientKinds") });
  test.for(some)("%s", async (kind) => {
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    expect(changed > 0 || fixedOnce.includes(kind)).toBe(true);
  });
});

test("at least 110 kinds can be read and changed", () => {
  const whole = catalog.kinds.filter(
    ({ list, item, update }) => (list ?? item) && typeof update === "object" && !("none" in update),
  );
  expect(whole.length).toBeGreaterThanOrEqual(110);
});

plantsEnough(plantedFirewall);
test.for(spread(plantedFirewall, times("plantedInClients")))("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
