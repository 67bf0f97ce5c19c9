/** All drivers, with the products whose catalogs there are. */

import type { CatalogSource } from "../catalog/vocabulary/catalog.ts";
import type { InterfaceName } from "../model/project.ts";
import type { Driver } from "./contract.ts";
import { fabricCodecs } from "./fabric/codecs/codecs.ts";
import { netconf } from "./netconf/driver.ts";
import { type CatalogEngine, catalogDriver, compiledCatalogs, withProducts } from "./products.ts";
import { extended } from "./resolve-driver.ts";
import { restEngine } from "./rest/engine.ts";
import { ownCatalogBase } from "./rest/own-catalogs.ts";
import { restconf } from "./restconf/driver.ts";
import { sdwanCodecs } from "./sdwan/codecs/codecs.ts";
import { serversCodecs } from "./servers/codecs/codecs.ts";

/** In the order of the specification's interfaces: those that are code. The others are catalogs by their names. */
const interfaces: readonly (Driver | InterfaceName)[] = [
  "controller",
  "dashboard",
  "fabric",
  restconf,
  netconf,
  "messaging",
  "servers",
  "sdwan",
  "firewall",
];

const rest = restEngine({ ...fabricCodecs, ...serversCodecs, ...sdwanCodecs });

/** Every driver there is. Products come from this source; of a project's own catalogs none is known. */
export function driversWith(source: CatalogSource, engine: CatalogEngine = rest): readonly Driver[] {
  const catalogs = compiledCatalogs(source, engine);
  const known = interfaces.flatMap((each) => {
    const driver = typeof each === "string" ? catalogDriver(each, catalogs) : each;
    return driver ? [withProducts(driver, catalogs)] : [];
  });
  return [...known, ownCatalogBase];
}

/** These drivers with a project's own catalogs, by the folders that its targets name. */
export function withOwnCatalogs(
  drivers: readonly Driver[],
  { source, folders }: { readonly source: CatalogSource; readonly folders: Driver["ownCatalogs"] },
): readonly Driver[] {
  const own = extended(withProducts(ownCatalogBase, compiledCatalogs(source, rest)), {
    ownCatalogs: folders,
  });
  return drivers.map((driver) => (driver.interface === own.interface ? own : driver));
}
