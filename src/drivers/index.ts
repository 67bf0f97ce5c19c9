/** All drivers, with the products whose catalogs there are. */

import type { CatalogSource } from "../catalog/vocabulary/catalog.ts";
import type { InterfaceName } from "../model/project.ts";
import type { Driver } from "./contract.ts";
import { fabricCodecs } from "./fabric/codecs/codecs.ts";
import { netconf } from "./netconf/driver.ts";
import { type CatalogEngine, catalogDriver, compiledCatalogs, withProducts } from "./products.ts";
import { restEngine } from "./rest/engine.ts";
import { restconf } from "./restconf/driver.ts";

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

const rest = restEngine(fabricCodecs);

/** Every driver there is. Products come from this source. */
export function driversWith(source: CatalogSource, engine: CatalogEngine = rest): readonly Driver[] {
  const catalogs = compiledCatalogs(source, engine);
  return interfaces.flatMap((each) => {
    const driver = typeof each === "string" ? catalogDriver(each, catalogs) : each;
    return driver ? [withProducts(driver, catalogs)] : [];
  });
}
