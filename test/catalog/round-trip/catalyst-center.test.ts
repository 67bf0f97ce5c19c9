/**
 * Round trips of every kind in Catalyst Center's catalog. The server is built from another client's facts about the
 * product. Kinds that this client does not know or cannot read are tested against the simulator's mode, which follows
 * the vendor's description.
 */

import { describe, expect, test } from "vitest";
import type { Catalog } from "../../../src/catalog/schema/kind.ts";
import { isObject, type JsonObject } from "../../../src/model/json.ts";
import { catalogsIn } from "../../../src/project/catalogs.ts";
import { spread, times } from "../../long-forms.ts";
import { objects, type Resource, resourcesOf, textOf } from "../../servers/products/client-facts.ts";
import { atTheirPlaces, ClientServer, type Habits } from "../../servers/products/client-server.ts";
import { chosenKinds } from "./changed-kinds.ts";
import { kindsThatGoRound } from "./not-round.ts";
import { plantedCatalyst } from "./planted-catalyst.ts";
import { plantsEnough, withError } from "./planted-errors.ts";
import { type RoundTrip, roundTrip } from "./round-trip.ts";
import { servedCatalyst } from "./served-catalyst.ts";
import { servedClient } from "./served-client.ts";

const resources = resourcesOf("catalogs/catalyst-center").map(amended);
const catalog = catalogsIn().read("catalyst-center");
const names = kindsThatGoRound("catalyst-center");
const given = {
  ids: {
    ...{ area: "area-1", building: "building-1", floor: "building-1/floor-1", fabricSite: "fabric-1" },
    wirelessProfile: "profile-1",
  },
  fields: {},
  keys: { authenticationProfile: "Low Impact" },
};

/**
 * Completes a resource about which the client says too little. The catalog marks each addition as an assumption, or
 * another path of the same resource shows it.
 */
function amended({ name, words, fields }: Resource): Resource {
  const having = (more: JsonObject, own = fields): Resource => ({
    name,
    words: { ...words, ...more },
    fields: own,
  });
  const tags = { readFromList: true, getPath: words.idQueryPath ?? null, putPath: words.idQueryPath ?? null };
  switch (name) {
    case "fabric_zone":
      return having({ putWithoutId: true, idInPutBody: "0.id" });
    case "wireless_profile_policy_tag":
    case "wireless_profile_site_tag":
      return having({ ...tags, deletePath: words.idQueryPath ?? null, putWithoutId: false });
    case "fabric_multicast_replication_mode":
      return having({ readWithoutId: true });
    case "update_authentication_profile":
      return having({ atFirst: { authenticationProfileName: "Low Impact", fabricId: "fabric-1" } });
    case "planned_access_point_position":
      return having({ getPath: words.path ?? null });
    case "assign_credentials":
      return having({ getPath: words.path ?? null, readWithoutId: true }, fields.map(shownWhereSent));
    case "fabric_port_assignments": {
      const elements = objects(fields.find(({ type }) => type === "Set")?.fields);
      const one = elements.map((each) => ({
        ...each,
        in: "0",
        readIn: `response.0.${textOf(each, "name")}`,
      }));
      return {
        name,
        words: { path: words.path ?? null, idInPutBody: "0.id", putWithoutId: true },
        fields: one,
      };
    }
    default:
      return { name, words, fields };
  }
}

function shownWhereSent(field: JsonObject): JsonObject {
  const { readIn: _, ...own } = field;
  return own;
}

/**
 * Every write becomes a task that has ended by the first poll. Lists are in `response`, and their offsets begin with 1.
 */
const habits: Habits = {
  list: (lists, query) => {
    // The lists of these kinds have no envelope: the answer is the list itself.
    const [first] = lists;
    if (first?.resource.name === "project" || first?.resource.name === "pnp_device")
      return lists.flatMap(({ records }) => records);
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

/** Kinds that are created and removed, but never changed. */
const neverChanged = new Set(
  catalog.kinds.flatMap(({ kind, update }) => (isObject(update) && "none" in update ? [kind] : [])),
);

/** Kinds that the other client writes but does not read, or does not know. */
const simulated = new Set([
  ...["accessPointProvisioning", "cleanAirTemplate", "customIssue", "deviceManagementAddress"],
  ...["deviceRole", "deviceSite", "discovery", "externalAuthentication"],
  ...["externalAuthenticationAttribute", "fabricDevice", "fabricWirelessController"],
  ...["globalAuthenticationProfile", "healthScore", "inventoryDevice", "issueDefinition", "lanAutomation"],
  ...["layer2Handoff", "layer3Handoff", "managedApLocations", "pnpClaim", "portChannel", "rrmFraTemplate"],
  ...[
    "sdaTransitHandoff",
    "switchingProfile",
    "switchingProfileSite",
    "tagDevice",
    "tagTemplate",
    "template",
  ],
  ...["templateVersion", "wirelessControllerProvisioning", "wirelessProfileSite"],
]);

const givenToSimulator = {
  ids: {
    ...{ area: "site-global", inventoryDevice: "device-1", fabricSite: "fabric-1" },
    ...{ wirelessProfile: "profile-1" },
  },
  fields: {
    deviceSite: { siteId: "area-1" },
    issueDefinition: { name: "AP Frequent Reboots", deviceType: "UNIFIED_AP" },
    healthScore: { name: "Link Error", deviceFamily: "ROUTER" },
  },
  keys: { globalAuthenticationProfile: "Low Impact" },
};

/** Takes a kind of a catalog through its life cycle; returns the faults. */
async function lifeOf(kind: string, changed: Catalog = catalog): Promise<RoundTrip> {
  if (simulated.has(kind)) {
    const served = servedCatalyst(changed);
    const of = served.dialect.byName.get(kind);
    if (of === undefined) throw new Error(`there is no kind ${kind}`);
    return roundTrip(served, of, givenToSimulator);
  }
  const product = servedClient(changed, {
    ...{ server: new ClientServer(resources, habits), interface: "controller" },
    credential: { username: "automation", password: "password" },
    login: (path) => (path.endsWith("/auth/token") ? { body: { Token: "token" } } : undefined),
  });
  const of = product.dialect.byName.get(kind);
  if (of === undefined) throw new Error(`there is no kind ${kind}`);
  return roundTrip(product, of, given);
}

describe("a kind of Catalyst Center's catalog goes round", () => {
  test.for(chosenKinds("catalyst-center", names, { wanted: times("clientKinds") }))("%s", async (kind) => {
    const { faults, changed } = await lifeOf(kind);
    expect(faults).toEqual([]);
    if (!neverChanged.has(kind)) expect(changed).toBeGreaterThan(0);
  });
});

plantsEnough(plantedCatalyst);
test.for(spread(plantedCatalyst, times("plantedInClients")))("is noticed: $name", async (error) => {
  expect((await lifeOf(error.kind, withError(catalog, error))).faults).not.toEqual([]);
});
