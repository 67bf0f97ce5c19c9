/** The drivers of this program: the one place where they meet the catalogs that come with it. */

import type { Driver } from "../drivers/contract/contract.ts";
import { driversWith } from "../drivers/index.ts";
import type { InterfaceName } from "../model/project.ts";
import { catalogsIn } from "./catalogs.ts";
import { withBuiltIn } from "./mappings.ts";

/** Every driver there is. A product's catalog is read when its dialect is asked for. */
export const drivers: readonly Driver[] = withBuiltIn(driversWith(catalogsIn()));

/** The driver of an interface, or undefined when there is none yet. */
export function driverOf(name: InterfaceName, among: readonly Driver[] = drivers): Driver | undefined {
  return among.find((driver) => driver.interface === name);
}
