/** Every kind of the Firewall Management Center's catalog, against a server of what another client knows of it. */

import { describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { spread, times } from "../../long-forms.ts";
import { objects, placeOf, type Resource, resourcesOf } from "../../servers/products/client-facts.ts";
import { ClientServer, type Habits } from "../../servers/products/client-server.ts";
import { RulesServer } from "../../servers/products/rules-server.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { kindsThatGoRound } from "./not-round.ts";
import { plantsEnough, withError } from "./planted-errors.ts";
import { plantedFirewall } from "./planted-firewall.ts";
import { type RoundTrip, roundTrip } from "./round-trip.ts";
import { servedClient } from "./served-client.ts";

/** Here the client sends and reads ids alone. The product tells the type of each too, as it does in access rules. */
const idsAlone = [
  ...["device_ipv4_static_route", "device_ipv6_static_route", "extended_access_list", "ftd_auto_nat_rule"],
  ...["ftd_manual_nat_rule", "ftd_platform_settings_http_access", "ftd_platform_settings_icmp_access"],
  ...[
    "ftd_platform_settings_snmp",
    "ftd_platform_settings_ssh_access",
    "ftd_platform_settings_syslog_servers",
  ],
  ...["ftd_platform_settings_syslog_logging_setup", "ftd_platform_settings_trusted_dns_servers"],
  ...["device_ospf_interface", "group_policy", "interface_group", "sla_monitor"],
];

const domain = "e276abec-e0f2-11e3-8169-6d9ed49b625f";
const resources = resourcesOf("catalogs/fmc", { DOMAIN_UUID: domain }).map(numbered).map(typed);
const catalog = catalogsIn().read("fmc");
const names = kindsThatGoRound("fmc");
const given = {
  ids: { device: "device-1", chassis: "chassis-1" },
  fields: {},
  keys: {
    devicePhysicalInterface: "fixed-1",
    chassisPhysicalInterface: "fixed-1",
    deviceHaPairMonitoring: "fixed-1",
  },
};

/** Of these the client numbers the entries of a body by their order, which its facts do not say. */
function numbered(resource: Resource): Resource {
  const name = resource.name === "service_access" ? "sequenceNumber" : "sequence";
  const isNumbered = resource.words.bodyIsAdjusted === true && !resource.words.bulk;
  if (!isNumbered) return resource;
  const fields = resource.fields.map((field) =>
    ["entries", "rules"].includes(String(field.name)) && Array.isArray(field.fields)
      ? { ...field, fields: [...field.fields, { name, type: "Int64", required: true, minimum: 1 }] }
      : field,
  );
  return { ...resource, fields };
}

/** A resource whose references say what they are of. */
function typed(resource: Resource): Resource {
  return idsAlone.includes(resource.name) ? { ...resource, fields: withTypes(resource.fields) } : resource;
}

/** Fields, each id among them with the type that stands beside it. */
function withTypes(fields: readonly JsonObject[]): readonly JsonObject[] {
  const written = fields.map((field) =>
    field.fields === undefined ? field : { ...field, fields: withTypes(objects(field.fields)) },
  );
  const placesWith = (name: string) =>
    fields.filter((field) => field.name === name).map((field) => placeOf(field.in).join("."));
  const without = placesWith("id").filter((place) => !placesWith("type").includes(place));
  return [...written, ...without.map((place) => ({ name: "type", type: "String", in: place }))];
}

/** Kinds of which nothing but the name can be changed, or nothing at all. */
const fixedOnce = ["externalCertificate", "securityZone", "trustedCertificateAuthority"];

/** Lists are in `items`, from 0 on, and without it where there is nothing; an update has the id in its body too. */
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

/** What becomes of a kind of a catalog. */
async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  const server = new RulesServer(new ClientServer(resources, habits));
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
