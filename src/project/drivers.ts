/** The built-in drivers. Only this file combines them with the built-in catalogs. */

import type { Driver } from "../drivers/contract/contract.ts";
import { driversWith } from "../drivers/index.ts";
import type { InterfaceName } from "../model/project.ts";
import { catalogsIn } from "./catalogs.ts";
import { withBuiltIn } from "./mappings.ts";

/** All drivers. A product's catalog is read on demand. */
export const drivers: readonly Driver[] = withBuiltIn(driversWith(catalogsIn()));

/** Returns the driver of an interface; undefined if there is none yet. */
export function driverOf(name: InterfaceName, among: readonly Driver[] = drivers): Driver | undefined {
  return among.find((driver) => driver.interface === name);
}
