/** The kinds of each catalog that have no round trip, each with the reason. */

import { readdirSync } from "node:fs";
import { catalogsIn } from "../../../src/project/catalogs.ts";

const onlyRead = "it is only read";
const expected = "it is compared, and never written";
const byType = "what it may have hangs on its class: one of each goes round in test/scenarios";

/**
 * The reason why a kind has no round trip, by catalog and kind: trueup does not write the kind, or the facts about the
 * server are insufficient. If you fix a kind, remove it here.
 */
export const notRound: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  apic: { managedObject: byType },
  "catalyst-center": {
    device: onlyRead,
    deviceProvisioning:
      "a provisioned device refuses another site: it is provisioned in test/scenarios/products",
    templateDeployment: "it needs a version that was committed: it is deployed in test/scenarios/products",
  },
  controller: { site: onlyRead },
  dashboard: {
    organization: onlyRead,
    dashboardDevice: "it must name a network that is there: its moves are in test/drivers",
  },
  fabric: { managedObject: byType },
  firewall: { firewallDevice: expected },
  fmc: { device: "firewalls are registered elsewhere" },
  intersight: { organization: onlyRead, endPointRole: onlyRead, managedObject: byType },
  meraki: {
    organization: onlyRead,
    applianceInboundCellularFirewallRules:
      "the description's reply is a list of unknown objects; another client reads `rules` of an object, and so does the catalog",
    networkDevice: "claiming is an action: a server of a description does nothing in it",
    networkTemplate: "binding is an action: a server of a description does nothing in it",
  },
  messaging: {},
  sdwan: { sdwanDevice: expected },
  servers: {},
  vmanage: {
    sdwanDevice: expected,
    router: "what it needs is asked of the product, by columns: a scenario of classic templates has it",
    policyActivation: "activating is an action, of which a server of facts does nothing: a scenario has it",
  },
  webex: {},
};

/** Returns the names of a catalog's kinds that have a round trip. */
export function kindsThatGoRound(product: string): readonly string[] {
  return catalogsIn()
    .read(product)
    .kinds.map(({ kind }) => kind)
    .filter((kind) => notRound[product]?.[kind] === undefined);
}

/** Returns the names of all catalogs. */
export function allCatalogs(): readonly string[] {
  const folders = readdirSync(new URL("../../../catalogs", import.meta.url), { withFileTypes: true });
  return folders.filter((each) => each.isDirectory()).map(({ name }) => name);
}
