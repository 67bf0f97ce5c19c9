/** All drivers, with the products that have catalogs. */

import type { PatternReader } from "../catalog/patterns/pattern.ts";
import type { CatalogSource } from "../catalog/schema/kind.ts";
import type { InterfaceName } from "../model/project.ts";
import type { Driver } from "./contract/contract.ts";
import { extended } from "./contract/resolve-driver.ts";
import {
  type CatalogEngine,
  catalogDriver,
  compiledCatalogs,
  ownCatalogBase,
  withProducts,
} from "./rest/catalogs/products.ts";
import { fabricCodecs, sdwanCodecs, serversCodecs } from "./rest/codecs/codecs.ts";
import { restEngine } from "./rest/engine.ts";
import { netconf } from "./yang/netconf/driver.ts";
import { restconf } from "./yang/restconf/driver.ts";

/**
 * The interfaces, in the order of the specification: the driver of an interface that is implemented in code, and the
 * name of an interface that is a catalog.
 */
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

const codecs = { ...fabricCodecs, ...serversCodecs, ...sdwanCodecs };
const rest = restEngine({ codecs });

/** Returns all drivers. Their products come from this source, which does not include a project's own catalogs. */
export function driversWith(source: CatalogSource, engine: CatalogEngine = rest): readonly Driver[] {
  const catalogs = compiledCatalogs(source, engine);
  const known = interfaces.flatMap((each) => {
    const driver = typeof each === "string" ? catalogDriver(each, catalogs) : each;
    return driver ? [withProducts(driver, catalogs)] : [];
  });
  return [...known, ownCatalogBase];
}

/** A project's own catalogs. */
export interface OwnCatalogSource {
  readonly source: CatalogSource;
  /** The products in the folders that targets name: folder → product. */
  readonly folders: Driver["ownCatalogs"];
  /** Compiles the regular expressions of the catalogs. */
  readonly patterns: PatternReader;
}

/** Adds a project's own catalogs to the drivers. */
export function withOwnCatalogs(
  drivers: readonly Driver[],
  { source, folders, patterns }: OwnCatalogSource,
): readonly Driver[] {
  const engine = restEngine({ codecs, patterns });
  const own = extended(withProducts(ownCatalogBase, compiledCatalogs(source, engine)), {
    ownCatalogs: folders,
  });
  return drivers.map((driver) => (driver.interface === own.interface ? own : driver));
}
