/** All drivers. */

import type { InterfaceName } from "../model/project.ts";
import type { Driver } from "./contract.ts";
import { controller } from "./controller/driver.ts";
import { dashboard } from "./dashboard/driver.ts";
import { fabric } from "./fabric/driver.ts";
import { firewall } from "./firewall/driver.ts";
import { messaging } from "./messaging/driver.ts";
import { netconf } from "./netconf/driver.ts";
import { restconf } from "./restconf/driver.ts";
import { sdwan } from "./sdwan/driver.ts";
import { servers } from "./servers/driver.ts";

/** Every driver there is, in the order of the specification's interfaces. */
export const drivers: readonly Driver[] = [
  controller,
  dashboard,
  fabric,
  restconf,
  netconf,
  messaging,
  servers,
  sdwan,
  firewall,
];

/** The driver of an interface, or undefined when there is none yet. */
export function driverOf(name: InterfaceName): Driver | undefined {
  return drivers.find((driver) => driver.interface === name);
}
